/**
 * What presets look at in a request: its path, its fields, its headers. For scopes and costs. Imports only core's types.
 */
import type { RequestConfig } from '../core/types.js';

/** The path of the request, without host and query, as axios will put it together from `baseURL` and `url`. */
export function pathOf({ baseURL = '', url = '' }: RequestConfig): string {
  const isAbsolute = /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(url);
  const whole = isAbsolute || baseURL === '' ? url : `${baseURL}/${url}`;
  const path = whole.replace(/^(?:[a-z][a-z\d+.-]*:)?\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return `/${path}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
}

/** Upper case. */
export function methodOf({ method = 'GET' }: RequestConfig): string {
  return method.toUpperCase();
}

export function isWrite(config: RequestConfig): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(methodOf(config));
}

/** Method and path with ids in place of what looks like one (it holds a digit, and is no version): requests to one endpoint give one route. */
export function routeOf(config: RequestConfig): string {
  const path = pathOf(config).replace(/\/(?!v\d+(?:\.\d+)?(?=\/|$))[^/]*\d[^/]*/g, '/:id');
  return `${methodOf(config)} ${path}`;
}

/**
 * A field of the request by its name: a parameter, or a field of the query or the body, be that a form or JSON. Of JSON that is text already, as
 * it is when the request is about to be sent, the first such property counts, however deep: reading all of a long body costs too much.
 */
export function fieldOf({ params, data, url = '' }: RequestConfig, name: string): string | undefined {
  const query = url.includes('?') ? new URLSearchParams(url.slice(url.indexOf('?') + 1)) : undefined;
  return valueIn(params, name) ?? valueIn(query, name) ?? valueIn(data, name);
}

/** A header of the request. */
export function requestHeader({ headers }: RequestConfig, name: string): string | undefined {
  return valueIn(headers, name);
}

function valueIn(source: unknown, name: string): string | undefined {
  if (typeof source === 'string')
    return /^\s*[{[]/.test(source) ? valueInJson(source, name) : valueIn(new URLSearchParams(source), name);
  if (source === null || typeof source !== 'object') return undefined;
  const { get } = source as { get?: unknown };
  const value: unknown =
    typeof get === 'function' ? get.call(source, name) : (source as Record<string, unknown>)[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function valueInJson(text: string, name: string): string | undefined {
  const property = new RegExp(`"${name}"\\s*:\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(-?\\d+))`).exec(text);
  return property?.[1] ?? property?.[2];
}

/**
 * Which requests may be sent twice: by method and key (RFC 9110, 9.2.2), and by body.
 * Pure; imports nothing.
 */

const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']);

/** Whether sending the method twice has the effect of sending it once (RFC 9110, 9.2.2). Unknown methods: no. */
export function isIdempotentMethod(method: string): boolean {
  return IDEMPOTENT_METHODS.has(method.toUpperCase());
}

/**
 * Whether the body, as it is after axios's `transformRequest`, gives the same bytes when it is sent again. Streams, iterators and the `form-data`
 * package's forms are spent by the first attempt: a second one would send nothing, or hang.
 */
export function isReplayable(body: unknown): boolean {
  if (body === null || typeof body !== 'object') return typeof body !== 'function';
  const shape = body as Partial<Record<'pipe' | 'getReader' | 'next', unknown>> & AsyncIterable<unknown>;
  const signs = [shape.pipe, shape.getReader, shape.next, shape[Symbol.asyncIterator]];
  return !signs.some((sign) => typeof sign === 'function');
}

/**
 * The request interceptor: wraps the adapter of one request, so that the request is dispatched by the loop.
 */
import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import type { Origin, Provider } from './call.js';
import { innerAdapter } from './request.js';
import { runCall } from './run-call.js';

/** On the adapter itself, since functions alone survive every merge and copy of a config: what is sent again is not wrapped twice. */
const ORIGIN: unique symbol = Symbol.for('axios-rate-limit-handler.origin');

type WrappedAdapter = AxiosAdapter & { [ORIGIN]?: Origin };

/** Changes the config of a request so that the loop dispatches it. */
export function wrapAdapter(
  provider: Provider,
  config: InternalAxiosRequestConfig,
): InternalAxiosRequestConfig {
  const { clock } = provider.options;
  let begunAt: number | undefined = clock.now();
  const before = (config.adapter as WrappedAdapter | undefined)?.[ORIGIN];
  const origin: Origin = { adapter: before ? before.adapter : config.adapter, unsettled: before?.unsettled };
  const adapter: WrappedAdapter = (sent) => {
    // Read only now: interceptors that ran after ours may have set it.
    if (sent.rateLimit === false) return bypass(origin, sent);
    // Somebody has wrapped our adapter, and the wrap, kept in a config that was sent again, is what a later call of ours goes through.
    if (provider.attempts.has(sent.headers)) return innerAdapter(origin, sent)(sent);
    if ('axios-retry' in sent)
      provider.warn(
        'axios-retry is active on the same instance: its retries multiply the attempts and the time of each call. Remove one of the two.',
      );
    // The config may be sent again with the adapter in it, without passing through here: that is another call.
    const startedAt = begunAt ?? clock.now();
    begunAt = undefined;
    return runCall(provider, sent, origin, startedAt);
  };
  adapter[ORIGIN] = origin;
  config.adapter = adapter;
  return config;
}

/** Sends the request as if the handler were not installed. */
function bypass(origin: Origin, config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
  Object.assign(config, { adapter: origin.adapter });
  return innerAdapter(origin, config)(config);
}

/**
 * The request interceptor: wraps the adapter of one request, so that the request is dispatched by the loop.
 */
import axios from 'axios';
import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';
import { beginCall } from './call.js';
import type { Adapter, Call, Provider } from './call.js';
import { callReport } from './call-report.js';
import { runCall } from './run-call.js';

/** What a wrapped adapter remembers, so that a config that is sent again is not wrapped twice, and keeps its key. */
interface Wrapped {
  readonly adapter: Adapter;
  /** The call that went through it, while its outcome is unknown: the upstream may have done what it asked for. */
  unsettled: Call | undefined;
}

/** On the adapter itself, since functions alone survive every merge and copy of a config. */
const WRAPPED: unique symbol = Symbol.for('axios-rate-limit-handler.wrapped');

type WrappedAdapter = AxiosAdapter & { [WRAPPED]?: Wrapped };

/** Changes the config of a request so that the loop dispatches it. */
export function wrapAdapter(
  provider: Provider,
  config: InternalAxiosRequestConfig,
): InternalAxiosRequestConfig {
  const startedAt = provider.options.clock.now();
  const before = (config.adapter as WrappedAdapter | undefined)?.[WRAPPED];
  const wrapped: Wrapped = {
    adapter: before ? before.adapter : config.adapter,
    unsettled: before?.unsettled,
  };

  const adapter: WrappedAdapter = async (sent) => {
    // Read only now: interceptors that ran after ours may have set it.
    if (sent.rateLimit === false) {
      Object.assign(sent, { adapter: wrapped.adapter });
      return axios.getAdapter(wrapped.adapter, sent)(sent);
    }
    if ('axios-retry' in sent)
      provider.warn(
        'axios-retry is active on the same instance: its retries multiply the attempts and the time of each call. Remove one of the two.',
      );
    const call = beginCall(provider, sent, {
      adapter: wrapped.adapter,
      startedAt,
      keptKey: keptKey(wrapped, sent),
    });
    return settle(wrapped, call, runCall(provider, call));
  };
  adapter[WRAPPED] = wrapped;
  config.adapter = adapter;
  return config;
}

/** The key of the call that this one repeats, if what became of that is unknown. */
function keptKey(
  { unsettled }: Wrapped,
  { method, url, data }: InternalAxiosRequestConfig,
): string | undefined {
  if (!unsettled) return undefined;
  const { config, key } = unsettled;
  return config.method === method && config.url === url && config.data === data ? key?.value : undefined;
}

/** A definite answer ends the life of a key: a repeated request is a new one then. */
async function settle(wrapped: Wrapped, call: Call, running: Promise<AxiosResponse>): Promise<AxiosResponse> {
  wrapped.unsettled = call;
  try {
    const response = await running;
    if (isDefinite(response)) wrapped.unsettled = undefined;
    return response;
  } catch (error) {
    if (isDefinite(error)) wrapped.unsettled = undefined;
    throw error;
  }
}

function isDefinite(outcome: unknown): boolean {
  const last = callReport(outcome)?.attempts.at(-1);
  return last?.class === 'success' || last?.class === 'permanent';
}

/**
 * How the handler gets into an axios instance: by one synchronous request interceptor, which wraps the adapter of each request. So it works beneath
 * everybody else's interceptors, whatever the order of registration: theirs run once a call, and see its final outcome once.
 */
import type { InternalAxiosRequestConfig } from 'axios';
import { ConfigError } from '../errors.js';
import type { Provider } from './call.js';
import { wrapAdapter } from './wrap-adapter.js';

/** The part of an axios instance that plugins need. */
export interface AxiosLike {
  interceptors: {
    request: {
      use(
        // Any, so that an instance of another copy of axios, with types of its own, fits too.
        // eslint-disable-next-line @typescript-eslint/no-explicit-any
        onFulfilled: (config: any) => any,
        onRejected?: null,
        options?: { synchronous?: boolean },
      ): number;
      eject(id: number): void;
    };
  };
}

/** Something that can be installed on an axios instance. */
export interface Plugin {
  /** @returns the means to take it out again. */
  install(instance: AxiosLike): () => void;
}

/**
 * Installs plugins on an axios instance and returns the same instance.
 * @throws ConfigError when one of them can't be installed there, as on an instance that has a rate limit handler already.
 */
export function use<Instance extends AxiosLike>(instance: Instance, ...plugins: readonly Plugin[]): Instance {
  for (const plugin of plugins) plugin.install(instance);
  return instance;
}

const ATTACHED: unique symbol = Symbol.for('axios-rate-limit-handler.attached');

/** Routes the requests of the instance through the loop. Returns the means to leave it as it was; calls in flight finish. */
export function attach(provider: Provider, instance: AxiosLike): () => void {
  const mark = instance as AxiosLike & { [ATTACHED]?: true };
  if (mark[ATTACHED])
    throw new ConfigError('use(instance, ...)', [
      {
        option: 'instance',
        problem: 'has a rate limit handler already, and a second one would multiply waits and retries',
        mend: 'Install one handler on each instance, and make one instance for each provider with axios.create().',
      },
    ]);
  Object.defineProperty(mark, ATTACHED, { value: true, configurable: true });
  const id = instance.interceptors.request.use(
    (config: InternalAxiosRequestConfig) => wrapAdapter(provider, config),
    null,
    {
      synchronous: true,
    },
  );
  let installed = true;
  return () => {
    if (!installed) return;
    installed = false;
    instance.interceptors.request.eject(id);
    delete mark[ATTACHED];
  };
}

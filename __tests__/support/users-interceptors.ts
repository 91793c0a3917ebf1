/**
 * What a user has on an axios instance: a token that is refreshed on a 401 through the same instance, a log, and an unwrapping of the data.
 */
import type { AxiosError, AxiosInstance, InternalAxiosRequestConfig } from 'axios';

/** @returns the log, and the means to take all of it off. */
export function addInterceptors(
  client: AxiosInstance,
  synchronous: boolean,
): { log: string[]; remove: () => void } {
  const log: string[] = [];
  let token = 'old';
  const { request, response } = client.interceptors;
  const authorize = (config: InternalAxiosRequestConfig): InternalAxiosRequestConfig => {
    // Adds to what is there, so that it would show if it ran twice on the same config.
    const before = config.headers.get('x-trace');
    config.headers.set('x-trace', `${typeof before === 'string' ? before : ''}.`);
    config.headers.set('authorization', `Bearer ${token}`);
    return config;
  };
  const tell = (config: InternalAxiosRequestConfig): InternalAxiosRequestConfig => {
    log.push(
      `> ${config.method} ${config.url} ${String(config.headers.get('x-trace'))} ${typeof config.data}`,
    );
    return { ...config };
  };
  const async = <T>(f: (config: T) => T): ((config: T) => T | Promise<T>) =>
    synchronous ? f : (config) => Promise.resolve(config).then(f);
  const requestIds = [
    request.use(async(tell), null, { synchronous }),
    request.use(async(authorize), null, { synchronous }),
  ];
  const responseIds = [
    response.use(
      (answer) => {
        log.push(`< ${answer.config.method} ${answer.config.url} ${answer.status}`);
        return answer;
      },
      (error: AxiosError) => {
        log.push(`< ${error.config?.method} ${error.config?.url} ${error.response?.status}`);
        throw error;
      },
    ),
    response.use(
      (answer) => answer.data as never,
      async (error: AxiosError) => {
        if (error.response?.status !== 401 || !error.config) throw error;
        ({ token } = await client.get<never, { token: string }>('/token', {
          baseURL: error.config.baseURL ?? '',
        }));
        return client(error.config);
      },
    ),
  ];
  return {
    log,
    remove: () => {
      for (const id of requestIds) request.eject(id);
      for (const id of responseIds) response.eject(id);
    },
  };
}

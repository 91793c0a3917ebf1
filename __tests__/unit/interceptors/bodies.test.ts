/**
 * What can be sent again is sent again as it was, byte for byte; what an attempt uses up is never sent twice.
 */
import { Readable } from 'node:stream';
import axios from 'axios';
import type { AxiosRequestConfig } from 'axios';
import { callReport } from '../../../lib/index.js';
import type { ReceivedRequest } from '../../support/http-server.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();
const random = (): number => 0;

const bytes = Uint8Array.from({ length: 700 }, (_, i) => i % 251);

const form = (): FormData => {
  const data = new FormData();
  data.set('title', 'Hello');
  data.set('file', new Blob([bytes]), 'bytes.bin');
  return data;
};

/** What can be sent twice, and what is to arrive each time. */
const REPLAYABLE: Record<
  string,
  { data: () => unknown; arrives: Buffer | RegExp; config?: AxiosRequestConfig }
> = {
  'a string': { data: () => 'Grüße', arrives: Buffer.from('Grüße') },
  'a JSON object': { data: () => ({ a: [1, 'ü'] }), arrives: Buffer.from('{"a":[1,"ü"]}') },
  'a Buffer': { data: () => Buffer.from(bytes), arrives: Buffer.from(bytes) },
  'an ArrayBuffer': { data: () => bytes.buffer.slice(0), arrives: Buffer.from(bytes) },
  URLSearchParams: {
    data: () => new URLSearchParams({ a: '1 2', b: 'ü' }),
    arrives: Buffer.from('a=1+2&b=%C3%BC'),
  },
  'a Blob': { data: () => new Blob([bytes], { type: 'image/png' }), arrives: Buffer.from(bytes) },
  'a FormData': {
    data: form,
    arrives: /^--boundary\r\n.*name="title"\r\n\r\nHello\r\n.*--boundary--/s,
  },
  'a form of plain values': {
    data: () => ({ a: 1 }),
    arrives: Buffer.from('a=1'),
    config: { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  },
  'what a transformRequest of the user wraps': {
    data: () => ({ a: 1 }),
    arrives: Buffer.from('{"wrapped":{"a":1}}'),
    config: { transformRequest: (data: unknown) => JSON.stringify({ wrapped: data }) },
  },
  nothing: { data: () => undefined, arrives: Buffer.alloc(0) },
};

describe.each(['http', 'fetch'] as const)('over the %s adapter', (adapter) => {
  test.each(Object.entries(REPLAYABLE))('%s arrives the same at each attempt', async (_, body) => {
    const { client, drive, server } = await wire([{ status: 503 }, { status: 502 }, {}], { random });
    await drive(client.put('/', body.data(), { adapter, ...body.config }));

    const [first, ...others] = server.requests.map(asSent);
    if (body.arrives instanceof RegExp) expect(first?.body).toMatch(body.arrives);
    else expect(first?.body).toBe(body.arrives.toString('latin1'));
    expect(others).toEqual([first, first]);
  });
});

/** Without what may differ: the boundary between a form's parts. */
function asSent({ body, rawHeaders }: ReceivedRequest): { body: string; headers: string[] } {
  const boundary = /^--(\S+)\r\n/.exec(body.toString('latin1'))?.[1];
  const clean = (text: string): string => (boundary ? text.replaceAll(boundary, 'boundary') : text);
  return { body: clean(body.toString('latin1')), headers: rawHeaders.map(clean) };
}

/** What is spent by the first attempt. */
const ONE_SHOT: Record<string, { data: () => unknown; arrives: string; adapter?: 'fetch' }> = {
  'a stream': { data: () => Readable.from(['one ', 'shot']), arrives: 'one shot' },
  'a form of the form-data package': { data: () => axios.toFormData({ a: 'one shot' }), arrives: 'one shot' },
  'a web stream': {
    data: () => new Blob(['one shot']).stream(),
    arrives: 'one shot',
    adapter: 'fetch',
  },
};

describe.each(Object.entries(ONE_SHOT))('%s', (_, { data, arrives, adapter = 'http' }) => {
  test.each([
    ['a 503', { status: 503 }],
    ['a 429 that names the time', { status: 429, headers: { 'retry-after': '1' } }],
  ])('is not sent again after %s: the call fails with that, and says why', async (__, refusal) => {
    const { client, failureOf, server } = await wire([refusal, {}], { random });
    const error = await failureOf(client.put('/', data(), { adapter, rateLimit: { idempotent: true } }));
    expect(error.response?.status).toBe(refusal.status);
    expect(callReport(error)?.ended).toBe('body_not_replayable');
    expect(server.requests).toHaveLength(1);
    expect(String(server.requests[0]?.body)).toContain(arrives);
  });

  test('is not sent again after the connection broke', async () => {
    const { client, failureOf, server } = await wire([{ reset: true }, {}], { random });
    const error = await failureOf(client.put('/', data(), { adapter }));
    expect(axios.isAxiosError(error)).toBe(true);
    expect(callReport(error)?.ended).toBe('body_not_replayable');
    expect(server.requests).toHaveLength(1);
  });

  test('is sent once, and whole, when all is well', async () => {
    const { client, drive, server } = await wire({}, { random });
    await drive(client.put('/', data(), { adapter }));
    expect(String(server.requests[0]?.body)).toContain(arrives);
  });
});

test('what putForm makes of an object is such a form: it is not sent again', async () => {
  const { client, failureOf, server } = await wire([{ status: 503 }, {}], { random });
  const error = await failureOf(client.putForm('/', { a: 1 }));
  expect(error.response?.status).toBe(503);
  expect(server.requests).toHaveLength(1);
});

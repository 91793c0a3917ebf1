/**
 * Streamed response bodies: one that nobody will read is let go of, one that carries an error is looked into, and the caller gets it unread.
 */
import { Agent } from 'node:http';
import type { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import type { AxiosError, AxiosResponse } from 'axios';
import { callReport } from '../../../lib/index.js';
import { settle, until } from '../../support/fake-clock.js';
import { wiring } from '../../support/wired-client.js';

const wire = wiring();
const random = (): number => 0;

/** A 403 that is really a rate limit: only the body tells. */
const limited = { status: 403, body: { error: { code: 'rateLimitExceeded', message: 'slow down' } } };
const LIMITED = JSON.stringify(limited.body);

const responseOf = (error: unknown): AxiosResponse => (error as AxiosError).response as AxiosResponse;

async function read(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('a body that nobody will read', () => {
  const endless = { status: 503, drip: ['some'], ending: 'hang' } as const;
  const zipped = {
    status: 503,
    headers: { 'content-encoding': 'gzip' },
    drip: [gzipSync('some')],
    ending: 'hang',
  } as const;

  test.each([
    ['http', endless],
    ['http', zipped],
    ['fetch', endless],
  ] as const)('does not keep its socket from the next attempt (%s)', async (adapter, reply) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { client, server } = await wire([reply, { body: 'done' }], {
      random,
      axios: { adapter, httpAgent: agent },
    });
    const { data } = await client.get<AsyncIterable<Uint8Array>>('/', { responseType: 'stream' });
    expect(await read(data)).toBe('done');
    await server.requests[0]?.closed;
    agent.destroy();
  });
});

describe.each(['http', 'fetch'] as const)('an error’s body over the %s adapter', (adapter) => {
  const axios = { adapter };

  test('is looked into, and given to the caller unread', async () => {
    const { client, failureOf } = await wire(limited, { axios });
    const error = await failureOf(client.get('/', { responseType: 'stream' }));
    expect(callReport(error)?.attempts[0]?.class).toBe('rate_limited');
    expect(await read(responseOf(error).data as Readable)).toBe(LIMITED);
  });

  test('of any size arrives whole, though only its beginning is looked into', async () => {
    const body = LIMITED + ' '.repeat(3_000_000);
    const { client } = await wire({ status: 403, body }, { axios });
    const error: unknown = await client.get('/', { responseType: 'stream' }).catch((e: unknown) => e);
    expect(callReport(error)?.attempts[0]?.class).toBe('rate_limited');
    expect(await read(responseOf(error).data as Readable)).toBe(body);
  });

  test('that does not come is not waited for', async () => {
    const { client, clock, server } = await wire({ status: 403, drip: [], ending: 'hang' }, { axios });
    let error: unknown;
    client.get('/', { responseType: 'stream' }).catch((e: unknown) => (error = e));
    await server.received(1);
    await until(() => clock.pending.length > 0);
    expect(error).toBeUndefined();
    await clock.advance(1_000);
    expect(responseOf(error).status).toBe(403);
  });

  test('that comes in pieces is given as it comes', async () => {
    const { client, failureOf } = await wire({ status: 404, drip: ['not ', 'here'] }, { axios });
    const error = await failureOf(client.get('/', { responseType: 'stream' }));
    expect(await read(responseOf(error).data as Readable)).toBe('not here');
  });

  test.each(['arraybuffer', 'text', 'json'] as const)('is looked into as %s, too', async (responseType) => {
    const { client, failureOf } = await wire(limited, { axios });
    const error = await failureOf(client.get('/', { responseType }));
    expect(callReport(error)?.attempts[0]?.class).toBe('rate_limited');
  });
});

test('an error’s body as a Blob is looked into, too', async () => {
  const { client, failureOf } = await wire(limited, { axios: { adapter: 'fetch' } });
  const error = await failureOf(client.get('/', { responseType: 'blob' }));
  expect(callReport(error)?.attempts[0]?.class).toBe('rate_limited');
  expect(await (responseOf(error).data as Blob).text()).toBe(LIMITED);
});

describe('a Node stream that was looked into', () => {
  const bodies = { 'one with a body': LIMITED, 'an empty one': '' };
  const replies = Object.entries(bodies).flatMap(([name, body]) => [
    [name, { status: 403, body }] as const,
    [`${name}, in pieces`, { status: 403, drip: [body] }] as const,
    [
      `${name}, zipped`,
      { status: 403, headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) },
    ] as const,
  ]);

  const looks: [string, () => Promise<void>][] = [
    ['at once', () => Promise.resolve()],
    ['a while later', settle],
  ];

  describe.each(replies)('%s', (name, reply) => {
    test.each(looks)('tells of its data and its end to whoever listens %s', async (_, look) => {
      const { client } = await wire(reply);
      const error: unknown = await client.get('/', { responseType: 'stream' }).catch((e: unknown) => e);
      await look();
      const stream = responseOf(error).data as Readable;
      expect(stream.readableEnded).toBe(false);
      expect(stream.listenerCount('readable')).toBe(0);
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      let ended = false;
      stream.on('end', () => (ended = true));
      await until(() => ended);
      expect(text).toBe(name.startsWith('an empty') ? '' : LIMITED);
    });
  });
});

test('a success that is streamed is not touched', async () => {
  const { client, drive } = await wire({ drip: ['one ', 'two'] });
  const { data } = await client.get<Readable>('/', { responseType: 'stream' });
  expect(data.readableFlowing).toBeNull();
  expect(data.readableDidRead).toBe(false);
  expect(await drive(read(data))).toBe('one two');
});

test('a refusal that validateStatus lets pass is judged by its status all the same', async () => {
  const { client, drive, server } = await wire(
    [{ status: 429, headers: { 'retry-after': '2' } }, { body: 'done' }],
    {
      axios: { validateStatus: () => true },
    },
  );
  expect((await drive(client.get('/'))).data).toBe('done');
  expect(server.requests).toHaveLength(2);
});

test('such a refusal is what the caller gets as a response, when no attempt is left', async () => {
  const { client, drive, server } = await wire(
    { status: 429 },
    { random, axios: { validateStatus: () => true } },
  );
  const response = await drive(client.get('/'));
  expect(response.status).toBe(429);
  expect(callReport(response)).toMatchObject({ ended: 'attempts_spent', attempts: { length: 5 } });
  expect(server.requests).toHaveLength(5);
});

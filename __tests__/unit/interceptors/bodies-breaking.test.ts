/**
 * A stream that is to be sent and breaks while its request waits: the call fails with that, and nothing else does. An error of a stream that nobody
 * hears ends the process.
 */
import { PassThrough } from 'node:stream';
import axios from 'axios';
import { callReport } from '../../../lib/index.js';
import { settle } from '../../support/fake-clock.js';
import { wiring, type Wired, type WiredOptions } from '../../support/wired-client.js';

const wire = wiring();
const broken = Object.assign(new Error('the disk is gone'), { code: 'EIO' });

/** A token every ten seconds, and the first is gone. */
const quota = { limit: 1, windowMs: 8_000, burst: 1 };

interface Wait {
  options: WiredOptions;
  prepare?: (wired: Wired) => Promise<unknown>;
}

const never = new Promise<never>(() => undefined);
const WAITS: Record<string, Wait> = {
  'its tokens': { options: { quota }, prepare: ({ client }) => client.get('/') },
  'the work before its attempt': { options: { beforeAttempt: () => never } },
};

describe.each(Object.entries(WAITS))('while its request waits for %s', (_, { options, prepare }) => {
  const begin = async (): Promise<{
    body: PassThrough;
    failure: Promise<unknown>;
    wired: Wired;
    sent: number;
  }> => {
    const wired = await wire({}, options);
    await prepare?.(wired);
    const body = new PassThrough();
    const failure = wired.client.put('/', body).then(
      () => 'sent',
      (error: unknown) => error,
    );
    await settle();
    return { body, failure, wired, sent: wired.server.requests.length };
  };

  test('a stream that fails', async () => {
    const { body, failure, wired, sent } = await begin();
    body.destroy(broken);
    const error = await failure;
    expect(axios.isAxiosError(error)).toBe(true);
    expect(error).toMatchObject({
      message: 'the disk is gone',
      code: 'EIO',
      config: { url: '/', data: body },
    });
    expect(callReport(error)).toMatchObject({ ended: 'failed', attempts: [] });
    expect(body.listenerCount('error') + body.listenerCount('close')).toBe(0);
    await wired.clock.advance(60_000);
    expect(wired.server.requests).toHaveLength(sent);
  });

  test('a stream that is destroyed without a word', async () => {
    const { body, failure, wired, sent } = await begin();
    body.destroy();
    expect(await failure).toMatchObject({ code: 'ERR_CANCELED', message: 'Request stream has been aborted' });
    expect(body.listenerCount('error') + body.listenerCount('close')).toBe(0);
    await wired.clock.advance(60_000);
    expect(wired.server.requests).toHaveLength(sent);
  });
});

test('one that has failed before is not waited for', async () => {
  const { client, server } = await wire({}, { quota });
  await client.get('/');
  const body = new PassThrough();
  body.on('error', () => undefined).destroy(broken);
  await settle();
  expect(await client.put('/', body).catch((error: unknown) => error)).toMatchObject({ code: 'EIO' });
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['within', (body: PassThrough) => void body.destroy(broken)],
  ['just at the end of', async (body: PassThrough) => Promise.resolve(void body.destroy(broken))],
])('one that breaks %s the work before the attempt', async (_, work) => {
  const body = new PassThrough();
  const { client, server } = await wire({}, { beforeAttempt: () => work(body) });
  expect(await client.put('/', body).catch((error: unknown) => error)).toMatchObject({ code: 'EIO' });
  expect(server.requests).toHaveLength(0);
});

test('one that waits and is well is sent whole, and keeps no listener of ours', async () => {
  const { client, drive, server } = await wire({}, { quota });
  await client.get('/');
  const body = new PassThrough();
  const call = client.put('/', body);
  body.write('first ');
  await settle();
  expect(body.listenerCount('error')).toBe(1);
  body.end('last');
  await drive(call);
  expect(String(server.requests[1]?.body)).toBe('first last');
  expect(body.listenerCount('error')).toBe(body.listenerCount('close'));
});

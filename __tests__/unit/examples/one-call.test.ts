import axios, { AxiosError, type AxiosAdapter } from 'axios';
import type { Call } from '../../../examples/demo/burst.js';
import { tellFirstLoss, tellOneCall } from '../../../examples/demo/one-call.js';
import type { Outcome } from '../../../examples/demo/phase.js';
import { rateLimitHandler, use } from '../../../lib/index.js';

/** Answers with these statuses in turn. */
function statuses(...all: number[]): AxiosAdapter {
  return async (config) => {
    const response = { status: all.shift() ?? 500, statusText: '', headers: {}, data: '', config };
    if (response.status < 400) return response;
    throw new AxiosError('failed', AxiosError.ERR_BAD_RESPONSE, config, null, response);
  };
}

/** Makes the charge through the plugin; no wait between attempts is longer than 0. */
async function charge(order: string, adapter: AxiosAdapter): Promise<Outcome> {
  const idempotency = { header: 'Idempotency-Key', methods: ['POST'] };
  const client = use(axios.create({ adapter }), rateLimitHandler({ idempotency, random: () => 0 }));
  const call: Call = { method: 'POST', path: '/charges', credential: 'a', body: { order, amount: 1 } };
  const rateLimit = { idempotencyKey: `key of ${order}` };
  return client.post(call.path, call.body, { rateLimit }).then(
    (answer) => ({ call, ok: true, answer }),
    (answer: unknown) => ({ call, ok: false, answer }),
  );
}

test('tells each attempt of the charge that took the most', async () => {
  const outcomes = [await charge('smooth', statuses(201)), await charge('rough', statuses(502, 201))];
  const lines = tellOneCall(outcomes).split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^callReport of the charge for rough: .* key key of rough$/);
  expect(lines[1]).toMatch(/^ {2}attempt 1: no wait, then 502 /);
  expect(lines[2]).toMatch(/^ {2}attempt 2: .*then 201 /);
});

test('tells the first call that was lost, and why', async () => {
  const outcomes = [await charge('good', statuses(201)), await charge('bad', statuses(404))];
  expect(tellFirstLoss(outcomes)).toBe('POST /charges was lost: AxiosError: failed');
  expect(tellFirstLoss(outcomes.slice(0, 1))).toBeUndefined();
});

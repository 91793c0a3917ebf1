import axios from 'axios';
import { Agent } from 'node:http';
import { PaymentService, type ServiceOptions } from '../../../examples/demo/payment-service.js';
import { startUpstream, type Upstream } from '../../../examples/demo/upstream.js';

let upstream: Upstream;
const agent = new Agent({ keepAlive: true });
const client = axios.create({
  httpAgent: agent,
  validateStatus: () => true,
  headers: { Authorization: 'a' },
});

async function serve(options: Partial<ServiceOptions>): Promise<PaymentService> {
  const service = new PaymentService({
    quota: { limit: 10, windowMs: 60_000 },
    ceiling: { limit: 10, windowMs: 60_000 },
    faults: [],
    ...options,
  });
  upstream = await startUpstream(service, 0);
  return service;
}

afterEach(() => upstream.close());
afterAll(() => agent.destroy());

test('a refusal crosses the wire with its Retry-After and the standard fields', async () => {
  await serve({ quota: { limit: 1, windowMs: 60_000 } });
  await client.get(`${upstream.url}/orders/1`);
  const refused = await client.get(`${upstream.url}/orders/2`);
  expect(refused.status).toBe(429);
  expect(refused.headers).toMatchObject({
    'retry-after': '60',
    'x-ratelimit-limit': '1',
    'x-ratelimit-remaining': '0',
  });
});

test('a charge is booked under the key that came over the wire', async () => {
  const service = await serve({});
  const send = () =>
    client.post(`${upstream.url}/charges`, { order: 'o1' }, { headers: { 'Idempotency-Key': 'k1' } });
  expect((await send()).status).toBe(201);
  expect((await send()).headers['idempotent-replayed']).toBe('true');
  expect(service.ledger.timesCharged('o1')).toBe(1);
});

test('a planned reset is a reset for the client, after the charge is booked', async () => {
  const service = await serve({
    faults: [{ credential: 'a', method: 'POST', nth: 1, fault: 'reset-after-effect' }],
  });
  await expect(client.post(`${upstream.url}/charges`, { order: 'o1' })).rejects.toMatchObject({
    code: 'ECONNRESET',
  });
  expect(service.ledger.timesCharged('o1')).toBe(1);
});

import { planFaults, type PlannedFault } from '../../../examples/demo/faults.js';
import { PaymentService, type ServiceReply } from '../../../examples/demo/payment-service.js';

const ALICE = 'Bearer alice';
const BOB = 'Bearer bob';

function serviceWith(faults: readonly PlannedFault[] = [], limit = 2): PaymentService {
  return new PaymentService({
    quota: { limit, windowMs: 1_000 },
    ceiling: { limit: limit + 1, windowMs: 1_000 },
    faults,
  });
}

function read(service: PaymentService, now: number, credential = ALICE, path = '/orders/1'): ServiceReply {
  return service.handle({ method: 'GET', path, credential, key: undefined, body: '' }, now);
}

function charge(service: PaymentService, now: number, key?: string): ServiceReply {
  const body = JSON.stringify({ order: 'o1', amount: 5 });
  return service.handle({ method: 'POST', path: '/charges', credential: ALICE, key, body }, now);
}

function statusOf(reply: ServiceReply): number | 'reset' {
  return 'reset' in reply ? 'reset' : reply.status;
}

function headersOf(reply: ServiceReply): Record<string, string> {
  return 'reset' in reply ? {} : reply.headers;
}

test('refuses a credential beyond its quota and leaves the others alone', () => {
  const service = serviceWith();
  expect([0, 1, 2].map((now) => statusOf(read(service, now)))).toEqual([200, 200, 429]);
  expect(statusOf(read(service, 3, BOB))).toBe(200);
  expect(service.traffic.overQuota).toBe(1);
});

test('refuses everybody beyond the ceiling', () => {
  const service = serviceWith();
  read(service, 0);
  read(service, 0);
  read(service, 0, BOB);
  expect(statusOf(read(service, 1, BOB))).toBe(429);
  expect(statusOf(read(service, 1_000, BOB))).toBe(200);
});

test('a refused request uses up nothing', () => {
  const service = serviceWith();
  for (const now of [0, 1, 2, 998, 999]) read(service, now);
  expect(statusOf(read(service, 1_000))).toBe(200);
});

test('Retry-After is rounded up to whole seconds, so that obeying it suffices', () => {
  const service = serviceWith();
  read(service, 0);
  read(service, 400);
  const refused = read(service, 700);
  expect(headersOf(refused)['Retry-After']).toBe('1');
  expect(statusOf(read(service, 1_700))).toBe(200);
});

test('every answer tells the quota and what remains of it', () => {
  const service = serviceWith();
  expect(headersOf(read(service, 0))).toMatchObject({
    'X-RateLimit-Limit': '2',
    'X-RateLimit-Remaining': '1',
    'X-RateLimit-Reset': '1',
  });
});

test('books a charge once for a key, and says so when it comes again', () => {
  const service = serviceWith();
  charge(service, 0, 'k1');
  expect(headersOf(charge(service, 1, 'k1'))['Idempotent-Replayed']).toBe('true');
  expect(service.ledger.timesCharged('o1')).toBe(1);
  expect(service.ledger.duplicates).toBe(0);
});

test('books a charge twice that comes twice without a key', () => {
  const service = serviceWith();
  charge(service, 0);
  charge(service, 1);
  expect(service.ledger.duplicates).toBe(1);
});

test.each([
  { fault: 'bad-gateway-after-effect', status: 502, booked: 1 },
  { fault: 'reset-after-effect', status: 'reset', booked: 1 },
  { fault: 'reset', status: 'reset', booked: 0 },
  { fault: 'overloaded', status: 503, booked: 0 },
  { fault: 'throttle', status: 429, booked: 0 },
] as const)('$fault answers $status with $booked charge booked', ({ fault, status, booked }) => {
  const service = serviceWith([{ credential: ALICE, method: 'POST', nth: 1, fault }]);
  expect(statusOf(charge(service, 0, 'k1'))).toBe(status);
  expect(service.ledger.timesCharged('o1')).toBe(booked);
  expect(service.traffic.faults[fault]).toBe(1);
  expect(service.traffic.overQuota).toBe(0);
});

test('a fault meets the request that it is planned for, and no other', () => {
  const service = serviceWith([{ credential: ALICE, method: 'GET', nth: 2, fault: 'reset' }], 9);
  expect(statusOf(read(service, 0, BOB))).toBe(200);
  expect(statusOf(charge(service, 0))).toBe(201);
  expect([0, 0, 0].map((now) => statusOf(read(service, now)))).toEqual([200, 'reset', 200]);
});

test('the refused requests do not count towards a fault', () => {
  const service = serviceWith([{ credential: ALICE, method: 'GET', nth: 3, fault: 'reset' }]);
  expect([0, 0, 0, 1_000].map((now) => statusOf(read(service, now)))).toEqual([200, 200, 429, 'reset']);
});

test('counts a call that comes again before its Retry-After is over', () => {
  const service = serviceWith([{ credential: ALICE, method: 'GET', nth: 1, fault: 'overloaded' }], 9);
  read(service, 0);
  read(service, 10, ALICE, '/orders/2');
  expect(service.traffic.earlyRetries).toBe(0);
  read(service, 999);
  expect(service.traffic.earlyRetries).toBe(1);
  read(service, 1_000);
  expect(service.traffic.earlyRetries).toBe(1);
});

test('the plan gives each credential the same faults', () => {
  const kinds = (credential: string): string[] =>
    planFaults([ALICE, BOB])
      .filter((planned) => planned.credential === credential)
      .map(({ method, fault }) => `${method} ${fault}`);
  expect(kinds(BOB)).toEqual(kinds(ALICE));
});

import Bottleneck from 'bottleneck';
import { WaitingRoom } from '../../../lib/admission/waiting-room.js';
import { Waiter } from '../../../lib/admission/waiter.js';
import { NOON, clock, letTimeRun, pass, stopTime } from '../../support/stopped-time.js';

beforeEach(stopTime);
afterEach(letTimeRun);

const one = { units: 1, tokens: [1] };

/** A room, and how many turns its limiter was funded with so far. */
function openRoom(): {
  room: WaitingRoom;
  come: (order: number, priority?: number) => Waiter;
  turns: () => number;
  arrivals: () => number;
} {
  let turns = 0;
  let arrivals = 0;
  const fund = Bottleneck.prototype.incrementReservoir;
  jest.spyOn(Bottleneck.prototype, 'incrementReservoir').mockImplementation(function (this: Bottleneck, by) {
    turns += by;
    return fund.call(this, by);
  });
  const room = new WaitingRoom({ clock, onArrival: () => arrivals++, onDeadline: () => undefined });
  const come = (order: number, priority = 5): Waiter => {
    const charges = { credential: one, provider: one };
    const terms = { priority, order, charges, endsAt: NOON + 60_000, since: NOON };
    const waiter = new Waiter(
      terms,
      () => undefined,
      () => undefined,
    );
    room.join(waiter);
    return waiter;
  };
  return { room, come, turns: () => turns, arrivals: () => arrivals };
}

const gone = new Error('gone');

describe('the waiting room', () => {
  it('calls nobody to the front before it is asked for the next', async () => {
    const { room, come, turns, arrivals } = openRoom();
    for (let i = 0; i < 10; i++) come(i);
    await pass(1_000);
    expect([room.size, turns(), arrivals()]).toEqual([10, 0, 0]);
  });

  it('calls a few at once, the first in front, and says when each has come', async () => {
    const { room, come, turns, arrivals } = openRoom();
    const waiters = Array.from({ length: 200 }, (_, i) => come(i));
    expect(room.next()).toBeUndefined();
    await pass();
    expect(room.next()).toBe(waiters[0]);
    expect(turns()).toBeLessThan(200);
    expect(arrivals()).toBe(turns());
  });

  it('calls the most urgent ones first, however many wait', async () => {
    const { room, come } = openRoom();
    for (let i = 0; i < 200; i++) come(i);
    const urgent = come(200, 0);
    await pass();
    room.next();
    await pass();
    expect(room.next()).toBe(urgent);
  });

  it('gives no turn twice while those who had one are on their way', async () => {
    const { room, come, turns } = openRoom();
    for (let i = 0; i < 10; i++) come(i);
    for (let i = 0; i < 10; i++) room.next();
    expect(turns()).toBe(10);
    await pass();
    for (let i = 0; i < 10; i++) room.next();
    expect(turns()).toBe(10);
  });

  it('passes over those who gave up', async () => {
    const { room, come } = openRoom();
    const waiters = Array.from({ length: 5 }, (_, i) => come(i));
    waiters[0]?.refuse(gone);
    room.next();
    await pass();
    waiters[1]?.refuse(gone);
    expect(room.next()).toBe(waiters[2]);
    expect(room.size).toBe(3);
  });

  it('is empty, its limiter too, soon after all have given up', async () => {
    const { room, come, turns } = openRoom();
    const waiters = Array.from({ length: 300 }, (_, i) => come(i));
    waiters.forEach((waiter) => waiter.refuse(gone));
    expect(room.empty).toBe(false);
    expect(turns()).toBe(300);
    await pass();
    expect(room.empty).toBe(true);
  });

  it('calls out those who gave up when there are many of them, and keeps the order of the others', async () => {
    const { room, come, turns } = openRoom();
    const waiters = Array.from({ length: 2_500 }, (_, i) => come(i));
    waiters.slice(1, 2_000).forEach((waiter) => waiter.refuse(gone));
    await pass();
    expect(turns()).toBeGreaterThan(1_000);
    expect(room.next()).toBe(waiters[0]);
    waiters[0]?.refuse(gone);
    expect(room.next()).toBe(waiters[2_000]);
    expect(room.size).toBe(500);
  });

  it('tells what those ahead take: nothing where nobody waits', () => {
    const { room, come } = openRoom();
    expect(room.ahead(5)).toBeUndefined();
    come(0, 0);
    come(1, 5);
    const last = come(2, 9);
    const units = (priority: number): number | undefined => room.ahead(priority)?.credential.units;
    expect([units(0), units(5), units(9)]).toEqual([1, 2, 3]);
    last.refuse(gone);
    expect([units(0), units(5), units(9)]).toEqual([1, 2, 2]);
  });
});

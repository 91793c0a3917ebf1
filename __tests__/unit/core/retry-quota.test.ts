import { RetryQuota } from '../../../lib/core/retry-quota.js';

const policy = { capacity: 500, throttleCost: 5, otherCost: 14, refund: 1 };

/** Spends until the stock no longer covers a retry, and tells how many there were. */
function spendAll(quota: RetryQuota, throttled: boolean): number {
  let retries = 0;
  for (let price = quota.priceOf(throttled); price !== undefined; price = quota.priceOf(throttled)) {
    quota.spend(price);
    retries++;
  }
  return retries;
}

describe('the retry quota', () => {
  it('prices a retry after a throttle at 5 and any other at 14', () => {
    const quota = new RetryQuota(policy);
    expect(quota.priceOf(true)).toBe(5);
    expect(quota.priceOf(false)).toBe(14);
    expect(quota.units).toBe(500);
  });

  it('covers a hundred retries of throttles, or 35 of other failures, and no more', () => {
    expect(spendAll(new RetryQuota(policy), true)).toBe(100);
    expect(spendAll(new RetryQuota(policy), false)).toBe(35);
  });

  it('covers retries to its last unit', () => {
    const quota = new RetryQuota({ ...policy, capacity: 14 });
    quota.spend(14);
    expect(quota.units).toBe(0);
    expect(quota.priceOf(true)).toBeUndefined();
  });

  it('still covers a cheap retry where a dear one is too much', () => {
    const quota = new RetryQuota({ ...policy, capacity: 13 });
    expect(quota.priceOf(false)).toBeUndefined();
    expect(quota.priceOf(true)).toBe(5);
  });

  it('gets 1 back for a call that succeeds at once', () => {
    const quota = new RetryQuota(policy);
    quota.spend(14);
    quota.restore(0);
    expect(quota.units).toBe(487);
  });

  it('gets back what a retried call had spent', () => {
    const quota = new RetryQuota(policy);
    quota.spend(14);
    quota.spend(14);
    quota.restore(14);
    expect(quota.units).toBe(486);
  });

  it('never holds more than at the start', () => {
    const quota = new RetryQuota(policy);
    quota.restore(0);
    quota.restore(14);
    expect(quota.units).toBe(500);
  });
});

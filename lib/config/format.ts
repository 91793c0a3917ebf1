/**
 * Durations, counts and shares as people read them. Pure; imports nothing.
 */

const UNITS = [
  { name: 'day', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1000 },
] as const;

/** `30 s`, `1.5 min`, `250 ms`: in the largest unit that needs no more than one decimal. */
export function formatDuration(ms: number): string {
  const unit = UNITS.find((candidate) => ms >= candidate.ms && Number.isInteger((ms / candidate.ms) * 10));
  if (!unit) return `${formatNumber(ms)} ms`;
  const count = ms / unit.ms;
  return `${formatNumber(count)} ${unit.name === 'day' && count > 1 ? 'days' : unit.name}`;
}

/** `50/min`, `10 per 10 s`. */
export function formatRate(count: number, windowMs: number): string {
  const unit = UNITS.find(({ ms }) => ms === windowMs);
  return `${formatNumber(count)}${unit ? `/${unit.name}` : ` per ${formatDuration(windowMs)}`}`;
}

/** `10,000`, `0.8`: at most two decimals, or two significant digits below 1. */
export function formatNumber(value: number): string {
  const digits = value < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
  return value.toLocaleString('en-US', digits);
}

/** `80%`. */
export function formatShare(share: number): string {
  return `${formatNumber(Number((share * 100).toPrecision(3)))}%`;
}

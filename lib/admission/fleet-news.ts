/**
 * What the processes of a fleet tell each other over the channel. Imports only types.
 */
import type { AccountRef } from '../core/ports.js';

/** An account is paused or closed for so long: a duration, since clocks differ. */
export interface HeldNews {
  readonly kind: 'held';
  /** The process that tells. */
  readonly from: string;
  readonly account: AccountRef;
  readonly by: 'cooldown' | 'quota';
  readonly ms: number;
}

/** A process has come: how many there are with it, and its figures. */
export interface JoinedNews {
  readonly kind: 'joined';
  readonly from: string;
  readonly processes: number;
  readonly figures: string;
}

/** The news in a message; nothing, when it isn't one that this version knows. */
export function readNews(message: string): HeldNews | JoinedNews | undefined {
  let news: unknown;
  try {
    news = JSON.parse(message);
  } catch {
    return undefined;
  }
  if (typeof news !== 'object' || news === null) return undefined;
  return isHeld(news) || isJoined(news) ? news : undefined;
}

function isHeld(news: Partial<HeldNews>): news is HeldNews {
  const { kind, from, account, by, ms } = news;
  if (kind !== 'held' || typeof from !== 'string' || typeof ms !== 'number') return false;
  if (typeof account !== 'object' || account === null || typeof account.scope !== 'string') return false;
  return ['credential', 'provider'].includes(account.whose) && ['cooldown', 'quota'].includes(by as string);
}

function isJoined(news: Partial<JoinedNews>): news is JoinedNews {
  const { kind, from, processes, figures } = news;
  return (
    kind === 'joined' &&
    typeof from === 'string' &&
    typeof processes === 'number' &&
    typeof figures === 'string'
  );
}

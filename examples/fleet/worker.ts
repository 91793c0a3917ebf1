/**
 * One process of the fleet. It knows nothing of the others: all that it says is where Redis is.
 */
import axios from 'axios';
import { Redis } from 'ioredis';
import { Agent } from 'node:http';
import { rateLimitHandler, use } from '../../lib/index.js';
import { redisFleet } from '../../lib/redis.js';
import type { Counts, Message, Order } from './messages.js';
import { BACKLOG, CEILING, CREDENTIALS, QUOTA } from './terms.js';

const COUNTS_MS = 100;

const [name = '', upstreamUrl = '', redisUrl = '', prefix = ''] = process.argv.slice(2);

const limits = rateLimitHandler({
  provider: 'acme',
  quota: QUOTA,
  ceiling: CEILING,
  fleet: redisFleet({ client: new Redis(redisUrl), prefix }),
  onFleetEvent: (event) => tell({ kind: 'fleet', event }),
});
const agent = new Agent({ keepAlive: true });
const client = use(axios.create({ baseURL: upstreamUrl, httpAgent: agent }), limits);

const counts: Counts = { made: 0, answered: 0, lost: 0, loss: undefined };
let stopped = false;

process.on('message', (order: Order) => {
  if (order === 'stop') stopped = true;
  else void work();
});
process.on('disconnect', () => process.exit());
tell({ kind: 'ready' });

async function work(): Promise<void> {
  const timer = setInterval(() => tell({ kind: 'counts', counts }), COUNTS_MS);
  await Promise.all(
    CREDENTIALS.flatMap((credential) => Array.from({ length: BACKLOG }, () => loop(credential))),
  );
  clearInterval(timer);
  tell({ kind: 'finished', counts });
}

async function loop(credential: string): Promise<void> {
  while (!stopped) {
    counts.made += 1;
    try {
      await client.get(`/${name}/orders/${counts.made}`, { headers: { Authorization: credential } });
      counts.answered += 1;
    } catch (error) {
      counts.lost += 1;
      counts.loss ??= String(error);
    }
  }
}

function tell(message: Message): void {
  process.send?.(message);
}

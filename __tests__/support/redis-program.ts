/**
 * Finds the Redis server's program, and installs it where that is possible. Loaded by Jest's global set-up too, which knows nothing of our module names:
 * so it imports Node's own modules only.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @throws Error when there is no server, and none can be installed. */
export function findRedis(): string {
  // Valkey is Redis by another name.
  const program = onPath('redis-server') ?? onPath('valkey-server') ?? install();
  if (!program)
    throw new Error(
      'The integration tests start Redis servers, and there is no redis-server on the PATH. Install it:\n' +
        '  sudo apt-get update && sudo apt-get install -y redis-server    (macOS: brew install redis)\n' +
        'The unit tests do without: npm run test:unit',
    );
  return program;
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function install(): string | undefined {
  const apt = onPath('apt-get');
  if (!apt || process.getuid?.() !== 0 || process.env.REDIS_NO_INSTALL) return undefined;
  console.log(
    'There is no redis-server: installing it with apt-get. (REDIS_NO_INSTALL=1 keeps it from doing so.)',
  );
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync(apt, ['update', '-qq'], options);
  execFileSync(apt, ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], options);
  return onPath('redis-server');
}

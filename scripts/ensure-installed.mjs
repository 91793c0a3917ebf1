/**
 * Runs `npm ci` if node_modules lacks anything that package-lock.json asks for, so that the demo and the benches start on a fresh clone.
 * Uses Node's built-ins alone.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const readJson = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/** The installed version of the package at this path, if there is one. */
function versionAt(path) {
  try {
    return readJson(`${path}/package.json`).version;
  } catch {
    return undefined;
  }
}

/** The first package that is absent or of another version than the lock file's. */
function findMissing() {
  // npm writes this one last: without it an installation was cut short.
  if (!existsSync(new URL('node_modules/.package-lock.json', root))) return 'node_modules';
  const wanted = Object.entries(readJson('package-lock.json').packages);
  return wanted.find(
    ([path, { optional, version }]) => path && !optional && versionAt(path) !== version,
  )?.[0];
}

const missing = findMissing();
if (missing) {
  console.log(`${missing} is missing or out of date: running "npm ci" first.`);
  // A shell, because npm is a script on Windows.
  execFileSync('npm ci', { cwd: fileURLToPath(root), stdio: 'inherit', shell: true });
}

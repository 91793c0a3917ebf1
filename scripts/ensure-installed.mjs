/**
 * Runs `npm ci` if node_modules lacks anything that package-lock.json asks for, so that the demo and the benches start on a fresh clone.
 * Uses Node's built-ins alone.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const readJson = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/** The first package that is absent or of another version; the lock file inside node_modules is what npm writes last. */
function findMissing() {
  const wanted = Object.entries(readJson('package-lock.json').packages).filter(
    ([path, { optional }]) => path && !optional,
  );
  try {
    readJson('node_modules/.package-lock.json');
  } catch {
    return 'node_modules';
  }
  return wanted.find(([path, { version }]) => {
    try {
      return readJson(`${path}/package.json`).version !== version;
    } catch {
      return true;
    }
  })?.[0];
}

const missing = findMissing();
if (missing) {
  console.log(`${missing} is missing or out of date: running "npm ci" first.`);
  // A shell, because npm is a script on Windows.
  execFileSync('npm ci', { cwd: fileURLToPath(root), stdio: 'inherit', shell: true });
}

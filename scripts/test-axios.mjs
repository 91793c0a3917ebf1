/**
 * Runs the unit tests on every axios that package.json lists: the current one, and older ones under aliases such as `axios-1-7`.
 * Names as arguments choose among them; jest.config.ts does the redirection.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const all = Object.keys(devDependencies).filter((name) => /^axios(-\d+)*$/.test(name));
const chosen = process.argv.length > 2 ? process.argv.slice(2) : all;

for (const name of chosen) {
  if (!all.includes(name)) throw new Error(`${name} is none of ${all.join(', ')}`);
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  console.log(`axios ${version}`);
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--silent', '--selectProjects', 'unit'],
    {
      stdio: 'inherit',
      env: { ...process.env, AXIOS_ALIAS: name },
    },
  );
  if (status !== 0) process.exitCode = 1;
}

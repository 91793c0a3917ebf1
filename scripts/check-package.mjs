/**
 * Packs the package into a temporary folder, as it would be published (which builds it anew), and checks that file: publint for its
 * manifest, attw for its types, and scripts/check-consumers.mjs for projects that use it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'pack-'));
const run = (command) => execFileSync(command, { stdio: 'inherit', shell: true });

try {
  run(`npm pack --silent --pack-destination "${folder}"`);
  const packed = join(folder, readdirSync(folder)[0]);
  run(`npx publint --strict "${packed}"`);
  run(`npx attw "${packed}" --profile node16`);
  run(`node scripts/check-consumers.mjs "${packed}"`);
} catch (error) {
  // The command has said what is wrong.
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

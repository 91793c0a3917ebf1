/**
 * Checks a packed file from its users' side: `node scripts/check-consumers.mjs file.tgz`. Puts it into the node_modules of a temporary
 * project, next to the axios of today and of the oldest supported kind, then
 * - compiles the projects in __tests__/types against its types, and runs them (ES modules and CommonJS);
 * - loads each entry by import and by require;
 * - asks the command line to explain a response;
 * - bundles the main entry for a browser.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

const packed = resolve(process.argv[2]);
const { name, bin, dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const project = mkdtempSync(join(tmpdir(), 'consumer-'));
const run = (script, ...args) =>
  execFileSync(process.execPath, [script, ...args], { cwd: project, stdio: 'inherit' });

/** Links a package of ours into the project, under its own name or another. */
function link(from, to = from) {
  const path = join(project, 'node_modules', to);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  symlinkSync(resolve('node_modules', from), path, 'junction');
}

function explainByCommandLine() {
  const script = join(project, 'node_modules', name, bin[name]);
  const input = 'HTTP/1.1 429 Too Many Requests\nRetry-After: 5\n';
  const page = execFileSync(process.execPath, [script, 'explain', '--provider', 'stripe'], {
    input,
    encoding: 'utf8',
  });
  if (!page.includes('rate_limited')) throw new Error(`The command line explains nothing:\n${page}`);
  console.log('the command line explains a response');
}

async function bundleForBrowser() {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${name}'`, resolveDir: project },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    external: Object.keys(peerDependencies),
    write: false,
  });
  console.log(
    `bundled for a browser, minified, without axios: ${Math.round(outputFiles[0].contents.length / 1024)} kB`,
  );
}

try {
  cpSync('__tests__/types', project, { recursive: true });
  const installed = join(project, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', packed, '--strip-components=1', '-C', installed]);
  for (const dependency of [...Object.keys({ ...dependencies, ...peerDependencies }), 'axios-1-7'])
    link(dependency);

  for (const axios of ['axios-1-7', 'axios']) {
    link(axios, 'axios');
    for (const typescript of ['typescript', 'typescript7'])
      run(resolve('node_modules', typescript, 'bin/tsc'));
    for (const script of ['consumer.mjs', 'consumer.cjs', 'entries.mjs']) run(join(project, script));
    console.log(`consumers compile and run with ${axios}`);
  }
  explainByCommandLine();
  await bundleForBrowser();
} catch (error) {
  // The command has said what is wrong.
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(project, { recursive: true });
}

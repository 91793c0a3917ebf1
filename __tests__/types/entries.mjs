/** Loads each entry of the installed package by import and by require: both must work, and offer the same names. */
import { deepStrictEqual, ok } from 'node:assert';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { name, exports } = require('axios-rate-limit-handler/package.json');

for (const entry of Object.keys(exports).filter((path) => !path.endsWith('.json'))) {
  const specifier = name + entry.slice(1);
  const imported = Object.keys(await import(specifier)).sort();
  const required = Object.keys(require(specifier)).sort();
  ok(imported.length > 0, `${specifier} exports nothing`);
  deepStrictEqual(required, imported, `${specifier} offers other names by require than by import`);
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PRESET_NAMES } from '../../../lib/providers/by-name.js';
import { providersPage } from '../../../scripts/providers-page.js';

test('docs/providers.md is up to date: if not, run `npm run docs:providers`', () => {
  expect(readFileSync(join(__dirname, '../../../docs/providers.md'), 'utf8')).toBe(providersPage());
});

test('the page has a row for each preset', () => {
  const page = providersPage();
  for (const name of PRESET_NAMES) expect(page).toMatch(new RegExp(`\\| \`${name}\` +\\|`));
});

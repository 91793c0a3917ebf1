/**
 * Writes docs/providers.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { providersPage } from './providers-page.js';

mkdirSync('docs', { recursive: true });
writeFileSync('docs/providers.md', providersPage());

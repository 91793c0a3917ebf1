/**
 * Who may import whom. Imports of types count: they too tie files together, and end up in the published `.d.ts` files.
 */
import { readFileSync } from 'node:fs';

/** The entries of the package, such as `index`, as package.json exports them, and its command line. */
const { exports, bin } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const entries = [...Object.values(exports).map((entry) => entry.import), ...Object.values(bin)].flatMap(
  (file) => /dist\/esm\/(.+)\.js$/.exec(file)?.[1] ?? [],
);
const ENTRIES = `^lib/(${entries.join('|')})[.]ts$`;

const EDGES = '^lib/(admission|deferral|providers|telemetry)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Files that import each other in a ring are one file in disguise: move what they share to a place of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'core-is-pure',
      comment:
        'core/ knows nothing but itself: no timers, no axios, no I/O. Put a port into core/ports.ts and implement it outside.',
      severity: 'error',
      from: { path: '^lib/core/' },
      to: { pathNot: '^lib/core/' },
    },
    {
      name: 'main-entry-runs-anywhere',
      comment:
        'The main entry works in a browser and without optional peers: what needs Node, ioredis or bullmq has an entry of its own.',
      severity: 'error',
      from: { path: '^lib/index[.]ts$' },
      // What is neither ours nor installed is a Node built-in.
      to: { path: '^(?!lib/|node_modules/|[.])|^node_modules/(ioredis|bullmq)/', reachable: true },
    },
    {
      name: 'edges-stay-apart',
      comment:
        'An edge implements ports and knows no other edge; interceptors/ and config/ bring them together.',
      severity: 'error',
      from: { path: EDGES },
      to: { path: EDGES, pathNot: '^lib/$1/' },
    },
    {
      name: 'edges-know-no-wiring',
      comment: 'interceptors/ and config/ import the edges, never the other way: pass in what an edge needs.',
      severity: 'error',
      from: { path: EDGES },
      to: { path: '^lib/(interceptors|config)/' },
    },
    {
      name: 'only-the-wiring-knows-the-edges',
      comment: 'Only interceptors/, config/ and the entries import from several edges.',
      severity: 'error',
      from: { path: '^lib/', pathNot: ['^lib/(interceptors|config)/', EDGES, ENTRIES] },
      to: { path: EDGES },
    },
    {
      name: 'examples-use-the-entries',
      comment: 'Examples and benches see what a user sees.',
      severity: 'error',
      from: { path: '^(examples|bench)/' },
      to: { path: '^lib/', pathNot: ENTRIES },
    },
    {
      name: 'declared-dependencies-only',
      comment: 'The published package finds only its dependencies and peers at its users.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^node_modules/', dependencyTypesNot: ['npm', 'npm-peer'] },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere would pass all the other rules.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['import', 'types', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};

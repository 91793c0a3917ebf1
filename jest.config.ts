/**
 * One Jest project for each kind of test. `AXIOS_ALIAS=axios-1-7 npx jest` runs them on an older axios, for the code under test and
 * for every package that imports axios itself (see scripts/test-axios.mjs).
 *
 * @jest-config-loader esbuild-register
 */
import type { Config } from 'jest';

const alias = process.env.AXIOS_ALIAS;

const shared: Config = {
  testEnvironment: 'node',
  // `lib` is a root, so that a file which no test imports still shows in the coverage.
  roots: ['<rootDir>/lib', '<rootDir>/__tests__'],
  transform: { '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  moduleNameMapper: {
    // Sources name the file that will exist after the build, as ESM asks.
    '^(\\.{1,2}/.*)\\.js$': '$1',
    ...(alias && { '^axios$': alias, '^axios/(.*)$': `${alias}/$1` }),
  },
};

const config: Config = {
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/__tests__/unit/**/*.test.ts'] },
    // Real Redis servers, real processes, real time.
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/__tests__/integration/**/*.test.ts'],
      globalSetup: '<rootDir>/__tests__/support/redis-setup.ts',
      globalTeardown: '<rootDir>/__tests__/support/redis-teardown.ts',
    },
  ],
  collectCoverageFrom: ['lib/**/*.ts'],
  coverageProvider: 'v8',
};
export default config;

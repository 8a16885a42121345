import path from 'node:path';

// Programs that tests start inherit it: compiling is a fifth of a start of the service.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, '.build/compile-cache');

// Tests are run as they are built, in Node's own module loader (test/README.md).
const project = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/test'],
  runtime: '<rootDir>/test/support/jest/native-runtime.cjs',
  testEnvironment: '<rootDir>/test/support/jest/native-environment.cjs',
  transform: {},
};

export default {
  testTimeout: 90_000,
  maxWorkers: 4,
  testSequencer: './test/support/jest/sequencer.cjs',
  projects: [
    {
      ...project,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/build-setup.mjs',
    },
    {
      ...project,
      displayName: 'service',
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: ['<rootDir>/test/unit/', '<rootDir>/test/servers/'],
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
    },
  ],
};

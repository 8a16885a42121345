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

const service = {
  ...project,
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};

/** Faults, crashes, bounds of memory, and generated input. Every rule of the contract has a test outside of them. */
const LONG = '\\.long\\.test\\.ts$';

export default {
  // Four times what the slowest test takes on two quiet cores: a machine can be that slow.
  testTimeout: 240_000,
  // Measured on two cores: with one less, they idle while tests wait; with six, the same tests take up to twice the
  // processor time.
  maxWorkers: 3,
  // A worker that has nothing left to do still frees a gigabyte. A leak shows all the same.
  workerGracefulExitTimeout: 5_000,
  testSequencer: './test/support/jest/sequencer.cjs',
  reporters: ['default', ...(process.env.PRINT_SLOWEST ? ['<rootDir>/test/support/jest/slowest-reporter.cjs'] : [])],
  projects: [
    {
      ...project,
      displayName: 'unit',
      testMatch: ['<rootDir>/test/unit/**/*.test.ts'],
      globalSetup: '<rootDir>/test/support/build-setup.mjs',
    },
    {
      ...service,
      displayName: 'service',
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: [
        '<rootDir>/test/unit/',
        '<rootDir>/test/servers/',
        '<rootDir>/test/client-tools/',
        '<rootDir>/test/n8n/',
        '<rootDir>/test/dashboard/',
        LONG,
      ],
    },
    { ...service, displayName: 'reliability', testRegex: LONG },
    { ...service, displayName: 'dashboard', testMatch: ['<rootDir>/test/dashboard/**/*.test.ts'] },
  ],
};

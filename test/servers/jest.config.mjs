// `npm run test:servers`: what runs against real servers, which are installed on first use.
import path from 'node:path';
import all from '../../jest.config.mjs';

const [, service] = all.projects;

export default {
  ...service,
  displayName: 'servers',
  rootDir: path.join(import.meta.dirname, '../..'),
  testMatch: ['<rootDir>/test/servers/**/*.test.ts'],
  testPathIgnorePatterns: [],
  testTimeout: all.testTimeout,
  maxWorkers: 1,
  verbose: true,
};

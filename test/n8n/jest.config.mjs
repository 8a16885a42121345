// `npm run test:n8n`: the nodes of clients/n8n in n8n's own engine. Its packages are installed on first use.
import path from 'node:path';
import all from '../../jest.config.mjs';

const [, service] = all.projects;

export default {
  ...service,
  testTimeout: all.testTimeout,
  maxWorkers: 2,
  displayName: 'n8n',
  rootDir: path.join(import.meta.dirname, '../..'),
  globalSetup: '<rootDir>/test/n8n/global-setup.mjs',
  testMatch: ['<rootDir>/test/n8n/**/*.test.ts'],
  testPathIgnorePatterns: [],
};

// `npm run test:clients`: the tools of tools/clients, and the contract through one of them. They are installed on first use.
import path from 'node:path';
import all from '../../jest.config.mjs';

const [, service] = all.projects;

/** Files whose requests are to REST alone, and whose answers its document describes. */
const CONTRACT = [
  ...['create-post', 'get-post', 'list-posts', 'update-post', 'delete-post', 'media', 'webhooks', 'post-logs'],
  ...['api-keys', 'platform-connections'],
];

const project = {
  ...service,
  rootDir: path.join(import.meta.dirname, '../..'),
  globalSetup: '<rootDir>/test/client-tools/global-setup.mjs',
  testPathIgnorePatterns: [],
};

process.env.THROUGH_PRISM = 'true';

export default {
  testTimeout: all.testTimeout,
  maxWorkers: 2,
  projects: [
    { ...project, displayName: 'client-tools', testMatch: ['<rootDir>/test/client-tools/**/*.test.ts'] },
    {
      ...project,
      displayName: 'contract-through-prism',
      testMatch: CONTRACT.map((name) => `<rootDir>/test/contract/${name}.test.ts`),
    },
  ],
};

// The files that take longest start first, so that none of them runs alone at the end; the others in jest's own order.
const { default: Sequencer } = require('@jest/test-sequencer');

const LONG = [
  'docs/examples',
  'reliability/bad-input-graphql',
  'platforms/one-truth/one-truth',
  'simulation/schedules',
  'reliability/bad-input-rest',
  'reliability/waits',
  'dashboard/settings',
  'http/process-video',
  'e2e/admin',
  'automation/github-action',
  'media/convert',
  'reliability/faults-rate-limits',
  'reliability/token-renewal',
  'reliability/read-replica',
  'platforms/media-crash',
  'dashboard/post',
  'dashboard/network',
  'clients/typescript-client',
  'webhooks/outages',
  'graphql/sign-up',
  'graphql/unpublish',
  'reliability/worker-shares',
  'dashboard/composer-drafts',
  'live/socket-limits',
  'reliability/threads',
  'graphql/secrets',
  'graphql/account-export',
  'operations/traces',
  'reliability/worker-crash',
  'graphql/account-removal',
  'dashboard/managed-users',
  'dashboard/calendar',
  'dashboard/accounts',
  'webhooks/skipped',
  'contract/access-matrix',
  'webhooks/receivers',
  'tools/install',
  'graphql/several-posts',
  'reliability/paused',
  'dashboard/webhooks',
  'graphql/email-addresses',
  'graphql/passwords',
  'reliability/outcomes',
  'clients/command-line',
  'database/query-plans',
  'graphql/upload-from-url',
  'live/access-ended',
  'platforms/publishing-media',
  'platforms/conformance-lost',
  'http/stopping',
  'tools/stale-build',
  'dashboard/account-data',
  'e2e/start-and-stop',
  'contract/media',
  'platforms/publishing-intermediary',
  'e2e/upgrade',
  'e2e/start',
  'testing/start',
  'testing/time',
  'embedded/postgres',
  'platforms/add-a-platform',
  'live/every-platform',
  'reliability/faults-late-store',
];

const rankOf = ({ path }) => {
  const rank = LONG.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
  return rank === -1 ? LONG.length : rank;
};

module.exports = class LongFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
};

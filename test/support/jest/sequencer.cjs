// The files that take longest start first, so that none of them runs alone at the end; the others in jest's own order.
const { default: Sequencer } = require('@jest/test-sequencer');

const LONG = [
  'reliability/bad-input-graphql',
  'platforms/one-truth/one-truth',
  'simulation/schedules',
  'reliability/bad-input-rest',
  'reliability/waits',
  'reliability/faults-rate-limits',
  'reliability/token-renewal',
  'platforms/media-crash',
  'platforms/add-a-platform',
  'reliability/worker-crash',
  'webhooks/skipped',
  'live/access-ended',
  'reliability/threads',
  'platforms/publishing-media',
  'platforms/conformance-lost',
  'e2e/start',
  'http/stopping',
  'tools/stale-build',
  'graphql/upload-from-url',
  'graphql/secrets',
  'e2e/admin',
  'live/socket-limits',
  'webhooks/outages',
  'reliability/outcomes',
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

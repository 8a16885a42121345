// The files that take longest start first, so that none of them runs alone at the end; the others in jest's own order.
const { default: Sequencer } = require('@jest/test-sequencer');

const LONG = [
  'reliability/bad-input-graphql',
  'reliability/bad-input-rest',
  'reliability/faults-rate-limits',
  'webhooks/skipped',
  'reliability/token-renewal',
  'http/stopping',
  'reliability/worker-crash',
  'live/socket-limits',
  'live/database-outage',
  'webhooks/outages',
  'graphql/passwords',
  'graphql/sign-up',
  'reliability/outcomes',
  'webhooks/receivers',
  'graphql/rate-limit',
  'http/process-video',
  'reliability/bad-input-pages',
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

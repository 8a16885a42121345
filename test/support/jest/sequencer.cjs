// Without a cache, jest starts large files first. These are small and take long: none of them should run alone at the end.
const { default: Sequencer } = require('@jest/test-sequencer');

const SMALL_AND_LONG =
  /\/(docs\/examples|simulation\/schedules|reliability\/(waits|worker-shares|threads)|webhooks\/outages|contract\/access-matrix|tools\/install)\.test\.ts$/;

module.exports = class LongFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ path }) => (SMALL_AND_LONG.test(path) ? 0 : 1);
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
};

/** Prints the test files that took longest. */
const path = require('node:path');

const SHOWN = 10;

module.exports = class SlowestReporter {
  onRunComplete(_contexts, { testResults }) {
    const files = testResults
      .map(({ testFilePath, perfStats: { runtime } }) => ({ testFilePath, runtime }))
      .sort((one, other) => other.runtime - one.runtime)
      .slice(0, SHOWN);
    const lines = files.map(
      ({ testFilePath, runtime }) =>
        `${(runtime / 1000).toFixed(1).padStart(7)} s  ${path.relative(process.cwd(), testFilePath)}`,
    );
    process.stderr.write(`\nThe slowest test files:\n${lines.join('\n')}\n`);
  }
};

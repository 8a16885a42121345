/** Prints, up to PRINT_SLOWEST, the test files that took longest, and those that took most of the processor. */
const { mkdtempSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

const SHOWN = Number(process.env.PRINT_SLOWEST);

module.exports = class SlowestReporter {
  #folder = mkdtempSync(path.join(tmpdir(), 'processor-times-'));

  constructor() {
    // The workers, which inherit it, write what each file took (native-environment.cjs).
    process.env.PROCESSOR_TIMES = path.join(this.#folder, 'times');
  }

  onRunComplete(_contexts, { testResults }) {
    const runtimes = testResults.map(({ testFilePath, perfStats }) => [testFilePath, perfStats.runtime / 1000]);
    print('The slowest test files', runtimes);
    print('The test files that took most processor time, with the processes that they started', this.#times());
    rmSync(this.#folder, { recursive: true });
  }

  #times() {
    try {
      const lines = readFileSync(process.env.PROCESSOR_TIMES, 'utf8').trimEnd().split('\n');
      return lines.map((line) => JSON.parse(line)).map(({ path: file, seconds }) => [file, seconds]);
    } catch {
      return [];
    }
  }
};

function print(title, files) {
  const lines = files
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SHOWN)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(7)} s  ${path.relative(process.cwd(), file)}`);
  const total = files.reduce((sum, [, seconds]) => sum + seconds, 0);
  process.stderr.write(`\n${title} (${total.toFixed(0)} s in all):\n${lines.join('\n')}\n`);
}

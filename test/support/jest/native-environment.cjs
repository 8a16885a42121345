// Runs a test file in the globals of its worker, not in a separate VM context.
const { appendFileSync } = require('node:fs');
const { flushCompileCache } = require('node:module');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const processorTime = require('./processor-time.cjs');

module.exports = class NativeEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  /** The globals that jest replaces. */
  #replaced = { console, exit: process.exit };

  #measured = process.env.PROCESSOR_TIMES;
  #path;
  #began;

  constructor({ projectConfig }, { testPath }) {
    this.#path = testPath;
    if (this.#measured) this.#began = processorTime();
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  getVmContext() {
    return null;
  }

  async setup() {}

  /** Adds what a file knows of a failure to its message: what the windows of a browser showed. */
  async handleTestEvent({ name, error }) {
    if (name !== 'test_fn_failure' || !(error instanceof Error) || !globalThis.explainFailure) return;
    const message = `${error.message}\n${await globalThis.explainFailure()}`;
    error.stack = error.stack?.replace(error.message, () => message);
    error.message = message;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.#replaced.console;
    process.exit = this.#replaced.exit;
    // Written as it grows: all of it at the end of a worker takes seconds.
    flushCompileCache();
    if (this.#began !== undefined) {
      const seconds = processorTime() - this.#began;
      appendFileSync(this.#measured, `${JSON.stringify({ path: this.#path, seconds })}\n`);
    }
  }
};

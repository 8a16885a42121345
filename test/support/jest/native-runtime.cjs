// Jest's runtime without its module loader: a test file is imported from the build, so that a worker loads a module
// once, rather than once a file. Modules therefore keep their state from file to file, and cannot be mocked.
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { default: Runtime } = require('jest-runtime');

/** What jest-circus keeps on the global object from one file to the next. */
const LEFT = [Symbol.for('EVENT_HANDLERS'), Symbol.for('TEST_TIMEOUT_SYMBOL')];

module.exports = class NativeRuntime extends Runtime {
  unstable_shouldLoadAsEsm(file) {
    return file.endsWith('.ts') || super.unstable_shouldLoadAsEsm(file);
  }

  async unstable_importModule(file) {
    const { rootDir } = this._config;
    const built = path.join(rootDir, '.build', path.relative(rootDir, file).replace(/\.ts$/, '.js'));
    globalThis.jest = this.requireModuleOrMock(file, '@jest/globals').jest;
    await import(pathToFileURL(built).href);
  }

  /** Loads the test framework again for every file. */
  requireInternalModule(file) {
    for (const name of LEFT) delete globalThis[name];
    delete require.cache[file];
    return require(file);
  }
};

/** What a program that a test starts gets of the environment of the test. */
export const MACHINE_ENV = {
  PATH: process.env.PATH,
  // Set by jest.config.mjs: a start takes less time.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};

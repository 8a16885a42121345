import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/** A page of a test is gone before what V8 spends on faster code has paid off. */
const NO_OPTIMIZATION = '--js-flags=--no-maglev,--no-opt';

/** Chromium, which is installed on first use; CHROMIUM_PATH names another one. */
export async function launchChromium(): Promise<Browser> {
  const { CHROMIUM_PATH } = process.env;
  const { executable, libraries } = CHROMIUM_PATH ? { executable: CHROMIUM_PATH, libraries: '' } : await installed();
  const start = () =>
    chromium.launch({
      executablePath: executable,
      // A container's root has no sandbox to put it in, and shared memory is small there.
      args: ['--no-sandbox', '--no-zygote', '--disable-dev-shm-usage', '--disable-gpu', NO_OPTIMIZATION],
      env: { ...process.env, ...(libraries && { LD_LIBRARY_PATH: libraries }) } as Record<string, string>,
    });
  // On a machine that is very busy its first process can crash before it has done anything.
  return start().catch(start);
}

async function installed(): Promise<{ executable: string; libraries: string }> {
  const { stdout } = await promisify(execFile)(process.execPath, [path.resolve('tools/chromium/main.mjs')]);
  return JSON.parse(stdout);
}

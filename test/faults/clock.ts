/** How a process of the service gets a clock that is wrong. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((arch) => `/usr/lib/${arch}/faketime/libfaketime.so.1`);

/** libfaketime where Debian's package `faketime` is installed; else a module that shifts Date. */
const library = LIBRARIES.find((file) => existsSync(file));

export const clockTool = library ? 'libfaketime' : 'a shifted Date';

/** The environment of a process whose clock is so many seconds ahead; negative: behind. */
export function clockEnv(offsetSeconds: number): Record<string, string> {
  if (offsetSeconds === 0) return {};
  if (library) {
    const sign = offsetSeconds > 0 ? '+' : '-';
    return {
      LD_PRELOAD: library,
      FAKETIME: `${sign}${Math.abs(offsetSeconds)}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    };
  }
  const module = pathToFileURL(path.resolve('.build/src/testing/turned-clock.js'));
  return { NODE_OPTIONS: `--import=${module}`, CLOCK_OFFSET_MS: String(offsetSeconds * 1000) };
}

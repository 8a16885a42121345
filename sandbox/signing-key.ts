import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the signing key of the data folder, or makes one: sessions then outlive a restart of the sandbox. */
export function signingKey(dataDir?: string): Buffer {
  if (dataDir === undefined) return randomBytes(32);
  const path = join(dataDir, 'session-key');
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const key = randomBytes(32);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(path, key, { mode: 0o600 });
  return key;
}

import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The key that encrypts credentials on a machine without ENCRYPTION_KEYS: made once, kept in the data folder. */
export async function embeddedEncryptionKey(dataDir: string): Promise<Buffer> {
  const file = path.join(dataDir, 'encryption.key');
  const stored = await readFile(file, 'utf8').catch(() => undefined);
  if (stored !== undefined) return Buffer.from(stored, 'base64');
  const key = randomBytes(32);
  // Written atomically: a partial key would make every connection of the data folder unreadable.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, key.toString('base64'), { mode: 0o600 });
  await link(draft, file);
  await rm(draft);
  return key;
}

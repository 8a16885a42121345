import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Credentials } from '../../platforms/port/account.js';
import {
  replaceSecret,
  SECRET_COLUMNS,
  type SecretColumn,
  type StoredSecret,
  secretsWithout,
} from './stored-secrets.repository.js';

const BATCH = 100;

export interface ReEncrypted {
  rewritten: number;
  /** Encrypted with a key that is not listed, as `<table> <id>`. */
  unreadable: string[];
  /** Written with an older key meanwhile, by a process that does not have the newest one yet. */
  outdated: number;
}

export type ReEncrypt = () => Promise<ReEncrypted>;

/**
 * Rewrites every stored secret that was not encrypted with the newest key, so that the older ones can be dropped. The
 * service may run: a secret that it changes between the reading and the writing is left as it is.
 */
export const makeReEncrypt =
  ({ db, cipher }: { db: Db; cipher: CredentialCipher }): ReEncrypt =>
  async () => {
    const result: ReEncrypted = { rewritten: 0, unreadable: [], outdated: 0 };
    for await (const { column, secret } of underOlderKeys(db, cipher)) {
      const clear = read(cipher, secret);
      if (!clear) continue;
      if (await replaceSecret(db, column, secret, cipher.encrypt(clear, secret.id))) result.rewritten += 1;
    }
    for await (const { column, secret } of underOlderKeys(db, cipher)) {
      if (read(cipher, secret)) result.outdated += 1;
      else result.unreadable.push(`${column.table} ${secret.id}`);
    }
    return result;
  };

/** Every secret that the newest key did not encrypt, read in batches. */
async function* underOlderKeys(
  db: Db,
  { newestPrefix }: CredentialCipher,
): AsyncGenerator<{ column: SecretColumn; secret: StoredSecret }> {
  for (const column of SECRET_COLUMNS) {
    let batch: StoredSecret[] = [];
    do {
      const after = batch.at(-1)?.id ?? '';
      batch = await secretsWithout(db, column, { prefixes: [newestPrefix], after, limit: BATCH });
      for (const secret of batch) yield { column, secret };
    } while (batch.length === BATCH);
  }
}

function read(cipher: CredentialCipher, { id, value }: StoredSecret): Credentials | undefined {
  try {
    return cipher.decrypt(value, id);
  } catch {
    return undefined;
  }
}

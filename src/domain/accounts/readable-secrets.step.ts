import type { Logger } from 'pino';
import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { StartError } from '../../foundation/errors/start-error.js';
import { isAnySecretUnder, SECRET_COLUMNS, type SecretColumn, secretsWithout } from './stored-secrets.repository.js';

/** Unreadable logins and registered clients are not checked: they can be recreated. */
const REPLACEABLE: ReadonlySet<SecretColumn['table']> = new Set(['login_attempts', 'instance_clients']);

/**
 * Makes sure that the keys are those of this database: with others, every post would fail, and what is connected
 * meanwhile would be under another key than the rest. Where they read a part of it, an older key is missing: the log
 * says so, and the rest works.
 * @throws StartError with one sentence when the keys can read nothing of what is stored.
 */
export async function assertSecretsReadable(db: Db, { prefixes }: CredentialCipher, log: Logger): Promise<void> {
  const columns = SECRET_COLUMNS.filter(({ table }) => !REPLACEABLE.has(table));
  let unreadable: string | undefined;
  let isAnyReadable = false;
  for (const column of columns) {
    const [first] = await secretsWithout(db, column, { prefixes, after: '', limit: 1 });
    if (first) unreadable ??= `${column.table} ${first.id}`;
    isAnyReadable ||= await isAnySecretUnder(db, column, prefixes);
  }
  if (!unreadable) return;
  if (!isAnyReadable) {
    throw new StartError(
      `The encryption keys cannot decrypt any stored secret (${unreadable}, for example): ENCRYPTION_KEYS must include the key that encrypted it.`,
    );
  }
  log.warn({ example: unreadable }, 'ENCRYPTION_KEYS lacks a key: some stored secrets cannot be decrypted');
}

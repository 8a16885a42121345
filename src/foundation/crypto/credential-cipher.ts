import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** What is encrypted as one: names and their values. */
export type Secrets = Record<string, string>;

/** Encrypts the credentials of connections at rest. */
export interface CredentialCipher {
  /** Prefix of every value encrypted with the newest key. */
  newestPrefix: string;
  /** The prefixes of all keys. */
  prefixes: readonly string[];
  encrypt(secrets: Secrets, connectionId: string): string;
  decrypt(stored: string, connectionId: string): Secrets;
}

/** A shorter tag, which Node accepts by default, can be guessed. */
const TAG_BYTES = 16;

/**
 * AES-256-GCM, stored as `v1.<key id>.<nonce>.<tag>.<text>` in base64url. The connection's id is authenticated with
 * it, so that a row's secrets cannot be moved to another row. New values use the first key; every key still decrypts.
 */
export function makeCredentialCipher(keys: readonly [Buffer, ...Buffer[]]): CredentialCipher {
  const byId = new Map(keys.map((key) => [keyId(key), key]));
  const [newest] = keys;
  const newestPrefix = prefixOf(newest);
  return {
    newestPrefix,
    prefixes: keys.map(prefixOf),
    encrypt(secrets, connectionId) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(connectionId));
      const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
      return newestPrefix + [nonce, cipher.getAuthTag(), text].map((b) => b.toString('base64url')).join('.');
    },
    decrypt(stored, connectionId) {
      const [version, id = '', ...parts] = stored.split('.');
      const key = byId.get(id);
      if (version !== 'v1' || parts.length !== 3) throw new Error('Stored credentials have an unknown format');
      if (!key) throw new Error('Stored credentials were encrypted with a key that ENCRYPTION_KEYS no longer lists');
      const [nonce, tag, text] = parts.map((part) => Buffer.from(part, 'base64url')) as [Buffer, Buffer, Buffer];
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(connectionId))
        .setAuthTag(tag);
      return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8'));
    },
  };
}

const keyId = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8);

const prefixOf = (key: Buffer) => `v1.${keyId(key)}.`;

import type { CredentialCipher } from '../../foundation/crypto/credential-cipher.js';
import { newId } from '../../foundation/database/id.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { OAuthClient, PlatformKey, RegisteredClients } from '../../platforms/port/platform.js';
import { InstanceClientEntity } from './instance-client.entity.js';
import { type RedirectUri, serverSegment } from './login-address.js';

/** The OAuth clients registered with the servers of a platform; their secrets are encrypted. */
export const makeRegisteredClients =
  ({ db, cipher, redirectUri }: { db: Db; cipher: CredentialCipher; redirectUri: RedirectUri }) =>
  (platform: PlatformKey): RegisteredClients => {
    const keyOf = (server: string) => ({ platform, server, redirectUri: redirectUri(platform, serverSegment(server)) });
    return {
      redirectUri: (server) => keyOf(server).redirectUri,
      async find(server) {
        const found = await db.findOneBy(InstanceClientEntity, keyOf(server));
        return found && readClient(cipher, found);
      },
      async keep(server, client) {
        const id = newId();
        const row = { ...keyOf(server), id, client: cipher.encrypt({ ...client }, id) };
        await db.upsert(InstanceClientEntity, row, ['platform', 'server', 'redirectUri']);
      },
    };
  };

/** Null also if its key is lost: the service registers again. */
function readClient(cipher: CredentialCipher, { id: row, client }: InstanceClientEntity): OAuthClient | null {
  try {
    const { id, secret } = cipher.decrypt(client, row);
    return id !== undefined && secret !== undefined ? { id, secret } : null;
  } catch {
    return null;
  }
}

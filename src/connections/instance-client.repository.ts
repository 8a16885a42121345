import { newId } from '../database/id.js';
import type { Db } from '../database/unit-of-work.js';
import type { OAuthClient, PlatformKey, RegisteredClients } from '../platforms/platform.js';
import type { CredentialCipher } from './credential-cipher.js';
import { InstanceClientEntity } from './instance-client.entity.js';

/** The apps as which the servers of a platform know this service; their secrets are encrypted. */
export const makeRegisteredClients =
  ({ db, cipher }: { db: Db; cipher: CredentialCipher }) =>
  (platform: PlatformKey): RegisteredClients => ({
    async find(server, redirectUri) {
      const found = await db.findOneBy(InstanceClientEntity, { platform, server, redirectUri });
      return found && readClient(cipher.decrypt(found.client, found.id));
    },
    async keep(server, redirectUri, client) {
      const id = newId();
      const row = { id, platform, server, redirectUri, client: cipher.encrypt({ ...client }, id) };
      await db.upsert(InstanceClientEntity, row, ['platform', 'server', 'redirectUri']);
    },
  });

function readClient({ id, secret }: Record<string, string>): OAuthClient {
  if (id === undefined || secret === undefined) throw new Error('A stored app lacks its id or its secret');
  return { id, secret };
}

/**
 * The AT Protocol. A post is a record under a key that we choose: writing it again puts the same record in the same
 * place, and whether it is there can be asked. (createRecord with a key that is taken answers 500 instead.)
 */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import type { Account } from '../port/account.js';
import type { Part, Platform, PlatformSetup, Publisher, Step } from '../port/platform.js';
import { connect, DEFAULT_BASE_URL, didSchema, methodAt, type Operator } from './client.js';
import { connector, probe } from './connector.js';
import { type Embed, readEmbed, uploadEmbed } from './embed.js';
import { makeFacets } from './facets.js';
import { formerRecordKey, recordKey } from './record-key.js';
import { makeSession } from './session.js';

const COLLECTION = 'app.bsky.feed.post';

const recordSchema = z.object({ uri: z.string().startsWith('at://') });
const identitySchema = z.object({ did: didSchema });

/**
 * The account id is a DID, and `postedId` the record's at:// address. A web address is left out: which site shows the
 * network's posts is not part of the protocol.
 */
export const skyfeed = {
  key: 'skyfeed',
  defaultBaseUrl: DEFAULT_BASE_URL,
  session: makeSession,
  connector,
  authorization: null,
  probe,
  publisher: (http: Http, setup: PlatformSetup): Publisher => ({
    async start(part, account) {
      if (part.media.length === 0) return put(http, part, account, setup, null);
      const connected = connect(http, account, setup, 'prepare');
      if (connected.kind === 'failed') return connected;
      const uploaded = await uploadEmbed(connected.xrpc, part.media);
      return uploaded.kind === 'failed' ? uploaded : { kind: 'ready', state: { embed: uploaded.embed } };
    },
    async look(part, account) {
      const connected = connect(http, account, setup, 'look');
      if (connected.kind === 'failed') return connected;
      for (const rkey of [recordKey(part.key), formerRecordKey(part.key, part.at)]) {
        const query = { repo: account.accountId, collection: COLLECTION, rkey };
        const found = await connected.xrpc('com.atproto.repo.getRecord', recordSchema, { method: 'GET', query });
        if (found.kind === 'ok') return { kind: 'published', postedId: found.value.uri };
        if (found.error !== 'RecordNotFound') return found.step;
      }
      return { kind: 'absent' };
    },
    finish: async (part, account, state) => put(http, part, account, setup, readEmbed(state)),
  }),
} satisfies Platform;

/** Writes the record of a part. */
async function put(http: Http, part: Part, account: Account, operator: Operator, embed: Embed | null): Promise<Step> {
  const connected = connect(http, account, operator, 'write');
  if (connected.kind === 'failed') return connected;
  const record = await makeRecord(http, part, account, operator, embed);
  const json = { repo: account.accountId, collection: COLLECTION, rkey: recordKey(part.key), record };
  const written = await connected.xrpc('com.atproto.repo.putRecord', recordSchema, { method: 'POST', json });
  return written.kind === 'rejected' ? written.step : { kind: 'published', postedId: written.value.uri };
}

/**
 * The record of a part, the same at every try but for two things: a mention whose handle could not be resolved is plain
 * text, and a service restored from a backup has another first try. Such a repeat writes the record anew in its place. A mention that does not work
 * is no reason to hold a post back, so a failed look-up is not told from an unknown handle.
 */
async function makeRecord(http: Http, part: Part, account: Account, operator: Operator, embed: Embed | null) {
  const resolve = async (handle: string): Promise<string | null> => {
    const address = methodAt(account.baseUrl, operator, 'com.atproto.identity.resolveHandle');
    const answer = await http({ method: 'GET', ...address, query: { handle } });
    const read = identitySchema.safeParse(answer.kind === 'answer' && answer.status === 200 ? answer.json : null);
    return read.success ? read.data.did : null;
  };
  const facets = await makeFacets(part.text, resolve);
  return {
    $type: COLLECTION,
    text: part.text,
    createdAt: part.at.toISOString(),
    ...(facets.length > 0 && { facets }),
    ...(embed && { embed }),
  };
}

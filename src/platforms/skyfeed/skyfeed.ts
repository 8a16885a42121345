/**
 * The AT Protocol. A post is a record under a key that this service chooses: writing it again replaces the record with
 * the same one, and the record can be read. (createRecord with a key that is in use answers 500 instead.)
 */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import type { FailedStep } from '../kit/failed-step.js';
import type { Account } from '../port/account.js';
import type { Clock, LookupResult, Part, Platform, PlatformSetup, Publisher, Step } from '../port/platform.js';
import { appAddress, type Connected, connect, DEFAULT_BASE_URL, didSchema, methodAt, type Operator } from './client.js';
import { connector, probe } from './connector.js';
import { type Embed, embedCard, embedImages, embedVideoFile, preparedSchema } from './embed.js';
import { findEntities, firstLink, makeFacets } from './facets.js';
import { metrics } from './metrics.js';
import { recordKey } from './record-key.js';
import { makeSession } from './session.js';
import { makeUnpublish } from './unpublish.js';
import { jobStateSchema, makeVideoService } from './video.js';

const COLLECTION = 'app.bsky.feed.post';

const recordSchema = z.object({ uri: z.string().startsWith('at://') });
/** A version of a record. */
const versionSchema = recordSchema.extend({ cid: z.string().min(1) });
type Version = z.infer<typeof versionSchema>;
const identitySchema = z.object({ did: didSchema });

/** The account id is a DID, and `postedId` the record's at:// URI. */
export const skyfeed = {
  key: 'skyfeed',
  defaultBaseUrl: DEFAULT_BASE_URL,
  session: makeSession,
  connector,
  authorization: null,
  probe,
  cardLink: firstLink,
  findEntities,
  publisher: (http: Http, setup: PlatformSetup, clock: Clock): Publisher => {
    const operatorUrl = setup.baseUrl ?? DEFAULT_BASE_URL;
    const published = (uri: string, { accountId }: Account): Step => ({
      kind: 'published',
      postedId: uri,
      url: appAddress(setup.baseUrl, `/profile/${accountId}/post/${uri.slice(uri.lastIndexOf('/') + 1)}`),
    });

    /** Writes the record of a part. */
    const put = async (part: Part, account: Account, embed: Embed | null): Promise<Step> => {
      const connected = connect(http, account, setup, 'write');
      if (connected.kind === 'failed') return connected;
      const parent = part.replyTo === null ? null : await readVersion(part.replyTo, account);
      if (parent && 'kind' in parent) return parent;
      const record = { ...(await makeRecord(http, part, account, setup, embed)), ...(parent && replyTo(parent)) };
      const json = { repo: account.accountId, collection: COLLECTION, rkey: recordKey(part.key), record };
      const written = await connected.xrpc('com.atproto.repo.putRecord', recordSchema, { method: 'POST', json });
      return written.kind === 'rejected' ? written.step : published(written.value.uri, account);
    };

    /** The post that a part replies to, which the record names by its version. */
    const readVersion = async (uri: string, account: Account): Promise<Version | FailedStep> => {
      const connected = connect(http, account, setup, 'prepare');
      if (connected.kind === 'failed') return connected;
      const query = { repo: account.accountId, collection: COLLECTION, rkey: uri.slice(uri.lastIndexOf('/') + 1) };
      const found = await connected.xrpc('com.atproto.repo.getRecord', versionSchema, { method: 'GET', query });
      return found.kind === 'ok' ? { uri: found.value.uri, cid: found.value.cid } : found.step;
    };

    const findRecord = async (part: Part, account: Account): Promise<LookupResult> => {
      const connected = connect(http, account, setup, 'lookup');
      if (connected.kind === 'failed') return connected;
      const query = { repo: account.accountId, collection: COLLECTION, rkey: recordKey(part.key) };
      const found = await connected.xrpc('com.atproto.repo.getRecord', recordSchema, { method: 'GET', query });
      if (found.kind === 'ok') return published(found.value.uri, account);
      return found.error === 'RecordNotFound' ? { kind: 'absent' } : found.step;
    };

    /** Uploads what the record refers to. */
    const upload = async (connected: Connected, part: Part, account: Account): Promise<Step> => {
      const { media, card } = part;
      const video = media.find(({ kind }) => kind === 'video');
      // The service belongs to the operator of the default data servers; a self-hosted server is sent the file alone.
      if (video && account.baseUrl === operatorUrl) {
        const step = await makeVideoService(http, connected, account, clock).upload(part, video);
        if (step.kind !== 'unavailable') return step;
      }
      const { xrpc } = connected;
      const embedding = video
        ? embedVideoFile(xrpc, video)
        : media.length === 0 && card
          ? embedCard(xrpc, card)
          : embedImages(xrpc, media);
      const made = await embedding;
      return made.kind === 'failed' ? made : { kind: 'ready', state: { embed: made.embed } };
    };

    return {
      async start(part, account) {
        if (part.media.length === 0 && !part.card) return put(part, account, null);
        const connected = connect(http, account, setup, 'prepare');
        return connected.kind === 'failed' ? connected : upload(connected, part, account);
      },
      async lookUp(part, account, state) {
        const job = jobStateSchema.safeParse(state);
        if (!job.success) return findRecord(part, account);
        const connected = connect(http, account, setup, 'prepare');
        if (connected.kind === 'failed') return connected;
        return makeVideoService(http, connected, account, clock).poll(job.data);
      },
      finish: async (part, account, state) => put(part, account, preparedSchema.parse(state).embed),
    };
  },
  unpublish: makeUnpublish,
  metrics,
} satisfies Platform;

/** Posts are no threads here: what is replied to is the root. */
const replyTo = (post: Version) => ({ reply: { root: post, parent: post } });

/**
 * The record of a part, the same for every attempt with two exceptions: a mention whose handle could not be resolved is
 * plain text, and a service restored from a backup has another first attempt. A repeat then replaces the record. A mention
 * that cannot be resolved is no reason to hold a post back, so a failed request is treated like an unknown handle.
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

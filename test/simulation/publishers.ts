/** The adapters of the simulated platforms, which call them over the simulated network as the real ones do over HTTP. */
import { z } from 'zod';
import type { Http } from '../../src/foundation/http-client/http.js';
import { foundInList } from '../../src/platforms/kit/alike.js';
import { callApi } from '../../src/platforms/kit/call-api.js';
import { creationTime, earliestCreation } from '../../src/platforms/kit/earliest-creation.js';
import { type Context, failed, type Purpose } from '../../src/platforms/kit/failed-step.js';
import type { FailureTable } from '../../src/platforms/kit/failure-table.js';
import { afterSeconds } from '../../src/platforms/kit/retry-at.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { LookupResult, Part, PlatformKey, Publisher, State, Step } from '../../src/platforms/port/platform.js';
import { CANNOT_BE_ASKED, type Kind } from './platforms.js';

/** Any key will do: messages only start with it. */
const PLATFORM: PlatformKey = 'fediverse';

/** Pages of a list that are read at most: more posts than any account has. */
const MOST_PAGES = 30;

const failures: FailureTable = {
  rows: [
    {
      error: 'slow_down',
      code: 'RATE_LIMITED',
      retryAt: (answer) => afterSeconds(answer, answer.headers['retry-after']),
    },
    { error: 'expired', code: 'PLATFORM_AUTH_EXPIRED' },
    { error: 'duplicate', code: 'INVALID_CONTENT' },
    { error: 'refused', code: 'INVALID_CONTENT' },
  ],
  read: ({ json }) => ({ error: errorSchema.safeParse(json).data?.error }),
};
const errorSchema = z.object({ error: z.string() });
const created = z.object({ id: z.string() });
const listedPost = z.object({
  id: z.string(),
  text: z.string(),
  mediaCount: z.number(),
  replyTo: z.string().nullable(),
  createdAt: z.number(),
});
type ListedPost = z.infer<typeof listedPost>;
const pageSchema = z.object({ posts: z.array(listedPost), next: z.string().nullable() });
const containerSchema = z.object({ status: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED']) });
const stateSchemas = {
  staged: z.object({ container: z.string(), isReady: z.boolean() }),
  attached: z.object({ files: z.array(z.string()), mediaCount: z.number() }),
};

interface Call {
  purpose: Purpose;
  path: string;
  json?: object;
}

/** The adapter of a kind, over a client. */
export function publisherOf(kind: Kind, http: Http): Publisher {
  const call = <T>(part: Part, account: Account, { purpose, path, json }: Call, schema: z.ZodType<T>) => {
    const context: Context = { platform: PLATFORM, purpose, secrets: [] };
    const method = json === undefined ? 'GET' : path.startsWith('/keyed') ? 'PUT' : 'POST';
    const headers = { 'x-part': part.key, authorization: account.credentials.token ?? '' };
    return callApi(http, { method, url: `${account.baseUrl}${path}`, headers, json }, schema, failures, context);
  };

  const post = async (part: Part, account: Account, body: object): Promise<Step> => {
    const path = kind === 'keyed' ? `/keyed/${part.key}` : '/posts';
    const written = await call(part, account, { purpose: 'write', path, json: body }, created);
    if (written.kind === 'ok') return { kind: 'published', postedId: written.value.id };
    const repeated = /"id":"(\w+)"/.exec(written.step.failure.platformError ?? '')?.[1];
    if (written.error !== 'duplicate' || repeated === undefined) return written.step;
    // A container is this part's own.
    if (kind === 'staged') return { kind: 'published', postedId: repeated };
    return { ...written.step, duplicateOf: { postedId: repeated } };
  };

  /** Follows the pages of the account's list back to the part's first attempt. */
  const find = async (part: Part, account: Account): Promise<LookupResult> => {
    const candidates: (ListedPost & { at: Date | undefined })[] = [];
    let before: string | null = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const path: string = before === null ? '/posts' : `/posts?before=${before}`;
      const read = await call(part, account, { purpose: 'lookup', path }, pageSchema);
      if (read.kind === 'rejected') return read.step;
      const earliest = earliestCreation(part, read.answer);
      const { posts, next } = read.value;
      for (const listed of posts.filter((one) => one.createdAt >= earliest && mayBe(part, one))) {
        candidates.push({ ...listed, at: creationTime(new Date(listed.createdAt).toISOString(), read.answer) });
      }
      before = next;
      if (before === null || posts.some(({ createdAt }) => createdAt < earliest)) return found(candidates);
    }
    return { kind: 'unsupported' };
  };

  const askContainer = async (part: Part, account: Account, state: State): Promise<LookupResult> => {
    const { container, isReady } = stateSchemas.staged.parse(state);
    const purpose = isReady ? 'lookup' : 'prepare';
    const read = await call(part, account, { purpose, path: `/containers/${container}` }, containerSchema);
    if (read.kind === 'rejected') return read.step;
    switch (read.value.status) {
      case 'IN_PROGRESS':
        return { kind: 'pending', state, checkAfterMs: 1_000 };
      case 'FINISHED':
        return isReady ? { kind: 'absent' } : { kind: 'ready', state: { container, isReady: true } };
      case 'PUBLISHED': {
        const listed = await find(part, account);
        return listed.kind === 'absent' ? notListedYet : listed;
      }
    }
  };

  const upload = async (part: Part, account: Account, state: { files: string[]; mediaCount: number }) => {
    const sent = await call(part, account, { purpose: 'prepare', path: '/files', json: {} }, created);
    if (sent.kind === 'rejected') return sent.step;
    return { kind: 'ready', state: { ...state, files: [...state.files, sent.value.id] } } as const;
  };

  return {
    async start(part, account) {
      const { text, replyTo } = part;
      const mediaCount = part.media.length;
      if (kind === 'attached') return upload(part, account, { files: [], mediaCount });
      const json = { text, replyTo, mediaCount };
      if (kind !== 'staged') return post(part, account, json);
      const made = await call(part, account, { purpose: 'prepare', path: '/containers', json }, created);
      if (made.kind === 'rejected') return made.step;
      return { kind: 'pending', state: { container: made.value.id, isReady: false }, checkAfterMs: 1_000 };
    },
    async lookUp(part, account, state) {
      if (kind === 'keyed') {
        const read = await call(part, account, { purpose: 'lookup', path: `/keyed/${part.key}` }, created);
        if (read.kind === 'ok') return { kind: 'published', postedId: read.value.id };
        return read.error === 'no_such_post' ? { kind: 'absent' } : read.step;
      }
      // A container that was not stored cannot be published.
      if (kind === 'staged') return state === null ? { kind: 'absent' } : askContainer(part, account, state);
      return CANNOT_BE_ASKED.has(kind) ? { kind: 'unsupported' } : find(part, account);
    },
    async finish(part, account, state) {
      if (kind === 'staged') return post(part, account, { container: stateSchemas.staged.parse(state).container });
      const { files, mediaCount } = stateSchemas.attached.parse(state);
      if (files.length < mediaCount) return upload(part, account, { files, mediaCount });
      return post(part, account, { text: part.text, replyTo: part.replyTo, mediaCount });
    },
  };
}

/** Whether a listed post can be the part, as far as the list says. */
const mayBe = (part: Part, { id, text, replyTo }: ListedPost): boolean =>
  text === part.text && replyTo === part.replyTo && !part.taken?.has(id);

const found = (candidates: readonly (ListedPost & { at: Date | undefined })[]): LookupResult =>
  foundInList(
    candidates.map(({ id, at }) => ({ postedId: id, createdAt: at })),
    true,
  );

const notListedYet = failed(
  'PLATFORM_SERVER_ERROR',
  { platform: PLATFORM, purpose: 'lookup', secrets: [] },
  { outcome: 'unknown', happened: 'has published the post and does not list it yet' },
);

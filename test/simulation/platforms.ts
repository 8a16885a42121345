/**
 * Platforms of each kind of answer to the question whether a post is there, and their adapters, which call them
 * over the simulated network as the real ones do over HTTP.
 *
 * keyed      a post stands under a key that its client chooses: a repeat is the same post
 * listed     the account's posts can be read; a repeat is another post
 * refusing   refuses a text that it has, and names the post; it has no lookup
 * mute       has no lookup, and a repeat is another post
 * staged     a container is made, processed, and published; it can be looked up, and so can the list
 * attached   a file is sent before the post, which is found by the list
 */
import { z } from 'zod';
import type { Http, HttpRequest, HttpResponse } from '../../src/foundation/http-client/http.js';
import { callApi } from '../../src/platforms/kit/call-api.js';
import { earliestCreation } from '../../src/platforms/kit/earliest-creation.js';
import type { Context, Purpose } from '../../src/platforms/kit/failed-step.js';
import type { FailureTable } from '../../src/platforms/kit/failure-table.js';
import { afterSeconds } from '../../src/platforms/kit/retry-at.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { LookupResult, Part, PlatformKey, Publisher, Step } from '../../src/platforms/port/platform.js';

export const KINDS = ['keyed', 'listed', 'refusing', 'mute', 'staged', 'attached'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether a lost response may end as OUTCOME_UNKNOWN. */
export const CANNOT_BE_ASKED: ReadonlySet<Kind> = new Set(['refusing', 'mute']);

export interface LivePost {
  id: string;
  /** The part that it was sent for, which no adapter sees. */
  partKey: string;
  text: string;
  createdAt: number;
  isContainerOf?: string;
}

/** What a platform answers. */
export interface Answer {
  status: number;
  body: unknown;
}

/** The platform itself: what it stores is stored at once, and its clock is right. */
export class SimulatedPlatform {
  readonly live: LivePost[] = [];
  private readonly containers = new Map<string, { partKey: string; text: string; readyAt: number }>();
  private nextId = 1;

  constructor(readonly kind: Kind) {}

  handle(request: HttpRequest, now: number): Answer {
    const { pathname } = new URL(request.url);
    const json = (request.json ?? {}) as { text?: string; container?: string };
    const partKey = request.headers?.['x-part'] ?? '';
    const [, resource = '', id = ''] = pathname.split('/');
    if (request.method === 'GET') return this.read(resource, id, now);
    if (resource === 'files') return { status: 200, body: { id: `file${this.nextId++}` } };
    if (resource === 'containers') {
      const container = `c${this.nextId++}`;
      this.containers.set(container, { partKey, text: json.text ?? '', readyAt: now + 2_000 });
      return { status: 200, body: { id: container } };
    }
    return this.write(json, resource === 'keyed' ? id : null, partKey, now);
  }

  private read(resource: string, id: string, now: number): Answer {
    if (resource === 'keyed') {
      const post = this.live.find((live) => live.id === id);
      return post ? { status: 200, body: { id } } : { status: 404, body: { error: 'no_such_post' } };
    }
    if (resource === 'containers') {
      const container = this.containers.get(id);
      if (!container) return { status: 404, body: { error: 'no_such_container' } };
      const published = this.live.find(({ isContainerOf }) => isContainerOf === id);
      const status = published ? 'PUBLISHED' : container.readyAt <= now ? 'FINISHED' : 'IN_PROGRESS';
      return { status: 200, body: { status } };
    }
    return {
      status: 200,
      body: { posts: this.live.map(({ id: postId, text, createdAt }) => ({ id: postId, text, createdAt })) },
    };
  }

  private write(
    { text = '', container }: { text?: string; container?: string },
    key: string | null,
    partKey: string,
    now: number,
  ): Answer {
    const repeated = this.live.find((live) =>
      key !== null
        ? live.id === key
        : container !== undefined
          ? live.isContainerOf === container
          : this.kind === 'refusing' && live.text === text && now - live.createdAt < 3_600_000,
    );
    if (repeated) {
      return key !== null
        ? { status: 200, body: { id: repeated.id } }
        : { status: 422, body: { error: 'duplicate', id: repeated.id } };
    }
    const made = container === undefined ? undefined : this.containers.get(container);
    if (container !== undefined && !made) return { status: 404, body: { error: 'no_such_container' } };
    const id = key ?? `p${this.nextId++}`;
    this.live.push({ id, partKey, text: made?.text ?? text, createdAt: now, isContainerOf: container });
    return { status: 200, body: { id } };
  }
}

const failures: FailureTable = {
  rows: [
    {
      error: 'slow_down',
      code: 'RATE_LIMITED',
      retryAt: (answer) => afterSeconds(answer, answer.headers['retry-after']),
    },
    { error: 'duplicate', code: 'INVALID_CONTENT' },
    { error: 'refused', code: 'INVALID_CONTENT' },
  ],
  read: ({ json }) => ({ error: errorSchema.safeParse(json).data?.error }),
};
const errorSchema = z.object({ error: z.string() });
const created = z.object({ id: z.string() });
const listed = z.object({ posts: z.array(z.object({ id: z.string(), text: z.string(), createdAt: z.number() })) });
const container = z.object({ status: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED']) });

/** The adapter of a kind, over a client. */
export function publisherOf(kind: Kind, http: Http): Publisher {
  // Any key will do: messages only start with it.
  const platform: PlatformKey = 'fediverse';
  const call = <T>(
    { baseUrl }: Account,
    part: Part,
    purpose: Purpose,
    path: string,
    schema: z.ZodType<T>,
    json?: unknown,
  ) => {
    const context: Context = { platform, purpose, secrets: [] };
    const method = json === undefined ? 'GET' : kind === 'keyed' ? 'PUT' : 'POST';
    return callApi(
      http,
      { method, url: `${baseUrl}${path}`, headers: { 'x-part': part.key }, json },
      schema,
      failures,
      context,
    );
  };

  const post = async (part: Part, account: Account, more: object = {}): Promise<Step> => {
    const path = kind === 'keyed' ? `/keyed/${part.key}` : '/posts';
    const written = await call(account, part, 'write', path, created, { text: part.text, ...more });
    if (written.kind === 'ok') return { kind: 'published', postedId: written.value.id };
    const repeated = /"id":"(\w+)"/.exec(written.step.failure.platformError ?? '')?.[1];
    if (written.error === 'duplicate' && kind === 'refusing' && repeated) {
      return { ...written.step, duplicateOf: { postedId: repeated } };
    }
    return written.step;
  };

  const find = async (part: Part, account: Account): Promise<LookupResult> => {
    const read = await call(account, part, 'lookup', '/posts', listed);
    if (read.kind === 'rejected') return read.step;
    const earliest = earliestCreation(part, read.answer);
    const own = read.value.posts.filter(
      ({ id, text, createdAt }) => createdAt >= earliest && text === part.text && !part.taken?.has(id),
    );
    const posts = own.map(({ id }) => ({ postedId: id }));
    return posts.length > 0 ? { kind: 'alike', posts } : { kind: 'absent' };
  };

  const askContainer = async (part: Part, account: Account, state: { id: string; isReady: boolean }) => {
    const read = await call(account, part, state.isReady ? 'lookup' : 'prepare', `/containers/${state.id}`, container);
    if (read.kind === 'rejected') return read.step;
    const { status } = read.value;
    if (status === 'PUBLISHED') return find(part, account);
    if (status === 'IN_PROGRESS') return { kind: 'pending', state, checkAfterMs: 1_000 } as const;
    return state.isReady
      ? ({ kind: 'absent' } as const)
      : ({ kind: 'ready', state: { ...state, isReady: true } } as const);
  };

  return {
    async start(part, account) {
      if (kind === 'staged') {
        const made = await call(account, part, 'prepare', '/containers', created, { text: part.text });
        if (made.kind === 'rejected') return made.step;
        return { kind: 'pending', state: { id: made.value.id, isReady: false }, checkAfterMs: 1_000 };
      }
      if (kind === 'attached') {
        const sent = await call(account, part, 'prepare', '/files', created, {});
        return sent.kind === 'rejected' ? sent.step : { kind: 'ready', state: { file: sent.value.id } };
      }
      return post(part, account);
    },
    async lookUp(part, account, state) {
      if (kind === 'keyed') {
        const found = await call(account, part, 'lookup', `/keyed/${part.key}`, created);
        if (found.kind === 'ok') return { kind: 'published', postedId: found.value.id };
        return found.error === 'no_such_post' ? { kind: 'absent' } : found.step;
      }
      if (kind === 'staged') {
        if (state === null) return { kind: 'absent' };
        return askContainer(part, account, state as { id: string; isReady: boolean });
      }
      return CANNOT_BE_ASKED.has(kind) ? { kind: 'unsupported' } : find(part, account);
    },
    finish: (part, account, state) =>
      post(part, account, kind === 'staged' ? { container: state.id } : { file: state.file }),
  };
}

/** The Date header of a platform whose clock is right. */
export const answerAt = (answer: Answer, now: number, receivedAt: Date, retryAfter?: string): HttpResponse => ({
  kind: 'answer',
  status: answer.status,
  headers: { date: new Date(now).toUTCString(), ...(retryAfter !== undefined && { 'retry-after': retryAfter }) },
  text: JSON.stringify(answer.body),
  json: answer.body,
  receivedAt,
});

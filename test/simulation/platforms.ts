/**
 * Platforms of each kind of response to the question whether a post is there.
 *
 * keyed      a post has a key that its client chooses: a repeat is the same post
 * listed     the account's posts can be read; a repeat is another post
 * refusing   refuses a text that it has, and names the post; it has no lookup
 * mute       has no lookup, and a repeat is another post
 * staged     a container is made, processed, and published; its status can be read, and so can the list
 * attached   files are sent before the post, which is found by the list
 */
import type { HttpRequest } from '../../src/foundation/http-client/http.js';
import type { Random } from './random.js';

export const KINDS = ['keyed', 'listed', 'refusing', 'mute', 'staged', 'attached'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether a lost response may end as OUTCOME_UNKNOWN. */
export const CANNOT_BE_ASKED: ReadonlySet<Kind> = new Set(['refusing', 'mute']);

/** The longest time after which a list shows a post, as the rules of a platform say. */
export const LIST_LAG_MS = 15_000;

/** Kinds whose posts are found in a list. */
export const HAS_LIST: ReadonlySet<Kind> = new Set(['listed', 'staged', 'attached']);

/** Posts on one page of a list, by default. */
const PAGE_SIZE = 5;
const PROCESSING_MS = 2_000;
const REFUSES_REPEATS_MS = 3_600_000;

export interface LivePost {
  id: string;
  /** The part that it was sent for, which no adapter sees; null: the account's owner posted it elsewhere. */
  partKey: string | null;
  text: string;
  mediaCount: number;
  replyTo: string | null;
  /** True time. */
  createdAt: number;
  listedAt: number;
  containerId: string | null;
  /** The account's owner has deleted it. */
  isRemoved: boolean;
}

/** What a platform returns. */
export interface Answer {
  status: number;
  body: unknown;
}

/** The access that an account's owner has granted through one user of the service. */
interface Grant {
  token: number;
  isExpired: boolean;
  /** No new token is issued. */
  isRevoked: boolean;
}

type Written = Pick<LivePost, 'text' | 'mediaCount' | 'replyTo'>;

export interface PlatformOptions {
  random: Random;
  /** The longest time that its list lags; at most `LIST_LAG_MS`. */
  lagMs: number;
  /** How far its clock is ahead. */
  clockSkewMs: number;
}

/** One account of a platform, with all that is live there. What the platform stores is stored immediately. */
export class SimulatedPlatform {
  /** In the order of their creation, with those that were removed. */
  readonly posts: LivePost[] = [];
  readonly grants = new Map<string, Grant>();
  private readonly containers = new Map<string, Written & { partKey: string; readyAt: number }>();
  private nextId = 1;

  constructor(
    readonly kind: Kind,
    private readonly options: PlatformOptions,
  ) {}

  /** Its clock, as in its Date header. */
  clock = (now: number): number => now + this.options.clockSkewMs;

  grant(userId: string): Grant {
    const grant = this.grants.get(userId) ?? { token: 0, isExpired: false, isRevoked: false };
    this.grants.set(userId, grant);
    return grant;
  }

  /** The account's owner posts without this service. */
  postElsewhere(text: string, now: number): void {
    this.store(
      { text, mediaCount: 0, replyTo: null },
      { partKey: null, containerId: null, id: `f${this.nextId++}` },
      now,
    );
  }

  remove(postedId: string): void {
    const post = this.postOf(postedId);
    if (post) post.isRemoved = true;
  }

  /** The post with a native id, as the service stores it. */
  postOf(postedId: string | null): LivePost | undefined {
    return this.posts.find(({ id }) => id === postedId);
  }

  handle(request: HttpRequest, now: number): Answer {
    const { pathname, searchParams } = new URL(request.url);
    if (!this.isGranted(request.headers?.authorization ?? '')) return { status: 401, body: { error: 'expired' } };
    const partKey = request.headers?.['x-part'] ?? '';
    const [, resource = '', id = ''] = pathname.split('/');
    if (request.method === 'GET') return this.read(resource, id, searchParams, now);
    if (resource === 'files') return { status: 200, body: { id: `file${this.nextId++}` } };
    const {
      text = '',
      mediaCount = 0,
      replyTo = null,
      container,
    } = (request.json ?? {}) as Partial<Written> & {
      container?: string;
    };
    const written = { text, mediaCount, replyTo };
    if (resource === 'containers') {
      const made = `c${this.nextId++}`;
      this.containers.set(made, { ...written, partKey, readyAt: now + PROCESSING_MS });
      return { status: 200, body: { id: made } };
    }
    if (container !== undefined) return this.publishContainer(container, partKey, now);
    const key = resource === 'keyed' ? id : null;
    const repeated = this.live().find((live) => (key !== null ? live.id === key : this.refuses(live, written, now)));
    if (repeated && key === null) return { status: 422, body: { error: 'duplicate', id: repeated.id } };
    const created = repeated?.id ?? key ?? `p${this.nextId++}`;
    if (!repeated) this.store(written, { id: created, partKey, containerId: null }, now);
    return { status: 200, body: { id: created } };
  }

  private live = (): LivePost[] => this.posts.filter(({ isRemoved }) => !isRemoved);

  private isGranted(authorization: string): boolean {
    const [userId = '', token] = authorization.split(' ');
    const grant = this.grants.get(userId);
    return grant !== undefined && !grant.isExpired && !grant.isRevoked && String(grant.token) === token;
  }

  private refuses(live: LivePost, written: Written, now: number): boolean {
    const isSame = live.text === written.text && live.mediaCount === written.mediaCount;
    return this.kind === 'refusing' && isSame && now - live.createdAt < REFUSES_REPEATS_MS;
  }

  private publishContainer(id: string, partKey: string, now: number): Answer {
    const made = this.containers.get(id);
    if (!made) return { status: 404, body: { error: 'no_such_container' } };
    const published = this.posts.find(({ containerId }) => containerId === id);
    if (published) return { status: 422, body: { error: 'duplicate', id: published.id } };
    const postId = `p${this.nextId++}`;
    this.store(made, { id: postId, partKey, containerId: id }, now);
    return { status: 200, body: { id: postId } };
  }

  private store(
    { text, mediaCount, replyTo }: Written,
    made: Pick<LivePost, 'id' | 'partKey' | 'containerId'>,
    now: number,
  ): void {
    const { random, lagMs } = this.options;
    const listedAt = now + (random.chance(0.5) ? lagMs : random.between(0, lagMs));
    this.posts.push({ text, mediaCount, replyTo, ...made, createdAt: now, listedAt, isRemoved: false });
  }

  private read(resource: string, id: string, query: URLSearchParams, now: number): Answer {
    if (resource === 'keyed') {
      const post = this.live().find((live) => live.id === id);
      return post ? { status: 200, body: { id } } : { status: 404, body: { error: 'no_such_post' } };
    }
    if (resource === 'containers') {
      const container = this.containers.get(id);
      if (!container) return { status: 404, body: { error: 'no_such_container' } };
      const published = this.posts.some(({ containerId }) => containerId === id);
      const status = published ? 'PUBLISHED' : container.readyAt <= now ? 'FINISHED' : 'IN_PROGRESS';
      return { status: 200, body: { status } };
    }
    return { status: 200, body: this.page(query.get('before'), Number(query.get('size') ?? PAGE_SIZE), now) };
  }

  /** The newest first, after the post `before`. */
  private page(before: string | null, size: number, now: number): object {
    const listed = this.live()
      .filter(({ listedAt }) => listedAt <= now)
      .reverse();
    const from = before === null ? 0 : listed.findIndex(({ id }) => id === before) + 1;
    const shown = listed.slice(from, from + size);
    const next = from + size < listed.length ? (shown.at(-1)?.id ?? null) : null;
    const posts = shown.map(({ id, text, mediaCount, replyTo, createdAt }) => {
      return { id, text, mediaCount, replyTo, createdAt: this.clock(createdAt) };
    });
    return { posts, next };
  }
}

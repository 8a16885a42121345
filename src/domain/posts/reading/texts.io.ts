import DataLoader from 'dataloader';
import type { CpuQueue } from '../../../foundation/concurrency/cpu-queue.js';
import type { Read } from '../../../foundation/database/unit-of-work.js';
import { AppError } from '../../../foundation/errors/app-error.js';
import type { Viewer } from '../../identity/access/viewer.js';
import {
  finalTextsOfPosts,
  overridesOfGroups,
  ownTextsOfPosts,
  type StoredText,
  textsOfGroups,
} from './post-text.repository.js';
import { MAX_TEXT_BYTES, type ReadGroups } from './read-groups.repository.js';
import type { ResponseMemory } from './response-memory.js';
import type { ShownPost } from './shown-post.repository.js';

/** Maximum text of a response over HTTP, in bytes of UTF-8: any one group with all its posts has less. */
export const MAX_ANSWER_BYTES = 50_000_000;
/** The same over a web socket, where a response is one message. */
export const MAX_MESSAGE_BYTES = 1_000_000;
/** A larger response is written in chunks: its JSON is never in memory as a whole. */
export const STREAM_ABOVE = 500_000;
/** The least that an entry counts, however short its text: a thread can have many parts. */
const LEAST_BYTES = 500;
/** Different texts that one operation may read: a page of 100 groups of 100,000 ASCII characters. */
const MAX_READ_BYTES = 10_000_000;
/** Platform posts in one response: twice as many as 100 groups have on 100 targets each. Threads have more. */
const MAX_POSTS = 20_000;
/** Posts of one read: the result of a statement is parsed at once, and a larger one would block the event loop. */
export const POSTS_AT_ONCE = 2_000;
/** About the memory of a platform post until it is in the response. */
const POST_BYTES = 1_000;
/** Posts and texts of a page that are resolved together: a page can have ten thousand. */
const SHOWN_AT_ONCE = 500;
/** The fraction of an event-loop turn that resolving one of more posts, or texts, takes. */
const SHARE_OF_POST = 1 / 250;
/** The same for a group, without its posts. */
const SHARE_OF_GROUP = 1 / 50;
/** The same for a chunk of a large response: it is as long as its longest text. */
const SHARE_OF_PIECE = 1 / 5;

/** A value, or a promise of it where it has to be waited for. */
type Maybe<T> = T | Promise<T>;

export type ReadPostsPage = (page: { limit: number; after: ShownPost | undefined }) => Promise<ShownPost[]>;

/** What a target has in place of its group's; null: that of its group, or of its platform. */
export interface ShownOverride {
  platformId: string;
  content: string | null;
  firstComment: string | null;
}

/** Reads posts page by page and counts them: ANSWER_TOO_LARGE when they are too many. */
export type ReadAllPosts = (readPage: ReadPostsPage) => Promise<ShownPost[]>;

/** The texts of one operation: each is read once and shared by all fields that have it, and their size is bounded. */
export interface Texts {
  ofGroup(groupId: string): Maybe<string>;
  /** A post's own text, or that of its group. */
  ofPost(post: { id: string; groupId: string }): Maybe<string>;
  /** The text that a post's platform received, if something was added to it; else null. */
  finalOfPost(id: string): Promise<string | null>;
  /** Whether there is room for texts that are read with their groups. */
  hasRoom(): boolean;
  /** Keeps texts that were read with their groups; those that are too long for that are read when they are shown. */
  keepRead(read: Pick<ReadGroups, 'texts' | 'ownTexts' | 'posts'>): Promise<void>;
  /** Waits for a turn of the event loop in which so many posts and texts are resolved, unless they are too many for one. */
  takeTurn(entries: number): Promise<void>;
  /** Texts that were read are read again, because some have changed. */
  readAnew(): void;
  /** Reserves memory for what a field has read, until the response is sent: RATE_LIMITED if the account uses too much. */
  reserve(bytes: number): Promise<void>;
  /** Counts a text that goes into the response: ANSWER_TOO_LARGE when that becomes too large. */
  count(text: string): string;
  /** Runs a read that includes platform posts, in its turn among those of the account. */
  readPosts<T>(read: (readAll: ReadAllPosts) => Promise<T>): Promise<T>;
  /**
   * Resolves the posts of a group, spread over turns of the event loop: ANSWER_TOO_LARGE when they become too many.
   * Stops when the response is refused.
   */
  showPosts<T>(posts: Maybe<ShownPost[]>, show: (post: ShownPost) => T): Maybe<Maybe<T>[]>;
  /** The same for the parts of a preview. */
  showParts<Part extends { text: string }>(parts: readonly Part[]): Promise<Part>[];
  /** The same for the texts of a group's targets that have their own. */
  showOverrides(groupId: string): Promise<Promise<ShownOverride>[]>;
  /** The same for the text of a post. */
  showText(text: Maybe<string>): Maybe<string>;
  /** The chunks of a large response, spread over turns of the event loop. */
  write(pieces: AsyncGenerator<string>): AsyncGenerator<string>;
  /** About the size of the response, by what has been counted. */
  bytes(): number;
}

/** The receiver of a response. */
export interface Reader {
  maxBytes: number;
  /** Runs `done` once the response is sent, or its connection closed. */
  onEnd: (done: () => void) => void;
  /** Whether the connection was closed before the response was ready. */
  isGone: () => boolean;
}

export function makeTexts({
  read,
  memory,
  viewer,
  reader,
  cpuQueue,
}: {
  read: Read;
  memory: ResponseMemory;
  viewer: () => Promise<Viewer>;
  reader: Reader;
  cpuQueue: CpuQueue;
}): Texts {
  let room = Math.min(MAX_READ_BYTES, reader.maxBytes);
  let reserved = 0;
  let counted = 0;
  let postsRead = 0;
  let postsShown = 0;
  let showing = 0;
  /** Posts and texts that are resolved in the turn of their page. */
  let inTurn = 0;
  let isSent = false;
  /** Once the response is sent and none of its fields is being resolved: a refusal is sent before the rest has stopped. */
  let release = (): void => undefined;
  /** The first refusal: thousands of posts may follow the one that exceeds a limit. */
  let refusal: AppError | undefined;

  /** Without a stack, which would be formatted for every refused field. */
  function refuse(error: AppError): never {
    refusal ??= Object.assign(error, { stack: undefined });
    throw refusal;
  }

  function count(text: string): string {
    if (refusal) throw refusal;
    counted += Math.max(Buffer.byteLength(text), LEAST_BYTES);
    if (counted > reader.maxBytes) refuse(new AppError('ANSWER_TOO_LARGE'));
    return text;
  }

  async function show<T>(work: () => T, share: number): Promise<T> {
    showing += 1;
    try {
      return await cpuQueue(() => {
        if (refusal) throw refusal;
        return work();
      }, share);
    } finally {
      showing -= 1;
      release();
    }
  }

  /** Resolves what was read. A failed read takes its turn too: its error is reported for each field that waits for it. */
  async function showRead<Read, T>(reading: Maybe<Read>, work: (read: Read) => T, share: number): Promise<T> {
    const [outcome] = await Promise.allSettled([reading]);
    return show(() => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return work(outcome.value);
    }, share);
  }

  /** Reserves memory for the texts that were read, or refuses all of them. */
  async function keep(texts: StoredText[]): Promise<Map<string, string>> {
    const found = texts.flatMap(({ id, content }): [string, string][] => (content === null ? [] : [[id, content]]));
    const bytes = texts.reduce((sum, text) => sum + text.bytes, 0);
    if (found.length < texts.length || bytes > room) refuse(new AppError('ANSWER_TOO_LARGE'));
    room -= bytes;
    await reserve(bytes);
    return new Map(found);
  }

  async function reserve(bytes: number): Promise<void> {
    const { ownerId } = await viewer();
    const isFirst = reserved === 0;
    if (!memory.reserve(ownerId, bytes)) refuse(new AppError('RATE_LIMITED', { retryAfterSeconds: 1 }));
    reserved += bytes;
    release = () => {
      if (!isSent || showing > 0) return;
      memory.release(ownerId, reserved);
      reserved = 0;
    };
    // Once per operation, however often it reads.
    if (isFirst) {
      reader.onEnd(() => {
        isSent = true;
        release();
      });
    }
  }

  const inOrder = async <T>(work: () => Promise<T>): Promise<T> =>
    memory.read((await viewer()).ownerId, () => {
      if (refusal) throw refusal;
      // An abandoned request would delay those after it.
      if (reader.isGone()) refuse(new AppError('RATE_LIMITED', { retryAfterSeconds: 1 }));
      return work();
    });

  /** Texts of groups. */
  const known = new Map<string, string>();
  /** Texts of posts; null: that of the group. */
  const knownOwn = new Map<string, string | null>();

  const ofGroup = new DataLoader(async (ids: readonly string[]) => {
    await inOrder(async () => {
      const missing = ids.filter((id) => !known.has(id));
      if (missing.length === 0) return;
      const texts = await keep(await read((db) => textsOfGroups(db, missing, room)));
      // None: the group was removed meanwhile.
      for (const id of missing) known.set(id, texts.get(id) ?? '');
    });
    return ids.map((id) => known.get(id) ?? '');
  });
  const own = new DataLoader(
    async (ids: readonly string[]) => {
      await inOrder(async () => {
        const missing = ids.filter((id) => !knownOwn.has(id));
        if (missing.length === 0) return;
        const texts = await keep(await read((db) => ownTextsOfPosts(db, missing, room)));
        for (const id of missing) knownOwn.set(id, texts.get(id) ?? null);
      });
      return ids.map((id) => knownOwn.get(id) ?? null);
    },
    // After all posts have been resolved, so that one statement reads the texts of all.
    { batchScheduleFn: (read) => cpuQueue(read) },
  );

  const final = new DataLoader(
    async (ids: readonly string[]) => {
      let texts = new Map<string, string>();
      await inOrder(async () => {
        texts = await keep(await read((db) => finalTextsOfPosts(db, ids, room)));
      });
      return ids.map((id) => texts.get(id) ?? null);
    },
    { batchScheduleFn: (read) => cpuQueue(read) },
  );

  const overridesOf = new DataLoader(async (groupIds: readonly string[]) => {
    const found = new Map(groupIds.map((id): [string, ShownOverride[]] => [id, []]));
    await inOrder(async () => {
      const rows = await read((db) => overridesOfGroups(db, groupIds, room));
      await keep(rows.map(({ id, bytes, fits }) => ({ id, bytes, content: fits ? '' : null })));
      for (const { groupId, platformId, content, firstComment } of rows) {
        found.get(groupId)?.push({ platformId, content, firstComment });
      }
    });
    return groupIds.map((id) => found.get(id) ?? []);
  });

  const textOfGroup = (groupId: string): Maybe<string> => known.get(groupId) ?? ofGroup.load(groupId);

  /** Whether these are resolved in the turn of their page. */
  function isInTurn(entries: number): boolean {
    if (entries > inTurn) return false;
    inTurn -= entries;
    return true;
  }

  function countPosts(posts: readonly ShownPost[]): void {
    postsShown += posts.length;
    if (postsShown > MAX_POSTS) refuse(new AppError('ANSWER_TOO_LARGE'));
  }

  return {
    ofGroup: textOfGroup,
    ofPost({ id, groupId }) {
      const text = knownOwn.get(id);
      if (text !== undefined) return text ?? textOfGroup(groupId);
      return own.load(id).then((loaded) => loaded ?? textOfGroup(groupId));
    },
    finalOfPost: (id) => final.load(id),
    hasRoom: () => room >= 2 * MAX_TEXT_BYTES,
    async keepRead({ texts, ownTexts, posts = [] }) {
      const isRead = (all: StoredText[]) => all.every(({ content }) => content !== null);
      try {
        if (texts && isRead(texts)) {
          const kept = await keep(texts.filter(({ id }) => !known.has(id)));
          for (const [id, text] of kept) known.set(id, text);
        }
        if (ownTexts && isRead(ownTexts)) {
          const unknown = posts.filter(({ id }) => !knownOwn.has(id));
          const kept = await keep(ownTexts.filter(({ id }) => !knownOwn.has(id)));
          for (const { id } of unknown) knownOwn.set(id, kept.get(id) ?? null);
        }
      } catch (error) {
        // The error of the fields that show a text, not of their page.
        if (error !== refusal) throw error;
      }
    },
    async takeTurn(entries) {
      if (entries === 0 || entries > SHOWN_AT_ONCE) return;
      await cpuQueue(() => {
        inTurn += entries;
      }, entries / SHOWN_AT_ONCE);
    },
    readAnew() {
      known.clear();
      knownOwn.clear();
      ofGroup.clearAll();
      own.clearAll();
      final.clearAll();
      overridesOf.clearAll();
    },
    reserve,
    count,
    readPosts: (readWith) =>
      inOrder(() => {
        // A replica may fail halfway, and the primary is read from the start.
        const before = postsRead;
        return readWith(async (readPage) => {
          const posts: ShownPost[] = [];
          for (;;) {
            const more = await readPage({ limit: POSTS_AT_ONCE, after: posts.at(-1) });
            if (refusal) throw refusal;
            posts.push(...more);
            postsRead = before + posts.length;
            if (postsRead > MAX_POSTS) refuse(new AppError('ANSWER_TOO_LARGE'));
            await reserve(more.length * POST_BYTES);
            if (more.length < POSTS_AT_ONCE) return posts;
          }
        });
      }),
    showPosts(reading, toShown) {
      if (!(reading instanceof Promise) && isInTurn(reading.length)) {
        if (refusal) throw refusal;
        countPosts(reading);
        return reading.map(toShown);
      }
      return showRead(
        reading,
        (posts) => {
          countPosts(posts);
          return posts.map((post) => show(() => toShown(post), SHARE_OF_POST));
        },
        SHARE_OF_GROUP,
      );
    },
    showParts: (parts) =>
      parts.map((part) =>
        show(() => {
          count(part.text);
          return part;
        }, SHARE_OF_POST),
      ),
    showOverrides: (groupId) =>
      showRead(
        overridesOf.load(groupId),
        (overrides) =>
          overrides.map((override) =>
            show(() => {
              count((override.content ?? '') + (override.firstComment ?? ''));
              return override;
            }, SHARE_OF_POST),
          ),
        SHARE_OF_GROUP,
      ),
    showText: (reading) =>
      typeof reading === 'string' && isInTurn(1) ? count(reading) : showRead(reading, count, SHARE_OF_POST),
    async *write(pieces) {
      for await (const piece of pieces) yield await cpuQueue(() => piece, SHARE_OF_PIECE);
    },
    bytes: () => counted + postsShown * LEAST_BYTES,
  };
}

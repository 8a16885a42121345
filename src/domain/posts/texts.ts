import DataLoader from 'dataloader';
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/viewer.js';
import type { HeldAnswers } from './held-answers.js';
import { ownTextsOfPosts, type StoredText, textsOfGroups } from './post-text.repository.js';
import type { ShownPost } from './shown-post.repository.js';

/** How much text an answer may have over HTTP, in bytes of UTF-8: any one group with all its posts has less. */
export const MAX_ANSWER_BYTES = 50_000_000;
/** The same over a web socket, where an answer is one message. */
export const MAX_MESSAGE_BYTES = 1_000_000;
/** An answer with more is written piece by piece: nobody holds all of its JSON. */
export const STREAM_ABOVE = 500_000;
/** What an entry costs that has no text, or a short one: the parts of a thread can be many. */
const LEAST_BYTES = 500;
/** Different texts that one operation reads: a page of 100 groups of 100,000 ASCII characters. */
const MAX_READ_BYTES = 10_000_000;
/** Platform posts in one answer: twice as many as 100 groups have on 100 targets each. Threads have more. */
const MAX_POSTS = 20_000;
/** Read at a time: a statement that brings more is read in one piece, and keeps the process busy for long. */
const POSTS_AT_ONCE = 2_000;
/** About what a platform post takes in memory until it is in the answer. */
const POST_BYTES = 1_000;
/** Showing a post, or a text, takes so much of a turn of the event loop: a page can have ten thousand. */
const SHARE_OF_POST = 1 / 250;
/** The same for a group, whose posts then wait for their own. */
const SHARE_OF_GROUP = 1 / 50;
/** The same for a piece of a large answer: it is as long as its longest text. */
const SHARE_OF_PIECE = 1 / 5;

/** The texts of one operation: each is read once and shared by all who show it, and what they weigh is bounded. */
export interface Texts {
  ofGroup(groupId: string): Promise<string>;
  /** A post's own text, or that of its group. */
  ofPost(post: { id: string; groupId: string }): Promise<string>;
  /** Counts a text that goes into the answer: ANSWER_TOO_LARGE when it becomes too large. */
  count(text: string): string;
  /** Reads platform posts, `limit` of them at a time: ANSWER_TOO_LARGE when there are too many. */
  readPosts(
    read: (page: { limit: number; after: ShownPost | undefined }) => Promise<ShownPost[]>,
  ): Promise<ShownPost[]>;
  /**
   * Makes the posts of a group into what the answer shows, each when it is its turn: ANSWER_TOO_LARGE when they become
   * too many. Nothing more of an answer that is refused.
   */
  showPosts<T>(posts: Promise<ShownPost[]>, show: (post: ShownPost) => T): Promise<Promise<T>[]>;
  /** The same for the parts of a preview. */
  showParts<Part extends { text: string }>(parts: readonly Part[]): Promise<Part>[];
  /** The same for the text of a post. */
  showText(text: Promise<string>): Promise<string>;
  /** The pieces of a large answer, each when it is its turn. */
  write(pieces: AsyncGenerator<string>): AsyncGenerator<string>;
  /** About how large the answer becomes: what has been counted. */
  bytes(): number;
}

/** Whom an answer goes to. */
export interface Reader {
  maxBytes: number;
  /** Runs `done` once the answer has left, or nobody waits for it any more. */
  onEnd: (done: () => void) => void;
  /** The connection was closed before the answer was there. */
  isGone: () => boolean;
}

export function makeTexts({
  db,
  held,
  viewer,
  reader,
  cpuQueue,
}: {
  db: Db;
  held: HeldAnswers;
  viewer: () => Promise<Viewer>;
  reader: Reader;
  cpuQueue: CpuQueue;
}): Texts {
  let room = Math.min(MAX_READ_BYTES, reader.maxBytes);
  let heldHere = 0;
  let counted = 0;
  let postsRead = 0;
  let postsShown = 0;
  let showing = 0;
  let hasLeft = false;
  /** Once the answer has left and nothing of it is shown any more: a refusal leaves before the rest has stopped. */
  let letGo = (): void => undefined;
  /** Thousands of posts may follow the one that is too much. */
  let refusal: AppError | undefined;

  /** No stack: every field that is refused would have it written, and it says nothing. */
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
      letGo();
    }
  }

  /** Shows what was read. Where that failed, it takes a turn, too: the error becomes one of each field that waits for it. */
  async function showRead<Read, T>(reading: Promise<Read>, work: (read: Read) => T, share: number): Promise<T> {
    const [outcome] = await Promise.allSettled([reading]);
    return show(() => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return work(outcome.value);
    }, share);
  }

  /** Gives the texts that were read a place, or refuses all of them. */
  async function hold(texts: StoredText[]): Promise<Map<string, string>> {
    const found = texts.flatMap(({ id, content }): [string, string][] => (content === null ? [] : [[id, content]]));
    const bytes = texts.reduce((sum, text) => sum + text.bytes, 0);
    if (found.length < texts.length || bytes > room) refuse(new AppError('ANSWER_TOO_LARGE'));
    room -= bytes;
    await holdBytes(bytes);
    return new Map(found);
  }

  async function holdBytes(bytes: number): Promise<void> {
    const { ownerId } = await viewer();
    const isFirst = heldHere === 0;
    if (!held.hold(ownerId, bytes)) refuse(new AppError('RATE_LIMITED', { retryAfterSeconds: 1 }));
    heldHere += bytes;
    letGo = () => {
      if (!hasLeft || showing > 0) return;
      held.letGo(ownerId, heldHere);
      heldHere = 0;
    };
    // Once for the operation, however often it reads.
    if (isFirst) {
      reader.onEnd(() => {
        hasLeft = true;
        letGo();
      });
    }
  }

  const inOrder = async <T>(work: () => Promise<T>): Promise<T> =>
    held.read((await viewer()).ownerId, () => {
      if (refusal) throw refusal;
      // Requests that were abandoned while they waited would keep out those that came after them.
      if (reader.isGone()) refuse(new AppError('RATE_LIMITED', { retryAfterSeconds: 1 }));
      return work();
    });

  const ofGroup = new DataLoader(async (ids: readonly string[]) => {
    const texts = await inOrder(async () => hold(await textsOfGroups(db, ids, room)));
    // None: it was removed meanwhile.
    return ids.map((id) => texts.get(id) ?? '');
  });
  const own = new DataLoader(
    async (ids: readonly string[]) => {
      const texts = await inOrder(async () => hold(await ownTextsOfPosts(db, ids, room)));
      return ids.map((id) => texts.get(id) ?? null);
    },
    // Posts are shown in turns: this is one more, after all of them, so that one statement reads the texts of all.
    { batchScheduleFn: (read) => cpuQueue(read) },
  );

  return {
    ofGroup: (groupId) => ofGroup.load(groupId),
    ofPost: async ({ id, groupId }) => (await own.load(id)) ?? ofGroup.load(groupId),
    count,
    readPosts: (read) =>
      inOrder(async () => {
        const posts: ShownPost[] = [];
        for (;;) {
          const more = await read({ limit: POSTS_AT_ONCE, after: posts.at(-1) });
          if (refusal) throw refusal;
          postsRead += more.length;
          if (postsRead > MAX_POSTS) refuse(new AppError('ANSWER_TOO_LARGE'));
          await holdBytes(more.length * POST_BYTES);
          posts.push(...more);
          if (more.length < POSTS_AT_ONCE) return posts;
        }
      }),
    showPosts: (reading, toShown) =>
      showRead(
        reading,
        (posts) => {
          postsShown += posts.length;
          if (postsShown > MAX_POSTS) refuse(new AppError('ANSWER_TOO_LARGE'));
          return posts.map((post) => show(() => toShown(post), SHARE_OF_POST));
        },
        SHARE_OF_GROUP,
      ),
    showParts: (parts) =>
      parts.map((part) =>
        show(() => {
          count(part.text);
          return part;
        }, SHARE_OF_POST),
      ),
    showText: (reading) => showRead(reading, count, SHARE_OF_POST),
    async *write(pieces) {
      for await (const piece of pieces) yield await cpuQueue(() => piece, SHARE_OF_PIECE);
    },
    bytes: () => counted + postsShown * LEAST_BYTES,
  };
}

import DataLoader from 'dataloader';
import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import { limitConcurrency } from '../../foundation/concurrency/limit-concurrency.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import type { Viewer } from '../identity/viewer.js';
import { ownTextsOfPosts, type StoredText, textsOfGroups } from './post-text.repository.js';

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
/** About what a platform post takes in memory until it is in the answer. */
const POST_BYTES = 1_000;
/** What answers of one account that are under way at the same time hold in one process: different texts, and posts. */
const MAX_HELD_BYTES = 30_000_000;
/** Showing a post takes so much of a turn of the event loop: a page can have ten thousand. */
const SHARE_OF_TURN = 1 / 250;
/** The same for a piece of a large answer: it is as long as its longest text. */
const SHARE_OF_PIECE = 1 / 5;
/** Reads of one account at a time, in one process: what a read brings is weighed when it is there. */
const READS_AT_ONCE = 2;

/** The texts of one operation: each is read once and shared by all who show it, and what they weigh is bounded. */
export interface Texts {
  ofGroup(groupId: string): Promise<string>;
  /** A post's own text, or that of its group. */
  ofPost(post: { id: string; groupId: string }): Promise<string>;
  /** Counts a text that goes into the answer: ANSWER_TOO_LARGE when it becomes too large. */
  count(text: string): string;
  /** Reads platform posts, at most `limit` of them: ANSWER_TOO_LARGE when there are more. */
  readPosts<Post>(read: (limit: number) => Promise<Post[]>): Promise<Post[]>;
  /** Counts platform posts that go into the answer: ANSWER_TOO_LARGE when there are too many. */
  countPosts(count: number): void;
  /** Makes a post, or its text, into what the answer shows when it is its turn. Nothing more of an answer that is refused. */
  show<T>(work: () => T): Promise<T>;
  /** The pieces of a large answer, each when it is its turn. */
  write(pieces: AsyncGenerator<string>): AsyncGenerator<string>;
  /** About how large the answer becomes: what has been counted. */
  bytes(): number;
}

/** What the answers of each account hold in this process. */
export interface HeldAnswers {
  /** Runs a read of the account when it is its turn. */
  read<T>(ownerId: string, work: () => Promise<T>): Promise<T>;
  /** False: the account would hold too much. */
  hold(ownerId: string, bytes: number): boolean;
  letGo(ownerId: string, bytes: number): void;
}

/** Lets that many works of each account run at a time. */
function makeAtOncePerAccount(places: number): <T>(ownerId: string, work: () => Promise<T>) => Promise<T> {
  const accounts = new Map<string, { atOnce: ReturnType<typeof limitConcurrency>; works: number }>();
  return async (ownerId, work) => {
    const own = accounts.get(ownerId) ?? { atOnce: limitConcurrency(places), works: 0 };
    accounts.set(ownerId, own);
    own.works += 1;
    try {
      return await own.atOnce(work);
    } finally {
      own.works -= 1;
      if (own.works === 0) accounts.delete(ownerId);
    }
  };
}

export function makeHeldAnswers(): HeldAnswers {
  const held = new Map<string, number>();
  return {
    read: makeAtOncePerAccount(READS_AT_ONCE),
    hold(ownerId, bytes) {
      const before = held.get(ownerId) ?? 0;
      if (before + bytes > MAX_HELD_BYTES) return false;
      held.set(ownerId, before + bytes);
      return true;
    },
    letGo(ownerId, bytes) {
      const left = (held.get(ownerId) ?? 0) - bytes;
      if (left > 0) held.set(ownerId, left);
      else held.delete(ownerId);
    },
  };
}

/** Whom an answer goes to. */
export interface Reader {
  maxBytes: number;
  /** Runs `done` once the answer has left, or nobody waits for it any more. */
  onEnd: (done: () => void) => void;
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
  /** Thousands of posts may follow the one that is too much. Showing each takes time, and so does the stack of an error. */
  let refusal: AppError | undefined;

  function refuse(error: AppError): never {
    refusal ??= error;
    throw refusal;
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
    count(text) {
      if (refusal) throw refusal;
      counted += Math.max(Buffer.byteLength(text), LEAST_BYTES);
      if (counted > reader.maxBytes) refuse(new AppError('ANSWER_TOO_LARGE'));
      return text;
    },
    readPosts: (read) =>
      inOrder(async () => {
        // One more than there is room for tells that there are more.
        const posts = await read(MAX_POSTS - postsRead + 1);
        if (refusal) throw refusal;
        postsRead += posts.length;
        if (postsRead > MAX_POSTS) refuse(new AppError('ANSWER_TOO_LARGE'));
        await holdBytes(posts.length * POST_BYTES);
        return posts;
      }),
    countPosts(count) {
      postsShown += count;
      if (postsShown > MAX_POSTS) refuse(new AppError('ANSWER_TOO_LARGE'));
    },
    show(work) {
      if (refusal) return Promise.reject(refusal);
      showing += 1;
      const shown = cpuQueue(() => {
        if (refusal) throw refusal;
        return work();
      }, SHARE_OF_TURN);
      return shown.finally(() => {
        showing -= 1;
        letGo();
      });
    },
    async *write(pieces) {
      for await (const piece of pieces) yield await cpuQueue(() => piece, SHARE_OF_PIECE);
    },
    bytes: () => counted + postsShown * LEAST_BYTES,
  };
}

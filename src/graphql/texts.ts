import DataLoader from 'dataloader';
import type { Viewer } from '../access/viewer.js';
import type { Db } from '../database/unit-of-work.js';
import { AppError } from '../errors/app-error.js';
import type { InTurn } from '../in-turn.js';
import { ownTextsOfPosts, type StoredText, textsOfGroups } from '../posts/post-text.repository.js';

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
/** Different texts of answers of one account that are under way at the same time, in one process. */
const MAX_HELD_BYTES = 30_000_000;

/** The texts of one operation: each is read once and shared by all who show it, and what they weigh is bounded. */
export interface Texts {
  ofGroup(groupId: string): Promise<string>;
  /** A post's own text, or that of its group. */
  ofPost(post: { id: string; groupId: string }): Promise<string>;
  /** Counts a text that goes into the answer: ANSWER_TOO_LARGE when it becomes too large. */
  count(text: string): string;
  /** Counts entries of the answer, which are bounded elsewhere. */
  countEntries(count: number): void;
  /** About how large the answer becomes: what has been counted. */
  bytes(): number;
}

/** How many bytes of text the answers of each account hold in this process. */
export type HeldTexts = Map<string, number>;

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
  inTurn,
}: {
  db: Db;
  held: HeldTexts;
  viewer: () => Promise<Viewer>;
  reader: Reader;
  inTurn: InTurn;
}): Texts {
  let room = Math.min(MAX_READ_BYTES, reader.maxBytes);
  let heldHere = 0;
  let counted = 0;
  let entries = 0;
  /** Thousands of texts may follow the one that is too much. Measuring each takes time, and so does the stack of an error. */
  let tooLarge: AppError | undefined;

  /** Gives the texts that were read a place, or refuses all of them. */
  async function hold(texts: StoredText[]): Promise<Map<string, string>> {
    const found = texts.flatMap(({ id, content }): [string, string][] => (content === null ? [] : [[id, content]]));
    const bytes = texts.reduce((sum, text) => sum + text.bytes, 0);
    if (found.length < texts.length || bytes > room) throw new AppError('ANSWER_TOO_LARGE');
    room -= bytes;
    const { ownerId } = await viewer();
    const before = held.get(ownerId) ?? 0;
    if (before + bytes > MAX_HELD_BYTES) throw new AppError('RATE_LIMITED', { retryAfterSeconds: 1 });
    held.set(ownerId, before + bytes);
    heldHere += bytes;
    // Once for the operation, however often it reads.
    if (heldHere === bytes && bytes > 0) reader.onEnd(() => letGo(ownerId));
    return new Map(found);
  }

  function letGo(ownerId: string): void {
    const left = (held.get(ownerId) ?? 0) - heldHere;
    if (left > 0) held.set(ownerId, left);
    else held.delete(ownerId);
    heldHere = 0;
  }

  const ofGroup = new DataLoader(async (ids: readonly string[]) => {
    const texts = await hold(await textsOfGroups(db, ids, room));
    // None: it was removed meanwhile.
    return ids.map((id) => texts.get(id) ?? '');
  });
  const own = new DataLoader(
    async (ids: readonly string[]) => {
      const texts = await hold(await ownTextsOfPosts(db, ids, room));
      return ids.map((id) => texts.get(id) ?? null);
    },
    // Posts are shown in turns: this is one more, after all of them, so that one statement reads the texts of all.
    { batchScheduleFn: (read) => inTurn(read) },
  );

  return {
    ofGroup: (groupId) => ofGroup.load(groupId),
    ofPost: async ({ id, groupId }) => (await own.load(id)) ?? ofGroup.load(groupId),
    count(text) {
      if (!tooLarge) counted += Math.max(Buffer.byteLength(text), LEAST_BYTES);
      if (counted > reader.maxBytes) tooLarge ??= new AppError('ANSWER_TOO_LARGE');
      if (tooLarge) throw tooLarge;
      return text;
    },
    countEntries(count) {
      entries += count;
    },
    bytes: () => counted + entries * LEAST_BYTES,
  };
}

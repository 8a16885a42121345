import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AccountCore } from './account.js';
import type { Store, StoredPost } from './store.js';
import {
  type AccountNumber,
  accountNumbers,
  type ChosenNumbers,
  type PostNumber,
  postNumbers,
  sandboxPlatforms,
} from './types.js';

/** A number that the platform leaves out is undefined. */
export type PostNumbers = Readonly<Record<PostNumber, number | undefined>>;
export type AccountNumbers = Readonly<Record<AccountNumber, number | undefined>>;

const count = z.int().min(0).nullable();
const values = z.partialRecord(z.enum([...postNumbers, ...accountNumbers]), count);

/** Chosen numbers as another process may send them. */
export const chosenNumbersSchema = z.strictObject({
  platform: z.enum(sandboxPlatforms),
  accountId: z.string().min(1),
  postedId: z.string().min(1).optional(),
  values,
});

/** A number that depends only on the seed. */
export const pretend = (seed: string, below: number): number =>
  createHash('sha256').update(seed).digest().readUInt32BE() % below;

const dayMs = 24 * 3_600_000;

/** A post has found two thirds of its audience after this time. */
const audienceMs = 1.5 * dayMs;

/** The share of its audience that a post has found at an age in milliseconds; it never falls. */
export const shareAt = (age: number): number => (age <= 0 ? 0 : 1 - Math.exp(-age / audienceMs));

/** How many a post counts of each number in the end. Fewer people are reached than there are impressions. */
export function audienceOf({ postedId }: Pick<StoredPost, 'postedId'>): Record<PostNumber, number> {
  const impressions = 200 + pretend(`${postedId} impressions`, 900);
  const percent = (name: PostNumber, least: number, most: number) =>
    Math.floor((impressions * (least + pretend(`${postedId} ${name}`, most - least))) / 100);
  const views = percent('views', 30, 55);
  return {
    impressions,
    reach: percent('reach', 55, 85),
    views,
    reactions: percent('reactions', 2, 7),
    comments: percent('comments', 0, 3),
    shares: percent('shares', 0, 2),
    clicks: percent('clicks', 1, 5),
    saves: percent('saves', 0, 2),
    watchSeconds: views * (3 + pretend(`${postedId} watchSeconds`, 12)),
  };
}

/**
 * The numbers of posts and accounts, as if people saw each post in the days after it. A test may choose others, also
 * lower ones, or leave a number out.
 */
export class Numbers {
  private readonly chosen = new Map<string, ChosenNumbers['values']>();

  constructor(
    private readonly store: Store,
    /** The time by which posts find their audience, in milliseconds since 1970. */
    readonly now: () => number,
  ) {}

  /** Chooses the numbers of a post or an account; those that `values` does not name are made up again. */
  choose({ platform, accountId, postedId, values: numbers }: ChosenNumbers): void {
    this.chosen.set(keyOf({ platform, accountId }, postedId), numbers);
  }

  /** `views` of a platform that counts them instead of impressions are those: pass `countsViews`. */
  ofPost(post: StoredPost, { countsViews = false, at = this.now() } = {}): PostNumbers {
    const all = audienceOf(post);
    const audience = countsViews ? { ...all, views: all.impressions } : all;
    const share = shareAt(at - Date.parse(post.receivedAt));
    const made = Object.fromEntries(postNumbers.map((name) => [name, Math.floor(audience[name] * share)]));
    return this.withChosen(made, keyOf(post, post.postedId)) as PostNumbers;
  }

  ofAccount(account: Pick<AccountCore, 'platform' | 'accountId'>, at = this.now()): AccountNumbers {
    const { platform, accountId } = account;
    const [first, daily] = [300 + pretend(accountId, 3000), pretend(`${accountId} daily`, 12) / 4];
    const days = Math.max(0, (at - Date.UTC(2026, 0, 1)) / dayMs);
    const all = this.store.postsOf(platform, accountId);
    let posts = 0;
    for (let index = 0; index < all.length; index += 1) {
      if (Date.parse(all.at(index)?.receivedAt ?? '') <= at) posts += 1;
    }
    const made = { followers: first + Math.floor(days * daily), posts };
    return this.withChosen(made, keyOf(account)) as AccountNumbers;
  }

  /** A chosen number; null: it is left out; undefined: none was chosen. */
  chosenOf(
    about: Pick<ChosenNumbers, 'platform' | 'accountId' | 'postedId'>,
    name: PostNumber | AccountNumber,
  ): number | null | undefined {
    return this.chosen.get(keyOf(about, about.postedId))?.[name];
  }

  private withChosen(made: Record<string, number>, key: string): Record<string, number | undefined> {
    const chosen = Object.entries(this.chosen.get(key) ?? {});
    return { ...made, ...Object.fromEntries(chosen.map(([name, number]) => [name, number ?? undefined])) };
  }
}

const keyOf = ({ platform, accountId }: Pick<AccountCore, 'platform' | 'accountId'>, postedId = '') =>
  `${platform} ${accountId} ${postedId}`;

import { createHash } from 'node:crypto';
import type { Account } from '../../platforms/port/account.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { AlikePost, LivePost, LookupResult, Part, Publisher, State, Step } from '../../platforms/port/platform.js';
import type { LoadedAccount, StoredCredentials } from '../accounts/load-account.use-case.js';
import { type AccountActivity, type Assignment, alikeTaken, hasOpenRival } from './whose-post.js';

/** The result of a lookup, with the decision whose a found post is. */
export type PartLookup =
  | Exclude<LookupResult, { kind: 'alike' | 'unsupported' }>
  /** The lookup proves nothing before an attempt of another post has ended, which is soon. */
  | { kind: 'contested'; failure: Failure }
  /** It cannot be determined whether the part is live. One of the posts `alike` may be it. */
  | { kind: 'unsupported'; alike?: readonly LivePost[] };

/** A platform's publisher for one part, with the account's access renewed where needed. */
export interface PublisherSession {
  start(): Promise<Step>;
  lookUp(state: State | null): Promise<PartLookup>;
  finish(state: State): Promise<Step>;
  /** The connection with the credentials that were used last. */
  credited(): StoredCredentials;
}

/**
 * Opens a session. When the platform rejects the account's access, that is renewed once and the request made again: a
 * rejection says that nothing was posted.
 */
export function openPublisherSession({
  publisher,
  part,
  since,
  opened,
  renew,
  activity,
  assign,
  mayBeRepeat,
}: {
  publisher: Publisher;
  part: Part;
  /** When the first request that may have been stored left; lookups find no older post. */
  since: Date;
  opened: Extract<LoadedAccount, { kind: 'open' }>;
  /** Null for platforms whose credentials cannot be renewed. */
  renew: ((refused: Account) => Promise<LoadedAccount>) | null;
  /** What other posts do at the account now. */
  activity: () => Promise<AccountActivity>;
  /** Decides which of the found posts is the part's. */
  assign: (found: readonly AlikePost[], activity: AccountActivity) => Assignment;
  /** Whether an earlier request of the part may have been stored. */
  mayBeRepeat: boolean;
}): PublisherSession {
  let current = opened;

  async function withAccess<Answer extends LookupResult>(
    call: () => Promise<Answer>,
    outcome: Failure['outcome'] = 'rejected',
  ): Promise<Answer | Failed> {
    const answer = await call();
    if (!renew || !isAccessRejected(answer)) return answer;
    const renewed = await renew(current.account);
    if (renewed.kind === 'failed') return { kind: 'failed', failure: { ...wordsOf(answer, renewed), outcome } };
    if (renewed.kind !== 'open') return answer;
    current = renewed;
    return call();
  }

  const search = (taken: Iterable<string>, state: State | null) =>
    // Without access, a lookup cannot show that nothing is there.
    withAccess(
      () => publisher.lookUp({ ...part, at: since, taken: new Set(taken) }, current.account, state),
      'unknown',
    );

  /** Of equal posts, the one that is the part's; `none` if others have them all. What other posts do is read after the list. */
  async function own(posts: readonly AlikePost[], none: PartLookup): Promise<PartLookup> {
    const others = await activity();
    const assignment = assign(posts, others);
    switch (assignment.kind) {
      case 'own':
        return { kind: 'published', ...assignment.post };
      case 'none':
        return none;
      case 'contested':
        return CONTESTED;
      case 'undecidable':
        return { kind: 'unsupported', alike: posts.filter(({ postedId }) => !others.taken.has(postedId)) };
    }
  }

  /** A duplicate of the part's own earlier request is the part; one of another post is certainly not published. */
  async function afterDuplicate(failure: Failure, post: LivePost | null): Promise<Step> {
    if (!mayBeRepeat) {
      // The platform's list may lag behind what is recorded here, or not be readable.
      const others = await activity();
      const live = post ?? (await findAny()) ?? alikeTaken(part.text, others);
      // Then the other one is known, and can be named.
      if (!live && hasOpenRival(part.text, others)) return { kind: 'failed', failure: REFUSED_TOO_EARLY };
      return { kind: 'failed', failure: { ...failure, outcome: 'rejected', message: naming(failure.message, live) } };
    }
    // Whose post it is, a lookup finds out.
    if (!post) {
      const message = naming(failure.message, await findAny());
      return { kind: 'failed', failure: { ...failure, outcome: 'unknown', message } };
    }
    const found = await own([post], { kind: 'absent' });
    if (found.kind === 'published') return found;
    const outcome = found.kind === 'absent' ? 'rejected' : 'unknown';
    return { kind: 'failed', failure: { ...failure, outcome, message: naming(failure.message, post) } };
  }

  /** A live post with the part's content; null if none is found. */
  async function findAny(): Promise<LivePost | null> {
    const found = await search([], null);
    return found.kind === 'alike' ? (found.posts.at(-1) ?? null) : null;
  }

  const decided = async (step: Step): Promise<Step> =>
    step.kind === 'failed' && step.duplicateOf !== undefined ? afterDuplicate(step.failure, step.duplicateOf) : step;

  const send = async (sent: Part): Promise<Step> =>
    decided(await withAccess(() => publisher.start(sent, current.account)));

  /** The response to a repeat may name the post of an earlier request that an equal part has claimed since. */
  const isAnothers = async (step: Step): Promise<boolean> =>
    mayBeRepeat && step.kind === 'published' && (await activity()).taken.has(step.postedId);

  return {
    async start() {
      const step = await send(part);
      // Under another key, the platform makes the part's own.
      return (await isAnothers(step)) ? send({ ...part, key: nextKey(part.key) }) : step;
    },
    lookUp: async (state) => {
      const { taken } = await activity();
      const found = await search(taken.keys(), state);
      // Posts that others have claimed meanwhile are no proof that the part's own is absent.
      return found.kind === 'alike' ? own(found.posts, CONTESTED) : found;
    },
    finish: async (state) => decided(await withAccess(() => publisher.finish(part, current.account, state))),
    credited: () => current,
  };
}

/** The same for each repeat. */
const nextKey = (key: string): string => createHash('sha256').update(`${key} again`).digest('hex').slice(0, key.length);

const naming = (message: string, live: LivePost | null): string => {
  if (!live) return message;
  return `${sentence(message)} The same content is live as ${addressOf(live)}: change the text, or publish it later`;
};

const addressOf = ({ url, postedId }: LivePost): string => url ?? postedId;

const sentence = (message: string): string => `${message.replace(/[\s.]+$/, '')}.`;

const MOST_NAMED = 3;

/** Names the posts of which one may be the part, for the owner who has to decide. */
export function namingAlike(failure: Failure, alike: readonly LivePost[] = []): Failure {
  if (alike.length === 0) return failure;
  const addresses = alike.slice(-MOST_NAMED).map(addressOf).join(', ');
  return {
    ...failure,
    message: `${sentence(failure.message)} The same content is live as ${addresses}: check whether that is this post`,
  };
}

const CONTESTED: PartLookup = {
  kind: 'contested',
  failure: {
    code: 'SERVICE_ERROR',
    message:
      'Another post with the same content is being published to this account, and the post that was found may be that one',
    outcome: 'unknown',
    platformError: null,
  },
};

/** The platform refuses the part as a repeat of a post that is still being published. */
const REFUSED_TOO_EARLY: Failure = {
  code: 'SERVICE_ERROR',
  message: 'The post was refused as a repeat of another one with the same content, which is still being published',
  outcome: 'rejected',
  platformError: null,
};

/** Where the platform issues no new access token, its message about the previous one is shown. */
function wordsOf({ failure: first }: Failed, { failure }: Failed): Failure {
  if (failure.code !== first.code || failure.platformError !== null) return failure;
  const { platformError, platformStatusCode: status } = first;
  return { ...failure, platformError, ...(status !== undefined && { platformStatusCode: status }) };
}

type Failed = { kind: 'failed'; failure: Failure };

const isAccessRejected = (answer: LookupResult): answer is Failed =>
  answer.kind === 'failed' && answer.failure.code === 'PLATFORM_AUTH_EXPIRED';

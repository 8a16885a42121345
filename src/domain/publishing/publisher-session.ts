import type { Account } from '../../platforms/port/account.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { LookupResult, Part, Publisher, State, Step } from '../../platforms/port/platform.js';
import type { LoadedAccount, StoredCredentials } from '../accounts/load-account.use-case.js';

/** A platform's publisher for one part, with the account's access renewed where needed. */
export interface PublisherSession {
  start(): Promise<Step>;
  lookUp(state: State | null): Promise<LookupResult>;
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
  opened,
  renew,
  takenIds,
  isTaken,
}: {
  publisher: Publisher;
  part: Part;
  opened: Extract<LoadedAccount, { kind: 'open' }>;
  /** Null for platforms whose credentials cannot be renewed. */
  renew: ((refused: Account) => Promise<LoadedAccount>) | null;
  /** Native ids of the account's other posts of late. */
  takenIds: () => Promise<ReadonlySet<string>>;
  /** Whether this is the native id of another of the account's posts. */
  isTaken: (postedId: string) => Promise<boolean>;
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

  /** A repeat that the platform refuses is this part's own, unless another post has published the same content. */
  async function asOwn(step: Step): Promise<Step> {
    if (step.kind !== 'published' || !step.repeat || !(await isTaken(step.postedId))) return step;
    return { kind: 'failed', failure: step.repeat };
  }

  return {
    start: async () => asOwn(await withAccess(() => publisher.start(part, current.account))),
    lookUp: async (state) => {
      const taken = await takenIds();
      // Without access, a lookup cannot show that nothing is there.
      return withAccess(() => publisher.lookUp({ ...part, taken }, current.account, state), 'unknown');
    },
    finish: async (state) => asOwn(await withAccess(() => publisher.finish(part, current.account, state))),
    credited: () => current,
  };
}

/** Where the platform issues no new access token, its message about the previous one is shown. */
function wordsOf({ failure: first }: Failed, { failure }: Failed): Failure {
  if (failure.code !== first.code || failure.platformError !== null) return failure;
  const { platformError, platformStatusCode: status } = first;
  return { ...failure, platformError, ...(status !== undefined && { platformStatusCode: status }) };
}

type Failed = { kind: 'failed'; failure: Failure };

const isAccessRejected = (answer: LookupResult): answer is Failed =>
  answer.kind === 'failed' && answer.failure.code === 'PLATFORM_AUTH_EXPIRED';

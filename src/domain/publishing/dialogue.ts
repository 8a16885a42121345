import type { Failure } from '../../platforms/port/failure.js';
import type { Account, Part, Publisher, Sighting, State, Step } from '../../platforms/port/platform.js';
import type { LoadedAccount, StoredCredentials } from '../accounts/load-account.use-case.js';

/** Talking to a platform about one part, with the account's session kept alive. */
export interface Dialogue {
  start(): Promise<Step>;
  look(state: State | null): Promise<Sighting>;
  finish(state: State): Promise<Step>;
  /** The connection with the credentials that were used last. */
  credited(): StoredCredentials;
}

/**
 * Opens a dialogue. When the platform refuses the session, it is renewed once and the request made again: a refusal
 * says that nothing was posted.
 */
export function openDialogue({
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
}): Dialogue {
  let current = opened;

  async function withSession<Answer extends Sighting>(
    ask: () => Promise<Answer>,
    outcome: Failure['outcome'] = 'rejected',
  ): Promise<Answer | Failed> {
    const answer = await ask();
    if (!renew || !isRefusedSession(answer)) return answer;
    const renewed = await renew(current.account);
    if (renewed.kind === 'failed') return { kind: 'failed', failure: { ...wordsOf(answer, renewed), outcome } };
    if (renewed.kind !== 'open') return answer;
    current = renewed;
    return ask();
  }

  /** A repeat that the platform refuses is this part's own, unless another post has published the same content. */
  async function asOwn(step: Step): Promise<Step> {
    if (step.kind !== 'published' || !step.repeat || !(await isTaken(step.postedId))) return step;
    return { kind: 'failed', failure: step.repeat };
  }

  return {
    start: async () => asOwn(await withSession(() => publisher.start(part, current.account))),
    look: async (state) => {
      const taken = await takenIds();
      // Who could not look cannot say that nothing is there.
      return withSession(() => publisher.look({ ...part, taken }, current.account, state), 'unknown');
    },
    finish: async (state) => asOwn(await withSession(() => publisher.finish(part, current.account, state))),
    credited: () => current,
  };
}

/** Where the platform was not even asked for a new access (it gives none), its words are those about the one before. */
function wordsOf({ failure: first }: Failed, { failure }: Failed): Failure {
  if (failure.code !== first.code || failure.platformError !== null) return failure;
  const { platformError, platformStatusCode: status } = first;
  return { ...failure, platformError, ...(status !== undefined && { platformStatusCode: status }) };
}

type Failed = { kind: 'failed'; failure: Failure };

const isRefusedSession = (answer: Sighting): answer is Failed =>
  answer.kind === 'failed' && answer.failure.code === 'PLATFORM_AUTH_EXPIRED';

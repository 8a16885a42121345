import DataLoader from 'dataloader';
import type {
  Credited,
  MarkRevoked,
  OpenAccount,
  OpenAccountInput,
  Opened,
} from '../connections/open-account.use-case.js';
import type { Prepared, WithMedia } from '../media/prepare-media.use-case.js';
import { madeCertain } from '../platforms/failed-step.js';
import { FAILURES, type Failure } from '../platforms/failure.js';
import type { PartMedia, Publisher, Session, Sighting, Step } from '../platforms/platform.js';
import { BLOCKED, type Block, type PlatformRules } from '../platforms/rules.js';
import { isPostedByAnother, postedIdsSince } from '../posts/post-group.repository.js';
import { type Dialogue, openDialogue } from './dialogue.js';
import type { PublishAttempt } from './publish-attempt.js';
import type { HeldJob } from './publish-queue.js';
import { splitContent } from './split-content.js';
import type { TakeRateOf } from './take-rate.use-case.js';
import { isInTurn, type Turn } from './turn.js';
import { findTurns } from './turn.repository.js';
import { type LedgerNeeds, openLedger, type TurnLedger } from './turn-ledger.js';

/** A platform as publishing uses it. */
interface PublishingPlatform {
  /** Null: the operator has configured no address for it. */
  baseUrl: string | null;
  session: Session | null;
  publisher: Publisher;
  rules: PlatformRules;
}

interface Needs extends LedgerNeeds {
  openAccount: OpenAccount;
  withMedia: WithMedia;
  markRevoked: MarkRevoked;
  takeRate: TakeRateOf;
  blocks: Readonly<Record<Block, boolean>>;
  findPlatform: (key: string) => PublishingPlatform | undefined;
}

/** Works on one turn of a post and ends the job that brought it. */
export type PublishPost = (turn: Turn, job: HeldJob) => Promise<void>;

/** While a platform cannot even be asked: the ages of an attempt at which it is looked for again; then it is given up. */
const LOOK_AGAIN_MS = [2_000, 10_000, 60_000, 300_000, 900_000, 1_800_000, 3_600_000];

/** How long a post waits for a limit when the platform does not say until when. */
const RATE_LIMIT_MS = 15 * 60_000;

/** A look may find posts that are a little older than the part, because clocks differ. */
const TAKEN_WINDOW_MS = 3_600_000;

/**
 * One turn of a platform post: an attempt, or the look for an attempt whose answer was lost.
 *
 * - The attempt's row is stored before the first byte leaves, its outcome together with the post's new state.
 * - An attempt without an outcome means that nobody knows: the platform is asked, never posted to again blindly. Where
 *   it cannot be asked, the post fails as OUTCOME_UNKNOWN.
 * - "Not there" counts only once nothing can be under way any more (`uncertainUntil`).
 */
export const makePublishPost = (needs: Needs): PublishPost => {
  const { db, clock, config } = needs;
  // Jobs are fetched together, so their posts are read together too.
  const turns = new DataLoader((ids: readonly string[]) => findTurns(db, ids), { cache: false });

  return async (turn, job) => {
    const found = await turns.load(turn.postId);
    if (!found || !isInTurn(found.post, turn.turn)) {
      return needs.commitTurn({ turn, decide: () => ({ endJob: job, result: undefined }) });
    }
    const { post, open, settings, videoTimestamp, replyTo } = found;
    const { platform: key, platformId, userId, dueAt } = post;
    const ledger = openLedger(needs, turn, post, job);

    const isFirstTry = open === null && post.firstAttemptAt === null;
    if (isFirstTry && dueAt && clock().getTime() - dueAt.getTime() > config.maxLatenessMs) {
      return ledger.fail('SCHEDULE_MISSED', `It was due at ${dueAt.toISOString()} and no worker was there in time`);
    }
    const platform = needs.findPlatform(key);
    if (!platform) return ledger.fail('PLATFORM_NOT_SUPPORTED', `This service does not publish to ${key}`);
    const { baseUrl, session, publisher, rules } = platform;
    // Only now, and once: what is scheduled is one entry for each target (document 3, "get-post").
    const texts =
      isFirstTry && !found.isSplit ? splitContent(post.content, rules).map(({ text }) => text) : [post.content];
    const blockedBy = texts.length > 1 ? rules.thread?.blockedBy : undefined;
    if (blockedBy && needs.blocks[blockedBy]) return ledger.fail('INVALID_CONTENT', BLOCKED[blockedBy]);
    const hasMedia = found.hasMedia && post.partIndex === 0;
    const where: OpenAccountInput = { userId, platformId, baseUrl, session };
    const opened = await needs.openAccount(where);
    if (opened.kind === 'missing') {
      return ledger.fail('CONNECTION_NOT_FOUND', `No account is connected as ${platformId}`);
    }
    if (opened.kind === 'unaddressed') {
      return ledger.fail('PLATFORM_NOT_CONFIGURED', `The operator has configured no address for ${key}`);
    }
    const speak = async (prepared: Prepared): Promise<void> => {
      if (!open && opened.kind === 'open' && prepared.kind === 'ready') {
        const wait = await needs.takeRate({ platformId, limits: rules.rateLimits, media: prepared.media });
        if (wait) return ledger.holdUp(wait.reason, wait.until);
      }
      const attempt = open ?? (await ledger.begin(texts));
      if (!attempt) return;
      const at = post.firstAttemptAt ?? attempt.startedAt;
      const takenIds = () => postedIdsSince(db, post, new Date(at.getTime() - TAKEN_WINDOW_MS));
      const dialogue = openedDialogue(opened, prepared, (working, media) =>
        openDialogue({
          publisher,
          part: { key: post.id, at, text: texts[0] ?? '', media, settings, videoTimestamp, replyTo },
          opened: working,
          renew: session && (({ credentials }) => needs.openAccount({ ...where, refused: credentials })),
          takenIds,
          isTaken: (postedId) => isPostedByAnother(db, post, postedId),
        }),
      );
      const talk: Talk = {
        platform: key,
        ledger,
        clock,
        requestMs: config.requestTimeoutMs,
        graceMs: config.graceMs,
        dialogue,
        revoke: () => needs.markRevoked(dialogue.credited()),
      };
      return open
        ? afterLook(talk, open, await dialogue.look(open.state))
        : afterStep(talk, attempt, await dialogue.start());
    };
    // Files are fetched before an attempt begins: what they take of time is none of the platform's.
    return hasMedia && !open ? needs.withMedia(post, rules, speak) : speak({ kind: 'ready', media: [] });
  };
};

interface Talk {
  platform: string;
  ledger: TurnLedger;
  clock: () => Date;
  /** How long a request may take, and how long a platform may go on storing what it was sent. */
  requestMs: number;
  graceMs: number;
  dialogue: Dialogue;
  /** Marks the connection as refused for good. */
  revoke: () => Promise<void>;
}

/** Speaks with the platform when there is something to say and somebody to say it for. */
function openedDialogue(
  opened: Extract<Opened, { connectionId: string }>,
  prepared: Prepared,
  open: (working: Extract<Opened, { kind: 'open' }>, media: PartMedia[]) => Dialogue,
): Dialogue {
  if (opened.kind === 'failed') return refusing(opened.failure, opened);
  return prepared.kind === 'failed' ? refusing(prepared.failure, opened) : open(opened, prepared.media);
}

/** The dialogue with an account whose session could not be made, or about files that cannot be had: nothing is sent. */
const refusing = (failure: Failure, credited: Credited): Dialogue => {
  const refused = async () => ({ kind: 'failed', failure }) as const;
  const unseen = async () => ({ kind: 'failed', failure: { ...failure, outcome: 'unknown' } }) as const;
  return { start: refused, look: unseen, finish: refused, credited: () => credited };
};

async function afterStep(talk: Talk, attempt: PublishAttempt, step: Step): Promise<void> {
  const { ledger, dialogue } = talk;
  switch (step.kind) {
    case 'published':
      return ledger.published(attempt, step);
    case 'pending':
      return ledger.comeBack(attempt, later(talk, step.checkAfterMs), step.state);
    case 'ready': {
      const uncertainUntil = later(talk, talk.requestMs + talk.graceMs + (step.withinMs ?? 0));
      const noted = await ledger.note(attempt, { state: step.state, uncertainUntil });
      // Who ended the attempt has taken over the post, too.
      if (!noted) return;
      return afterStep(talk, noted, await dialogue.finish(step.state));
    }
    case 'failed':
      return step.failure.outcome === 'rejected'
        ? afterRejection(talk, attempt, step.failure)
        : afterLoss(talk, attempt, step.failure);
  }
}

async function afterRejection(talk: Talk, attempt: PublishAttempt, failure: Failure): Promise<void> {
  if (failure.code === 'PLATFORM_AUTH_EXPIRED') await talk.revoke();
  const { retryAt = later(talk, RATE_LIMIT_MS) } = failure;
  const isLimit = failure.code === 'RATE_LIMITED';
  return talk.ledger.retryOrFail(attempt, 'rejected', { ...failure, ...(isLimit && { retryAt }) });
}

/**
 * The answer was lost, or was an error that leaves it open. Something may still be under way, and a platform may show a
 * post a moment after it has stored it: that nothing is there counts only after the grace.
 */
async function afterLoss(talk: Talk, attempt: PublishAttempt, failure: Failure): Promise<void> {
  const uncertainUntil = later(talk, talk.graceMs);
  const noted = await talk.ledger.note(attempt, { failure, uncertainUntil });
  if (!noted) return;
  return afterLook(talk, noted, await talk.dialogue.look(attempt.state));
}

async function afterLook(talk: Talk, attempt: PublishAttempt, sighting: Sighting): Promise<void> {
  const { ledger, clock } = talk;
  const cause = attempt.failure ?? interrupted(talk.platform);
  switch (sighting.kind) {
    case 'absent':
      if (clock() < attempt.uncertainUntil) return ledger.comeBack(attempt, attempt.uncertainUntil);
      return ledger.retryOrFail(attempt, 'absent', madeCertain(cause));
    case 'unanswerable':
      // Whose answer nobody has noted as lost may have a worker that still waits for it.
      if (!attempt.failure && clock() < attempt.uncertainUntil) return ledger.comeBack(attempt, attempt.uncertainUntil);
      return ledger.unknown(attempt, cause);
    case 'failed':
      return sighting.failure.outcome === 'rejected'
        ? afterRejection(talk, attempt, sighting.failure)
        : afterFailedLook(talk, attempt, cause, sighting.failure);
    default:
      return afterStep(talk, attempt, sighting);
  }
}

/** The platform could not be asked this time. */
function afterFailedLook(talk: Talk, attempt: PublishAttempt, cause: Failure, failure: Failure): Promise<void> {
  const { ledger, clock } = talk;
  const age = clock().getTime() - attempt.startedAt.getTime();
  const nextAge = LOOK_AGAIN_MS.find((ms) => ms > age);
  if (nextAge === undefined || !FAILURES[failure.code].retryable) return ledger.unknown(attempt, cause);
  const at = Math.max(attempt.startedAt.getTime() + nextAge, failure.retryAt?.getTime() ?? 0);
  return ledger.comeBack(attempt, new Date(at));
}

const later = ({ clock }: Talk, ms: number): Date => new Date(clock().getTime() + ms);

/** Why the answer to an attempt is missing that nobody has noted anything about. */
const interrupted = (platform: string): Failure => ({
  code: 'NETWORK_ERROR',
  message: `${platform} was asked to post it, but its answer was lost with the worker; the post may be live`,
  outcome: 'unknown',
  platformError: null,
});

import DataLoader from 'dataloader';
import type { SendGuard } from '../../platforms/kit/guarded-http.js';
import type { Failure } from '../../platforms/port/failure.js';
import type { PartMedia, Publisher, Session } from '../../platforms/port/platform.js';
import { BLOCKED, type Block, type PlatformRules } from '../../platforms/port/rules.js';
import { MeasuredText } from '../../platforms/port/text-length.js';
import type {
  LoadAccount,
  LoadAccountInput,
  LoadedAccount,
  MarkRevoked,
  StoredCredentials,
} from '../accounts/load-account.use-case.js';
import type { Prepared, WithMedia } from '../media/prepare-media.use-case.js';
import { MAX_THREAD_PARTS, THREAD_TOO_LONG } from '../posts/post-bounds.js';
import type { HeldJob } from '../posts/publish-queue.js';
import { type Dialogue, openDialogue } from './dialogue.js';
import type { FoundTurn } from './publish-store.js';
import { type AttemptContext, resumeAttempt, startAttempt } from './run-attempt.js';
import { makeSendGuard } from './send-guard.js';
import { splitContent } from './split-content.js';
import type { TakeRateOf } from './take-rate.use-case.js';
import { isInTurn, type Turn } from './turn.js';
import { type LedgerNeeds, openLedger, type TurnLedger } from './turn-ledger.js';

/** A platform as publishing uses it. */
interface PublishingPlatform {
  /** Null: the operator has configured no address for it. */
  baseUrl: string | null;
  session: Session | null;
  openPublisher(guard: SendGuard): Publisher;
  rules: PlatformRules;
}

interface Needs extends LedgerNeeds {
  loadAccount: LoadAccount;
  withMedia: WithMedia;
  markRevoked: MarkRevoked;
  takeRate: TakeRateOf;
  blocks: Readonly<Record<Block, boolean>>;
  /** Whether this process takes no more work and is about to end. */
  isStopping: () => boolean;
  findPlatform: (key: string) => PublishingPlatform | undefined;
}

/** Works on one turn of a post and ends the job that brought it. */
export type PublishPost = (turn: Turn, job: HeldJob) => Promise<void>;

/** A look may find posts that are a little older than the part, because clocks differ. */
const TAKEN_WINDOW_MS = 3_600_000;

/**
 * One turn of a platform post: an attempt, or the look for an attempt whose answer was lost.
 *
 * - The attempt's row is stored before the first byte leaves, its outcome together with the post's new state.
 * - A publishing request leaves only while the attempt's lease lives, and after a look when it repeats another.
 * - An attempt without an outcome means that nobody knows: the platform is asked, never posted to again blindly. Where
 *   it cannot be asked, the post fails as OUTCOME_UNKNOWN.
 * - "Not there" counts only once nothing can be under way any more (`uncertainUntil`).
 */
export const makePublishPost = (needs: Needs): PublishPost => {
  const { store } = needs;
  // Jobs are fetched together, so their posts are read together too.
  const turns = new DataLoader((ids: readonly string[]) => store.findTurns(ids), { cache: false });

  return async (turn, job) => {
    const found = await turns.load(turn.postId);
    if (!found || !isInTurn(found.post, turn.turn)) {
      return needs.commitTurn({ turn, decide: () => ({ endJob: job, result: undefined }) });
    }
    const ledger = openLedger(needs, turn, found, job);
    try {
      await runTurn(needs, found, ledger);
    } catch (error) {
      // Told in the post's log, and tried again less and less often. Where even that cannot be stored, the job is
      // given to another worker.
      await ledger.interrupted().catch(() => undefined);
      throw error;
    }
  };
};

async function runTurn(needs: Needs, found: FoundTurn, ledger: TurnLedger): Promise<void> {
  const { store, clock, config } = needs;
  const { post, open, earlier, settings, videoTimestamp, replyTo } = found;
  const { platform: key, platformId, userId, dueAt } = post;

  // As processes of the version before leave it.
  if (open && !post.leaseUntil) return ledger.adopt(open);
  const isFirstTry = open === null && post.firstAttemptAt === null;
  if (isFirstTry && !post.wait && dueAt && clock().getTime() - dueAt.getTime() > config.maxLatenessMs) {
    return ledger.fail('SCHEDULE_MISSED', `It was due at ${dueAt.toISOString()} and no worker was there in time`);
  }
  const platform = needs.findPlatform(key);
  if (!platform) return ledger.fail('PLATFORM_NOT_SUPPORTED', `This service does not publish to ${key}`);
  const { baseUrl, session, rules } = platform;
  // Only now, and once: what is scheduled is one entry for each target.
  const texts =
    isFirstTry && !found.isSplit
      ? splitContent(new MeasuredText(found.text), rules).map(({ text }) => text)
      : [found.text];
  if (texts.length > MAX_THREAD_PARTS) return ledger.fail('INVALID_CONTENT', THREAD_TOO_LONG);
  const blockedBy = texts.length > 1 ? rules.thread?.blockedBy : undefined;
  if (blockedBy && needs.blocks[blockedBy]) return ledger.fail('INVALID_CONTENT', BLOCKED[blockedBy]);
  const hasMedia = found.hasMedia && post.partIndex === 0;
  const where: LoadAccountInput = { userId, platformId, baseUrl, session };
  const opened = await needs.loadAccount(where);
  if (opened.kind === 'missing') {
    return ledger.fail('CONNECTION_NOT_FOUND', `No account is connected as ${platformId}`);
  }
  if (opened.kind === 'unaddressed') {
    return ledger.fail('PLATFORM_NOT_CONFIGURED', `The operator has configured no address for ${key}`);
  }
  const run = async (prepared: Prepared): Promise<void> => {
    if (!open && opened.kind === 'open' && prepared.kind === 'ready') {
      const wait = await needs.takeRate({ platformId, limits: rules.rateLimits, media: prepared.media });
      if (wait) return ledger.awaitQuota(wait.reason, wait.until);
    }
    const begun = open ? null : await ledger.begin(texts);
    const attempt = open ?? begun?.attempt;
    if (!attempt) return;
    const at = post.firstAttemptAt ?? attempt.startedAt;
    const takenIds = () => store.postedIdsSince(post, new Date(at.getTime() - TAKEN_WINDOW_MS));
    const guard = makeSendGuard(earlier, ({ state }) => dialogue.look(state));
    const dialogue = openedDialogue(opened, prepared, (working, media) =>
      openDialogue({
        publisher: platform.openPublisher(guard),
        part: { key: post.id, at, text: texts[0] ?? '', media, settings, videoTimestamp, replyTo },
        opened: working,
        renew: session && (({ credentials }) => needs.loadAccount({ ...where, refused: credentials })),
        takenIds,
        isTaken: (postedId) => store.isPostedByAnother(post, postedId),
      }),
    );
    const context: AttemptContext = {
      platform: key,
      ledger,
      clock,
      graceMs: config.graceMs,
      dialogue,
      guard,
      isStopping: needs.isStopping,
      revoke: () => needs.markRevoked(dialogue.credited()),
    };
    return begun ? startAttempt(context, begun) : resumeAttempt(context, attempt);
  };
  // Files are fetched before an attempt begins: what they take of time is none of the platform's.
  return hasMedia && !open ? needs.withMedia(post, rules, run) : run({ kind: 'ready', media: [] });
}

/** Speaks with the platform when there is something to say and somebody to say it for. */
function openedDialogue(
  opened: Extract<LoadedAccount, { connectionId: string }>,
  prepared: Prepared,
  open: (working: Extract<LoadedAccount, { kind: 'open' }>, media: PartMedia[]) => Dialogue,
): Dialogue {
  if (opened.kind === 'failed') return refusing(opened.failure, opened);
  return prepared.kind === 'failed' ? refusing(prepared.failure, opened) : open(opened, prepared.media);
}

/** The dialogue with an account whose session could not be made, or about files that cannot be had: nothing is sent. */
const refusing = (failure: Failure, credited: StoredCredentials): Dialogue => {
  const refused = async () => ({ kind: 'failed', failure }) as const;
  const unseen = async () => ({ kind: 'failed', failure: { ...failure, outcome: 'unknown' } }) as const;
  return { start: refused, look: unseen, finish: refused, credited: () => credited };
};

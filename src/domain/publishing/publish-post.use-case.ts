import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import { batchedLookup } from '../../foundation/database/batched-lookup.js';
import type { LeasedJob } from '../../foundation/leased-job.js';
import { HOUR_MS } from '../../foundation/time/durations.js';
import type { SendGuard } from '../../platforms/kit/guarded-http.js';
import { checkComment } from '../../platforms/port/check-comment.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import { failureOf } from '../../platforms/port/finding.js';
import type { Publisher, Session } from '../../platforms/port/platform.js';
import type { RateLimit } from '../../platforms/port/rate-limit.js';
import { type Block, type PlatformRules, rulesFor } from '../../platforms/port/rules.js';
import type { LoadAccount, LoadAccountInput, StoredCredentials } from '../accounts/load-account.use-case.js';
import type { MarkRevoked } from '../accounts/mark-revoked.use-case.js';
import type { Prepared, PrepareMedia } from '../media/prepare-media.use-case.js';
import type { SharedFiles } from '../media/shared-files.io.js';
import { includesPlatform } from '../plans/limits.js';
import { type Plans, planOf } from '../plans/plans.js';
import type { FinishText, TextTarget } from '../posts/state/finish-text.port.js';
import { isPart, type PlatformPost } from '../posts/state/platform-post.js';
import { MAX_CONTENT } from '../posts/state/post-bounds.js';
import { type FencingToken, isCurrent } from './fencing-token.js';
import { firstSent } from './first-sent.js';
import { asStored, type FirstTexts, firstTexts } from './first-texts.js';
import { type Ledger, type LedgerNeeds, openLedger } from './ledger.js';
import type { MakeLinkCard } from './link-card.use-case.js';
import type { PostToPublish } from './publish-store.js';
import { openPublisherSession, type PublisherSession } from './publisher-session.js';
import { rateNeeds } from './rate-limits.js';
import { type AttemptContext, resumeAttempt, runAttempt } from './run-attempt.js';
import { makeSendGuard } from './send-guard.js';
import { refuseThread } from './split-content.js';
import { REPORTED_AFTER_MS } from './waits.js';
import { accountKey, assignPost } from './whose-post.js';

/** A platform as publishing uses it. */
interface PublishingPlatform {
  /** Null: the operator has configured no address for it. */
  baseUrl: string | null;
  session: Session | null;
  openPublisher(guard: SendGuard): Publisher;
  rules: PlatformRules;
  /** The link of a text that gets a card; null: the platform needs none. */
  cardLink: ((text: string) => Promise<string | null>) | null;
}

type FindFinishing = (target: TextTarget) => Promise<FinishText | null>;

interface Needs extends LedgerNeeds {
  loadAccount: LoadAccount;
  files: Pick<SharedFiles, 'use'>;
  prepareMedia: PrepareMedia;
  makeLinkCard: MakeLinkCard;
  markRevoked: MarkRevoked;
  cpuQueue: CpuQueue;
  plans: Plans;
  blocks: Readonly<Record<Block, boolean>>;
  /** Whether publishing is paused, as far as this process knows; beginning an attempt decides. */
  isPaused: () => boolean;
  /** Whether this process is shutting down. */
  isStopping: () => boolean;
  findPlatform: (key: string) => PublishingPlatform | undefined;
}

/** Runs a post's job, and ends it. */
export type PublishPost = (token: FencingToken, job: LeasedJob) => Promise<void>;

/** The longest text takes half a turn of the event loop: a hundred posts can come at once. */
const SHARE_OF_CHARACTER = 0.5 / MAX_CONTENT;

/** A lookup considers posts that are a little older than the part, because clocks differ. */
const TAKEN_WINDOW_MS = HOUR_MS;

/**
 * One run of a platform post's job: an attempt, or the lookup of an attempt whose response was lost.
 *
 * - It is run a little before the post is due, reads ahead, and waits.
 * - The attempt's row is stored before the first byte leaves, its outcome together with the post's new state.
 * - A publishing request is sent only while the attempt's lease is valid, and after a lookup when it repeats another.
 * - An attempt without an outcome is looked up at the platform, never sent again blindly. Where a platform has no way to
 *   look it up, the post fails as OUTCOME_UNKNOWN.
 * - "Not found" counts only once no request can be in flight any more (`uncertainUntil`).
 */
export const makePublishPost = (needs: Needs): PublishPost => {
  const { store } = needs;
  // Jobs are fetched together, so what they need is read together too.
  const findPost = batchedLookup((ids: readonly string[]) => store.findPosts(ids));
  const findFinishing = batchedLookup((targets: readonly TextTarget[]) => store.findFinishing(targets));

  return async (token, job) => {
    const since = needs.monotonic();
    const found = await findPost(token.postId);
    if (!found || !isCurrent(found.post, token.generation)) {
      await needs.commitRun({ token, decide: () => ({ endJob: job, result: undefined }) });
      return;
    }
    const ledger = openLedger(needs, token, found, job, since);
    try {
      await run({ ...needs, findFinishing }, found, ledger);
    } catch (error) {
      // Logged with the post, and retried with growing delays. Where even that cannot be stored, the job is given to
      // another worker.
      await ledger.interrupted().catch(() => undefined);
      throw error;
    }
  };
};

async function run(
  needs: Needs & { findFinishing: FindFinishing },
  found: PostToPublish,
  ledger: Ledger,
): Promise<void> {
  const { store, clock, config } = needs;
  const { post, open, earlier, settings, videoTimestamp, replyTo, threadId } = found;
  const { platform: key, platformId, userId } = post;

  if (!open && needs.isPaused()) return ledger.pause();
  const refusal = refuse(needs, found);
  if (refusal) return ledger.fail(...refusal);
  const platform = needs.findPlatform(key);
  if (!platform) return ledger.fail('PLATFORM_NOT_SUPPORTED', `This service does not publish to ${key}`);
  const { baseUrl, session, rules } = platform;

  const texts = await textsOf(needs, found, rules);
  const text = texts.parts[0] ?? '';
  const invalid = isPart(post)
    ? refuseThread(key, texts.parts, rules, needs.blocks)
    : (failureOf(checkComment(key, text, rulesFor(rules, settings), needs.blocks))?.message ?? null);
  if (invalid !== null) return ledger.fail('INVALID_CONTENT', invalid);

  const where: LoadAccountInput = { userId, platformId, baseUrl, session };
  const opened = await needs.loadAccount(where);
  if (opened.kind === 'missing') {
    return ledger.fail('CONNECTION_NOT_FOUND', `No account is connected as ${platformId}`);
  }
  if (opened.kind === 'unaddressed') {
    return ledger.fail('PLATFORM_NOT_CONFIGURED', `The operator has configured no address for ${key}`);
  }
  const account = opened.kind === 'open' ? accountKey(post, opened.account) : null;

  // Files and link cards are fetched before an attempt begins: the time that takes is not the platform's.
  using files = needs.files.use();
  const hasMedia = found.hasMedia && post.partIndex === 0;
  const prepared: Prepared =
    hasMedia && !open
      ? await reportedIfLong(needs, ledger, needs.prepareMedia(post, { platform: key, rules, settings }, files))
      : { kind: 'ready', media: [] };
  if (prepared.kind === 'awaited') return ledger.awaitFiles(prepared.reason);
  const media = prepared.kind === 'ready' ? prepared.media : [];
  const maySend = !open && opened.kind === 'open' && prepared.kind === 'ready';
  const link = maySend && media.length === 0 ? await platform.cardLink?.(text) : null;
  await using preview = await needs.makeLinkCard(link ? { url: link, image: rules.media.image, userId } : null);

  const rates = maySend
    ? rateNeeds({ account: { platform: key, ...opened.account }, limits: limitsOf(post, rules), media })
    : [];
  const begun = open ? null : await ledger.begin(texts, rates, account);
  const attempt = open ?? begun?.attempt;
  // The post has changed, publishing is paused, or the platform's limits are used up.
  if (!attempt) return;

  const at = post.firstAttemptAt ?? attempt.startedAt;
  const since = firstSent(attempt, ...earlier);
  const consideredFrom = new Date(since.getTime() - TAKEN_WINDOW_MS);
  const seeker = { id: attempt.id, startedAt: attempt.startedAt, since, text, hasMedia };
  const guard = makeSendGuard(earlier, ({ state }) => publisherSession.lookUp(state), clock);
  const publisherSession: PublisherSession =
    opened.kind === 'failed'
      ? failingSession(opened.failure, opened)
      : prepared.kind === 'failed'
        ? failingSession(prepared.failure, opened)
        : openPublisherSession({
            publisher: platform.openPublisher(guard),
            part: {
              ...{ key: post.id, at, text, media, card: preview.card, settings, videoTimestamp, replyTo, threadId },
              ...(!isPart(post) && { isComment: true }),
            },
            since,
            opened,
            renew: session && (({ credentials }) => needs.loadAccount({ ...where, refused: credentials })),
            activity: () => store.accountActivity(accountKey(post, opened.account), post.id, consideredFrom),
            assign: (posts, activity) => assignPost(posts, seeker, activity, needs.earliestTime()),
            mayBeRepeat: !begun || earlier.length > 0,
          });
  const context: AttemptContext = {
    platform: key,
    account,
    ledger,
    clock,
    earliestTime: needs.earliestTime,
    graceMs: config.graceMs,
    listLagMs: config.listLagMs ?? listLagOf(post, rules),
    session: publisherSession,
    guard,
    isStopping: needs.isStopping,
    revoke: () => needs.markRevoked(publisherSession.credited()),
  };
  await (begun ? runAttempt(context, begun) : resumeAttempt(context, attempt));
}

/** Why a post fails without its platform: the code and the message. Null if an attempt may be made, or is open. */
function refuse(
  { clock, plans, config }: Needs,
  { post, open, isAccountActive, owner }: PostToPublish,
): Refusal | null {
  if (open) return null;
  const { platform, firstAttemptAt, dueAt, wait } = post;
  const hasWaited = wait && wait.kind !== 'paused';
  const isFirstTry = firstAttemptAt === null && !hasWaited;
  if (isFirstTry && dueAt && clock().getTime() - dueAt.getTime() > config.maxLatenessMs) {
    return ['SCHEDULE_MISSED', `It was due at ${dueAt.toISOString()} and no worker was there in time`];
  }
  if (!isAccountActive) return ['ACCOUNT_INACTIVE', 'The account was deactivated'];
  const plan = planOf(plans, owner);
  return includesPlatform(plan, platform)
    ? null
    : ['PLATFORM_NOT_AVAILABLE', `The ${plan.name} plan does not include ${platform}`];
}

type Refusal = [code: FailureCode, message: string];

/** Comments that are no posts to a platform use nothing of what it allows of posts. */
const limitsOf = (post: PlatformPost, { rateLimits, comment }: PlatformRules): readonly RateLimit[] =>
  isPart(post) || comment?.isReply ? rateLimits : rateLimits.filter(({ unit }) => unit === 'requests');

/** A comment is looked up among those on its post. */
const listLagOf = (post: PlatformPost, { listLagMs, comment }: PlatformRules): number =>
  isPart(post) ? listLagMs : (comment?.listLagMs ?? listLagMs);

/**
 * What a post becomes, with what is added to its texts. Only now, and once: what is scheduled is one entry for each target,
 * and further attempts send the same.
 */
async function textsOf(
  { cpuQueue, findFinishing, clock, blocks }: Needs & { findFinishing: FindFinishing },
  { post, open, isSplit, text, firstComment, allowed }: PostToPublish,
  rules: PlatformRules,
): Promise<FirstTexts> {
  if (isSplit || open || post.firstAttemptAt !== null) return asStored(text);
  const { userId, platform, platformId } = post;
  const finish = await findFinishing({ userId, platform, platformId, at: post.dueAt ?? clock(), ...allowed });
  const written = { text, firstComment };
  return cpuQueue(() => firstTexts(written, finish, { platform, rules, blocks }), text.length * SHARE_OF_CHARACTER);
}

/** Reports in the post's log that its files take long, whether or not that can be stored. */
async function reportedIfLong({ sleep }: Needs, ledger: Ledger, preparing: Promise<Prepared>): Promise<Prepared> {
  let isPrepared = false;
  const report = async () => {
    await sleep(REPORTED_AFTER_MS);
    if (!isPrepared) await ledger.preparing();
  };
  report().catch(() => undefined);
  try {
    return await preparing;
  } finally {
    isPrepared = true;
  }
}

/** For an account that cannot be used, or files that cannot be had: nothing is sent. */
const failingSession = (failure: Failure, credited: StoredCredentials): PublisherSession => {
  const rejected = async () => ({ kind: 'failed', failure }) as const;
  const unknown = async () => ({ kind: 'failed', failure: { ...failure, outcome: 'unknown' } }) as const;
  return { start: rejected, lookUp: unknown, finish: rejected, credited: () => credited };
};

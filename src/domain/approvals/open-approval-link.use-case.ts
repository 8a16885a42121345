import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { findPlatform } from '../../platforms/registry.js';
import { assertMaySignIn } from '../identity/access/may-sign-in.js';
import { assertNotMoving } from '../identity/access/parked-user.repository.js';
import { hashToken } from '../identity/access/session.js';
import type { Viewer } from '../identity/access/viewer.js';
import { findUser, type User } from '../identity/account/user.repository.js';
import type { Media } from '../media/media.js';
import { mediaOfGroups } from '../media/media.repository.js';
import { firstCommentIn } from '../posts/state/platform-settings.js';
import type { PostGroup } from '../posts/state/post-group.js';
import { findPostGroup } from '../posts/state/post-group.repository.js';
import { type PreviewFile, previewFiles } from '../validation/preview-files.js';
import { previewPost, settingsAndRules } from '../validation/preview-post.js';
import type { ReadPostToValidate } from '../validation/read-post.use-case.js';
import { type ApprovalDecision, approvalsOfGroups, decisionsOf, type StoredApproval } from './approval.repository.js';
import { type ApprovalLink, findApprovalLink, linkCreatorsAmong } from './approval-link.repository.js';
import { Decision, isAsRequested } from './approvals.js';
import type { DecideApproval, DecisionInput } from './decide-approval.use-case.js';

/** A post as a platform would show it. */
export interface ReviewedText {
  platform: string;
  /** The parts of its thread. */
  parts: string[];
  firstComment: string | null;
  /** As the platform receives them. */
  files: PreviewFile[];
}

/** A request, as the holder of a link sees it. */
export interface ReviewedPost {
  group: PostGroup;
  approval: StoredApproval;
  /** What was decided with this link; null: nothing yet. */
  decision: ApprovalDecision | null;
  /** None of a post that was changed since. */
  texts: ReviewedText[];
  media: readonly Media[];
}

export interface Review {
  accountName: string;
  link: ApprovalLink;
  /** Those of its groups that were requested. */
  posts: ReviewedPost[];
}

/** A valid link, its account, and as whom its decisions schedule. */
interface OpenLink {
  link: ApprovalLink;
  user: User;
  viewer: Viewer;
}

/** Codes about the request and the decision. */
const OF_DECISION = /^(APPROVAL_\w+|POST_GROUP_NOT_FOUND|TEXT_NOT_PUBLISHABLE|SERVICE_BUSY)$/;

export interface OpenApprovalLink {
  /** What a link shows: its requests, and nothing else of the account. Error: APPROVAL_LINK_INVALID. */
  read(input: { token: string }): Promise<Review>;
  /**
   * Decides about one of its requests; returns what the link shows then. Errors: APPROVAL_LINK_INVALID,
   * POST_GROUP_NOT_FOUND, those of the decision, and in place of those of scheduling APPROVAL_NOT_SCHEDULABLE: they tell
   * of the account.
   */
  decide(input: DecisionInput & { token: string; decision: Decision }): Promise<Review>;
}

export function makeOpenApprovalLink(needs: {
  db: Db;
  readPostToValidate: ReadPostToValidate;
  decideApproval: DecideApproval;
  cpuQueue: CpuQueue;
  /** Whether an address must be confirmed before posts are scheduled. */
  confirmEmail: boolean;
  clock: () => Date;
}): OpenApprovalLink {
  const { db, clock } = needs;

  const isInUse = (account: User): boolean => {
    try {
      assertMaySignIn(account, clock());
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  };

  async function open(token: string): Promise<OpenLink> {
    const tokenHash = hashToken(token);
    const link = await findApprovalLink(db, tokenHash, clock());
    const user = link && (await findUser(db, link.userId));
    if (link && !user) await assertNotMoving(db, 'approval_links', tokenHash);
    const owner = user?.managedById ? await findUser(db, user.managedById) : user;
    if (!link || !user || !owner || ![user, owner].every(isInUse)) throw new AppError('APPROVAL_LINK_INVALID');
    const { createdById } = link;
    const account = { userId: user.id, ownerId: owner.id };
    if (!(await linkCreatorsAmong(db, account, [createdById])).has(createdById)) {
      throw new AppError('APPROVAL_LINK_INVALID');
    }
    const viewer: Viewer = {
      userId: user.id,
      ownerId: owner.id,
      plan: owner.plan,
      limitOverrides: owner.limitOverrides,
      additionsRevision: owner.additionsRevision,
      keyId: null,
      applicationId: null,
      session: null,
      // What an approval of the link does: it schedules the group.
      permissions: ['READ', 'DRAFT', 'PUBLISH'],
      scopes: [],
      workspaceAccess: false,
      mayPublish: !needs.confirmEmail || owner.emailConfirmedAt !== null,
    };
    return { link, user, viewer };
  }

  async function textsOf(viewer: Viewer, groupId: string): Promise<ReviewedText[]> {
    const post = await needs.readPostToValidate(viewer, { groupId, draft: null });
    const texts: ReviewedText[] = [];
    const all = [
      { content: post.content, platforms: post.platforms, own: undefined },
      ...(post.overrides ?? []).map(({ content, platform, firstComment: own }) => ({
        ...{ content, platforms: [platform], own },
      })),
    ];
    for (const { content, platforms, own } of all) {
      const known = platforms.flatMap((platform) => findPlatform(platform)?.key ?? []);
      for (const { platform, parts } of await previewPost(content, known, needs.cpuQueue, post.settings)) {
        const firstComment = (own ?? firstCommentIn(post.settings[platform])) || null;
        const files = previewFiles(platform, post.media, settingsAndRules(platform, post.settings).rules.media);
        texts.push({ platform, parts: parts.map(({ text }) => text), firstComment, files });
      }
    }
    return texts;
  }

  async function reviewOf({ link, user, viewer }: OpenLink): Promise<Review> {
    const approvals = new Map((await approvalsOfGroups(db, link.groupIds)).map((one) => [one.groupId, one]));
    const decisions = await decisionsOf(
      db,
      [...approvals.values()].map(({ requestId }) => requestId),
    );
    const files = await mediaOfGroups(db, user.id, link.groupIds);
    const posts: ReviewedPost[] = [];
    for (const groupId of link.groupIds) {
      const approval = approvals.get(groupId);
      const group = await findPostGroup(db, user.id, groupId);
      if (!approval || !group) continue;
      const isShown = isAsRequested(approval, group.updatedAt);
      const decision = decisions.find((one) => one.requestId === approval.requestId && one.personId === link.id);
      posts.push({
        group,
        approval,
        decision: decision ?? null,
        texts: isShown ? await textsOf(viewer, groupId) : [],
        media: isShown ? files.filter((file) => file.groupId === groupId) : [],
      });
    }
    return { accountName: user.displayName, link, posts };
  }

  return {
    read: async ({ token }) => reviewOf(await open(token)),
    async decide({ token, groupId, requestedAt, decision, comment }) {
      const opened = await open(token);
      const { link, viewer } = opened;
      if (!link.groupIds.includes(groupId)) throw new AppError('POST_GROUP_NOT_FOUND');
      try {
        if (decision === Decision.APPROVED) {
          await needs.decideApproval.approve(viewer, { groupId, requestedAt, comment, scheduledTime: null }, link);
        } else {
          await needs.decideApproval.reject(viewer, { groupId, requestedAt, comment }, link);
        }
      } catch (error) {
        if (!(error instanceof AppError) || OF_DECISION.test(error.code)) throw error;
        throw new AppError('APPROVAL_NOT_SCHEDULABLE');
      }
      // Also if the link was revoked meanwhile: the decision counts.
      return reviewOf(opened);
    },
  };
}

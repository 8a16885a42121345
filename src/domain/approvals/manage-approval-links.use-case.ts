import { newId } from '../../foundation/database/id.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { newToken } from '../../foundation/pod.js';
import { DAY_MS } from '../../foundation/time/durations.js';
import { recordAudit } from '../audit/audit.repository.js';
import { hashToken } from '../identity/access/session.js';
import { assertPermission, sessionOf, type Viewer } from '../identity/access/viewer.js';
import { parseDisplayName } from '../identity/account/parse-account.js';
import { lockUser } from '../identity/account/user.repository.js';
import { postGroupsById } from '../posts/state/post-group.repository.js';
import { policyOf } from './approval.repository.js';
import {
  type ApprovalLink,
  deleteApprovalLink,
  findOwnApprovalLink,
  insertApprovalLink,
  makeRoomForLink,
  openApprovalLinks,
} from './approval-link.repository.js';
import { linkPermission, reviewPath } from './approvals.js';

/** Groups of one link. */
const MAX_GROUPS = 20;
/** Open links of an account. */
const MAX_LINKS = 100;
const MAX_DAYS = 90;

export interface ManageApprovalLinks {
  /**
   * Creates a link for somebody without a login. It counts as one approval, so it needs `linkPermission`. Its address is
   * available here only. Errors: PERMISSION_REQUIRED, POST_GROUP_NOT_FOUND, APPROVAL_LINK_INVALID_INPUT, DISPLAY_NAME_INVALID,
   * APPROVAL_LINK_LIMIT_REACHED.
   */
  create(
    viewer: Viewer,
    input: { groupIds: readonly string[]; name: string; days: number },
  ): Promise<{ link: ApprovalLink; url: string }>;
  /** Makes the address invalid. Error: APPROVAL_LINK_NOT_FOUND. */
  revoke(viewer: Viewer, id: string): Promise<void>;
}

export function makeManageApprovalLinks({
  transaction,
  publicUrl,
  clock,
}: {
  transaction: Transaction;
  publicUrl: () => string;
  clock: () => Date;
}): ManageApprovalLinks {
  return {
    async create(viewer, { groupIds: given, name: givenName, days }) {
      const name = parseDisplayName(givenName, '');
      const groupIds = [...new Set(given)];
      const isValid =
        name !== '' && groupIds.length > 0 && groupIds.length <= MAX_GROUPS && days >= 1 && days <= MAX_DAYS;
      if (!isValid) throw new AppError('APPROVAL_LINK_INVALID_INPUT');
      const { userId } = viewer;
      return transaction(async (db) => {
        assertPermission(viewer, linkPermission(await policyOf(db, viewer)));
        await lockUser(db, userId);
        const groups = await postGroupsById(db, groupIds);
        if (groups.length < groupIds.length || groups.some((group) => group.userId !== userId)) {
          throw new AppError('POST_GROUP_NOT_FOUND');
        }
        const now = clock();
        const valid = await openApprovalLinks(db, viewer, now);
        if (valid.length >= MAX_LINKS) throw new AppError('APPROVAL_LINK_LIMIT_REACHED');
        await makeRoomForLink(db, userId, { valid, max: MAX_LINKS, now });
        const token = newToken();
        const link: ApprovalLink = {
          id: newId(now),
          userId,
          tokenHash: hashToken(token),
          name,
          groupIds,
          createdById: sessionOf(viewer).personId,
          createdAt: now,
          expiresAt: new Date(now.getTime() + days * DAY_MS),
        };
        await insertApprovalLink(db, link);
        await recordAudit(db, viewer, { action: 'approval_link_created', details: { name, posts: groupIds } });
        return { link, url: publicUrl() + reviewPath(token) };
      });
    },
    async revoke(viewer, id) {
      await transaction(async (db) => {
        const link = await findOwnApprovalLink(db, viewer.userId, id);
        if (!link || !(await deleteApprovalLink(db, viewer.userId, id))) throw new AppError('APPROVAL_LINK_NOT_FOUND');
        await recordAudit(db, viewer, { action: 'approval_link_revoked', details: { name: link.name } });
      });
    },
  };
}

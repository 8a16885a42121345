import { newId } from '../../foundation/database/id.js';
import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import { lockAdditions } from '../identity/account/user.repository.js';
import { deleteLinkRule, type LinkRule, type LinkScope, linkRulesOf, saveLinkRule } from './addition.repository.js';
import { type KeepPostsValidNeeds, keepPostsValid } from './keep-posts-valid.step.js';
import { ownConnection } from './own-connection.step.js';
import { type GivenLinkParameters, parseLinkParameters } from './parse-link-parameters.js';

/** Null parameters remove the rule of the scope. */
export type SetLinkParameters = (
  viewer: Viewer,
  input: { scope: LinkScope; parameters: GivenLinkParameters | null },
) => Promise<LinkRule[]>;

/**
 * Sets the parameters of links: of all, of a platform, or of an account. Returns all rules. Errors: LINK_SCOPE_INVALID,
 * LINK_PARAMETERS_INVALID, TEXT_NOT_PUBLISHABLE, CONNECTION_NOT_FOUND, SCHEDULED_POSTS_INVALID.
 */
export const makeSetLinkParameters =
  (needs: KeepPostsValidNeeds & { transaction: Transaction; clock: () => Date }): SetLinkParameters =>
  async (viewer, { scope, parameters: given }) => {
    assertPermission(viewer, 'MANAGE');
    const { userId } = viewer;
    const { platform, connectionId } = scope;
    if (platform !== null && connectionId !== null) throw new AppError('LINK_SCOPE_INVALID');
    const parameters = given && parseLinkParameters(given);
    return needs.transaction(async (db) => {
      await lockAdditions(db, viewer.ownerId);
      const connection = connectionId === null ? null : await ownConnection(db, viewer, connectionId);
      await keepPostsValid(needs, db, { userId, scope }, async () => {
        const updatedAt = needs.clock();
        if (parameters === null) await deleteLinkRule(db, userId, scope);
        else await saveLinkRule(db, { id: newId(updatedAt), userId, ...scope, parameters, updatedAt });
      });
      const target = connection?.platformId ?? platform ?? 'all';
      await recordAudit(db, viewer, {
        action: 'link_parameters_changed',
        details: { target, isSet: parameters !== null },
      });
      return linkRulesOf(db, userId);
    });
  };

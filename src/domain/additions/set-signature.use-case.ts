import type { Transaction } from '../../foundation/database/unit-of-work.js';
import type { Connection } from '../accounts/connection.repository.js';
import { connectionFacts } from '../accounts/connection-facts.js';
import { recordAudit } from '../audit/audit.repository.js';
import { assertPermission, type Viewer } from '../identity/access/viewer.js';
import { lockAdditions } from '../identity/account/user.repository.js';
import { deleteSignature, saveSignature, signaturesOf } from './addition.repository.js';
import { type KeepPostsValidNeeds, keepPostsValid } from './keep-posts-valid.step.js';
import { ownConnection } from './own-connection.step.js';
import { parseSignature } from './signature.js';

export type SetSignature = (
  viewer: Viewer,
  input: { connectionId: string; text: string | null },
) => Promise<Connection>;

/**
 * Sets the signature of a connected account; null removes it. Errors: SIGNATURE_INVALID, TEXT_NOT_PUBLISHABLE,
 * CONNECTION_NOT_FOUND, SCHEDULED_POSTS_INVALID.
 */
export const makeSetSignature =
  (needs: KeepPostsValidNeeds & { transaction: Transaction; clock: () => Date }): SetSignature =>
  async (viewer, input) => {
    assertPermission(viewer, 'MANAGE');
    const text = parseSignature(input.text);
    return needs.transaction(async (db) => {
      await lockAdditions(db, viewer.ownerId);
      const connection = await ownConnection(db, viewer, input.connectionId);
      const { id } = connection;
      if (((await signaturesOf(db, [id])).get(id) ?? null) === text) return connection;
      const scope = { platform: null, connectionId: id };
      await keepPostsValid(needs, db, { userId: viewer.userId, scope }, () =>
        text === null
          ? deleteSignature(db, id)
          : saveSignature(db, { connectionId: id, text, updatedAt: needs.clock() }),
      );
      const { subject, details } = connectionFacts(connection);
      await recordAudit(db, viewer, {
        action: 'signature_changed',
        subject,
        details: { ...details, isSet: text !== null },
      });
      return connection;
    });
  };

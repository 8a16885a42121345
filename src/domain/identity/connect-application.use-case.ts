import { newId } from '../../foundation/database/id.js';
import type { Db, Transaction } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { recordAudit } from '../audit/audit.repository.js';
import type { Plans } from '../plans/plans.js';
import { insertApplication } from './access/application.repository.js';
import { CODE_MS, newFamily, newTokenOf } from './access/application-token.js';
import { keepPermission } from './access/keep-permission.step.js';
import { hashToken } from './access/session.js';
import { sessionOf, type Viewer } from './access/viewer.js';
import { findUser, lockUser } from './account/user.repository.js';
import { applicationSubject } from './applications/application-subject.js';
import type { AuthorizationRequest } from './applications/authorization-request.js';
import { assertMayConnect } from './applications/may-connect.js';

/** A person connects applications to the account in which they act. */
export interface ConnectApplication {
  /** The address under which the person is asked, and the name of the account. Errors: API_ACCESS_DISABLED, MCP_ACCESS_DISABLED. */
  ask(viewer: Viewer): Promise<{ email: string; account: string }>;
  /** Allows it; returns the code, which is valid for a minute. Errors: as before. */
  allow(viewer: Viewer, request: AuthorizationRequest): Promise<string>;
}

export function makeConnectApplication(needs: {
  db: Db;
  transaction: Transaction;
  plans: Plans;
  clock: () => Date;
}): ConnectApplication {
  const { db, transaction, plans, clock } = needs;
  return {
    async ask(viewer) {
      const user = await findUser(db, viewer.userId);
      const owner = await findUser(db, viewer.ownerId);
      if (!user || !owner) throw new AppError('SESSION_REQUIRED');
      assertMayConnect(plans, owner);
      return { email: sessionOf(viewer).email, account: user.displayName };
    },
    allow: (viewer, { client, redirectUri, scopes, codeChallenge }) =>
      transaction(async (tx) => {
        const user = await lockUser(tx, viewer.userId);
        const owner = await findUser(tx, viewer.ownerId);
        if (!user || !owner) throw new AppError('SESSION_REQUIRED');
        await keepPermission(tx, viewer, 'ADMINISTER');
        assertMayConnect(plans, owner);
        const now = clock();
        const family = newFamily();
        const code = newTokenOf(family);
        const { clientId, name } = client;
        const { personId: createdById } = sessionOf(viewer);
        const application = {
          id: newId(now),
          userId: user.id,
          createdById,
          clientId,
          name,
          redirectUri,
          scopes: [...scopes],
        };
        await insertApplication(tx, {
          ...application,
          familyHash: hashToken(family),
          codeHash: hashToken(code),
          codeChallenge,
          createdAt: now,
          expiresAt: new Date(now.getTime() + CODE_MS),
        });
        await recordAudit(tx, viewer, {
          action: 'application_connected',
          subject: applicationSubject(application),
          details: { scopes, redirectUri },
        });
        return code;
      }),
  };
}

import { Arg, Ctx, FieldResolver, Int, Resolver } from 'type-graphql';
import { AFTER, byTime, type Connection, FIRST, readPage } from '../../../foundation/graphql/connection.types.js';
import { NullOnlyWithError } from '../../../foundation/graphql/directives.js';
import { auditPage, countAudit } from '../../audit/audit.repository.js';
import {
  AuditEventConnection,
  type AuditEventType,
  AuditLogFilterInput,
  toAuditEventType,
} from '../../audit/audit-event.types.js';
import type { Viewer } from '../access/viewer.js';
import { SessionViewer, type ViewerContext } from './viewer.context.js';
import { ViewerType } from './viewer.types.js';

const AUDIT_LOG = byTime('auditLog');

/** What was done to the viewer's account. */
@Resolver(() => ViewerType)
export class AuditLogResolver {
  @NullOnlyWithError()
  @FieldResolver(() => AuditEventConnection, {
    nullable: true,
    description:
      'Who did what to your account and its managed users, when and from where, newest first; of a managed user that you act for, what was done to it. Kept for a year, unless the operator has set another time. Dashboard sessions only; null only with an error: SESSION_REQUIRED, PAGE_INVALID.',
  })
  auditLog(
    @SessionViewer('ADMINISTER') { ownerId, userId }: Viewer,
    @Ctx() { read }: ViewerContext,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
    @Arg('filter', () => AuditLogFilterInput, {
      nullable: true,
      description: 'Filters events. If omitted, all are returned.',
    })
    given?: AuditLogFilterInput | null,
  ): Promise<Connection<AuditEventType>> {
    const { actions = null, from = null, to = null } = given ?? {};
    const filter = { ownerId, userId: userId === ownerId ? null : userId, actions, from, to };
    return readPage(
      { first, after },
      {
        cursors: AUDIT_LOG,
        positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
        read: async (page) => (await read((db) => auditPage(db, filter, page))).map(toAuditEventType),
        count: () => read((db) => countAudit(db, filter)),
      },
    );
  }
}

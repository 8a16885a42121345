import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import { toConnectedAccountType } from '../domain/accounts/connection.types.js';
import { toApprovalLinkType } from '../domain/approvals/approval.types.js';
import { findOwnApprovalLink } from '../domain/approvals/approval-link.repository.js';
import { toAuditEventType } from '../domain/audit/audit-event.types.js';
import { toListedSession } from '../domain/identity/access/listed-session.js';
import type { Viewer } from '../domain/identity/access/viewer.js';
import { toConnectedApplicationType } from '../domain/identity/graphql/application.types.js';
import { CurrentViewer } from '../domain/identity/graphql/viewer.context.js';
import { userOf } from '../domain/identity/graphql/viewer.resolver.js';
import { toMediaType } from '../domain/media/media.resolver.js';
import { findInvitation } from '../domain/members/invitation.repository.js';
import { findMember } from '../domain/members/member.repository.js';
import { toInvitationType, toMemberType } from '../domain/members/member.types.js';
import { type SignExport, toExportType } from '../domain/owner/export.resolver.js';
import type { Plans } from '../domain/plans/plans.js';
import { toPlatformPostType } from '../domain/posts/graphql/post-group.resolver.js';
import { toLogEntryType } from '../domain/posts/graphql/post-log.resolver.js';
import { shownGroup } from '../domain/posts/graphql/posts.context.js';
import { findOwnReportLink } from '../domain/reports/report-link.repository.js';
import { toReportLinkType } from '../domain/reports/report-link.types.js';
import type { Db } from '../foundation/database/unit-of-work.js';
import { AppError } from '../foundation/errors/app-error.js';
import { listByArgument } from '../foundation/graphql/cost.js';
import { Node } from '../foundation/graphql/node.types.js';
import { parseId } from '../foundation/graphql/parse-id.js';
import type { GraphqlContext } from './context.js';
import type { Loaders } from './loaders.js';
import { type NodeType, typesOfNodes } from './node.repository.js';

/** Ids that `nodes` takes. */
const MAX_NODES = 100;

/** Any object by its id. */
@Resolver()
export class NodeResolver {
  constructor(private readonly needs: { db: Db; plans: Plans; clock: () => Date; signExport: SignExport }) {}

  @Query(() => Node, {
    nullable: true,
    description:
      'Your object with this id; null if you have none. API keys, connected applications, sessions, members, invitations, audit events and exports require a session and the permission of their lists, managed users require workspace access. Errors: ID_INVALID.',
  })
  async node(
    @CurrentViewer() viewer: Viewer,
    @Ctx() { loaders }: Pick<GraphqlContext, 'loaders'>,
    @Info() info: GraphQLResolveInfo,
    @Arg('id', () => ID, { description: '24 hexadecimal characters.' }) id: string,
  ): Promise<Node | null> {
    const [found = null] = await this.find(viewer, loaders, [parseId('id', id)], info);
    return found;
  }

  @Query(() => [Node], {
    nullable: 'items',
    description:
      'Your objects with these ids, in the same order; null for each that you do not have. Errors: ID_INVALID.',
    complexity: listByArgument('ids', MAX_NODES),
  })
  nodes(
    @CurrentViewer() viewer: Viewer,
    @Ctx() { loaders }: Pick<GraphqlContext, 'loaders'>,
    @Info() info: GraphQLResolveInfo,
    @Arg('ids', () => [ID], { description: `At most ${MAX_NODES}, each of 24 hexadecimal characters.` }) ids: string[],
  ): Promise<(Node | null)[]> {
    if (ids.length > MAX_NODES) {
      const expected = `a list of at most ${MAX_NODES} ids`;
      throw new AppError('ID_INVALID', { argument: 'ids', value: `a list of ${ids.length}`, expected });
    }
    return this.find(
      viewer,
      loaders,
      ids.map((id) => parseId('ids', id)),
      info,
    );
  }

  private async find(
    viewer: Viewer,
    loaders: Loaders,
    ids: readonly string[],
    info: GraphQLResolveInfo,
  ): Promise<(Node | null)[]> {
    const types = await typesOfNodes(this.needs.db, viewer, ids, this.needs.clock());
    return Promise.all(
      ids.map(async (id) => {
        // Also one whose id a list of managed users has.
        const type = id === viewer.userId ? 'Viewer' : types.get(id);
        const found = type && (await this.load(type, id, { loaders, viewer, info }));
        return found ? Object.assign(found, { __typename: type }) : null;
      }),
    );
  }

  /** An object as the fields that lead to it show it; null if it is gone since. */
  private load(
    type: NodeType | 'Viewer',
    id: string,
    { loaders, viewer, info }: { loaders: Loaders; viewer: Viewer; info: GraphQLResolveInfo },
  ): Promise<Node | null> {
    const shown = async <Row>(row: Promise<Row | null>, show: (row: Row) => Node): Promise<Node | null> => {
      const found = await row;
      return found && show(found);
    };
    const copied = <Row extends Node>(row: Row) => ({ ...row });
    switch (type) {
      case 'PostGroup':
        return shown(shownGroup(info, { loaders }, id), copied);
      case 'PlatformPost':
        return shown(loaders.platformPost.load(id), toPlatformPostType);
      case 'PostLogEntry':
        return shown(loaders.logEntry.load(id), toLogEntryType);
      case 'Media':
        return shown(loaders.media.load(id), toMediaType);
      case 'ConnectedAccount':
        return shown(loaders.connection.load(id), (row) => toConnectedAccountType(row, this.needs.clock()));
      case 'PostingSchedule':
        return shown(loaders.postingSchedule.load(id), copied);
      case 'Recurrence':
        return shown(loaders.recurrence.load(id), copied);
      case 'Webhook':
        return shown(loaders.webhook.load(id), copied);
      case 'WebhookDelivery':
        return shown(loaders.delivery.load(id), copied);
      case 'Label':
        return shown(loaders.label.load(id), copied);
      case 'Feed':
        return shown(loaders.feed.load(id), copied);
      case 'Snippet':
        return shown(loaders.snippet.load(id), copied);
      case 'PostImport':
        return shown(loaders.import.load(id), copied);
      case 'ApiKey':
        return shown(loaders.apiKey.load(id), copied);
      case 'ConnectedApplication':
        return shown(loaders.application.load(id), toConnectedApplicationType);
      case 'Session':
        return shown(loaders.session.load(id), (row) => toListedSession(row, viewer.session?.id ?? ''));
      case 'AuditEvent':
        return shown(loaders.auditEvent.load(id), toAuditEventType);
      case 'AccountExport':
        return shown(loaders.accountExport.load(id), (row) => toExportType(row, this.needs.signExport));
      case 'Member':
        return shown(findMember(this.needs.db, viewer.userId, id), (member) => toMemberType(member, viewer));
      case 'Invitation':
        return shown(findInvitation(this.needs.db, viewer.userId, id), toInvitationType);
      case 'ApprovalLink':
        return shown(findOwnApprovalLink(this.needs.db, viewer.userId, id), toApprovalLinkType);
      case 'ReportLink':
        return shown(findOwnReportLink(this.needs.db, viewer.userId, id), toReportLinkType);
      case 'Viewer':
        return userOf(this.needs, viewer);
      case 'ManagedUser':
        return shown(loaders.user.load(id), copied);
    }
  }
}

import { Arg, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import {
  AFTER,
  byTime,
  type Connection,
  FIRST,
  oldestFirst,
  pageOf,
} from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { SessionViewer } from '../identity/graphql/viewer.context.js';
import { filterOf } from '../metrics/metrics-report.resolver.js';
import type { ManageReportLinks } from './manage-report-links.use-case.js';
import { openReportLinks } from './report-link.repository.js';
import {
  CreateReportLinkInput,
  CreateReportLinkPayload,
  ReportLinkConnection,
  type ReportLinkType,
  RevokeReportLinkInput,
  RevokeReportLinkPayload,
  toReportLinkType,
} from './report-link.types.js';

const LINKS = byTime('reportLinks');

@Resolver()
export class ReportLinkResolver {
  constructor(private readonly needs: { db: Db; clock: () => Date; reportLinks: ManageReportLinks }) {}

  @Query(() => ReportLinkConnection, {
    description:
      'Report links that have not expired, oldest first; at most 100. Dashboard sessions only. Errors: SESSION_REQUIRED, PAGE_INVALID.',
  })
  async reportLinks(
    @SessionViewer('PUBLISH') viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<ReportLinkType>> {
    const { db, clock } = this.needs;
    return pageOf({ first, after }, (await openReportLinks(db, viewer.userId, clock())).map(toReportLinkType), {
      cursors: LINKS,
      positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
      compare: oldestFirst,
    });
  }

  @Mutation(() => CreateReportLinkPayload, {
    description:
      'Creates a secret, printable page with the report of a period for people without a login, such as a client. It keeps the numbers of its creation. Dashboard sessions only. Errors: SESSION_REQUIRED, FILTER_INVALID, TIME_ZONE_INVALID, PLATFORM_ID_INVALID, ID_INVALID, REPORT_LINK_INPUT_INVALID, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, REPORT_LINK_LIMIT_REACHED.',
    complexity: COST.recorded + COST.report,
  })
  async createReportLink(
    @SessionViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => CreateReportLinkInput, { description: 'The link.' }) input: CreateReportLinkInput,
  ): Promise<CreateReportLinkPayload> {
    const filter = await filterOf(this.needs.db, viewer, input.filter);
    const { link, url } = await this.needs.reportLinks.create(viewer, { ...input, filter });
    return { reportLink: toReportLinkType(link), url };
  }

  @Mutation(() => RevokeReportLinkPayload, {
    description:
      'Makes the address of a report link invalid. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, REPORT_LINK_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async revokeReportLink(
    @SessionViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => RevokeReportLinkInput, { description: 'The link.' }) input: RevokeReportLinkInput,
  ): Promise<RevokeReportLinkPayload> {
    const revokedReportLinkId = parseId('reportLinkId', input.reportLinkId);
    await this.needs.reportLinks.revoke(viewer, revokedReportLinkId);
    return { revokedReportLinkId };
  }
}

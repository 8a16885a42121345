import { Arg, Int, Mutation, Query, Resolver } from 'type-graphql';
import {
  AFTER,
  byTime,
  type Connection,
  FIRST,
  newestFirst,
  pageOf,
} from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
import type { Viewer } from '../identity/access/viewer.js';
import { SessionViewer } from '../identity/graphql/viewer.context.js';
import { AccountExportStatus } from './account-export.js';
import type { AccountExport } from './account-export.repository.js';
import {
  AccountExportConnection,
  type AccountExportType,
  RequestAccountExportInput,
  RequestAccountExportPayload,
} from './export.types.js';
import type { ListExports } from './list-exports.use-case.js';
import type { RequestExport } from './request-export.use-case.js';

const EXPORTS = byTime('accountExports');

/** The address of an archive, valid for five minutes. */
export type SignExport = (row: Pick<AccountExport, 'id' | 'key'>) => string;

/** Archives of everything in an account. */
@Resolver()
export class ExportResolver {
  constructor(
    private readonly needs: { requestExport: RequestExport; listExports: ListExports; signExport: SignExport },
  ) {}

  @Query(() => AccountExportConnection, {
    description:
      'Exports of the account that is signed in, newest first; they are deleted after seven days. Dashboard sessions only: SESSION_REQUIRED.',
  })
  async accountExports(
    @SessionViewer('OWN') viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<AccountExportType>> {
    const rows = await this.needs.listExports(viewer);
    return pageOf(
      { first, after },
      rows.map((row) => toExportType(row, this.needs.signExport)),
      {
        cursors: EXPORTS,
        positionOf: ({ requestedAt, id }) => ({ time: requestedAt, id }),
        compare: newestFirst,
      },
    );
  }

  @Mutation(() => RequestAccountExportPayload, {
    description:
      'Requests an archive of everything in the account that is signed in and its managed users. You are notified by e-mail when it is ready. One is made at a time: while one is pending, it is returned. At most 3 a day. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, ACCOUNT_EXPORT_THROTTLED.',
    complexity: COST.password,
  })
  async requestAccountExport(
    @SessionViewer('OWN') viewer: Viewer,
    @Arg('input', () => RequestAccountExportInput, { description: 'Password and code.' })
    { password, code = null }: RequestAccountExportInput,
  ): Promise<RequestAccountExportPayload> {
    const row = await this.needs.requestExport(viewer, { password, code });
    return { accountExport: toExportType(row, this.needs.signExport) };
  }
}

/** As the API shows it. */
export const toExportType = (row: AccountExport, sign: SignExport): AccountExportType => ({
  id: row.id,
  status: row.status,
  requestedAt: row.requestedAt,
  endedAt: row.endedAt,
  expiresAt: row.expiresAt,
  size: row.bytes === null ? null : Number(row.bytes),
  url: row.status === AccountExportStatus.READY ? sign(row) : null,
});

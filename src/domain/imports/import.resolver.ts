import { Arg, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import { toCsv } from '../../foundation/csv.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { AFTER, byTime, type Connection, FIRST, readPage } from '../../foundation/graphql/connection.types.js';
import { COST, points } from '../../foundation/graphql/cost.js';
import { cursorsOf } from '../../foundation/graphql/pagination.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { assertBounded } from '../posts/state/post-bounds.js';
import { postGroupsById } from '../posts/state/post-group.repository.js';
import { ImportInput, ImportPostsInput, UndoImportInput } from './import.inputs.js';
import { countImports, countRowsOf, createdRows, findImport, importPage, rowPage } from './import.repository.js';
import {
  ImportPostsPayload,
  ImportPreview,
  PostImportConnection,
  PostImportCountsType,
  PostImportRowConnection,
  type PostImportRowType,
  PostImportType,
  PostImportUndoType,
  UndoImportPayload,
} from './import.types.js';
import type { ImportsContext } from './imports.context.js';
import { ImportStatus, RowStatus } from './imports.js';
import type { ImportOptions, ReadImport } from './read-import.use-case.js';
import { MAX_COLUMNS, MAX_ROWS } from './read-table.js';
import { toPreview } from './show-preview.js';
import { sortOutGroups } from './sort-out-groups.step.js';
import type { StartImport } from './start-import.use-case.js';
import type { UndoImport } from './undo-import.use-case.js';

const IMPORTS = byTime('imports');
const ROWS = cursorsOf('rows', { number: z.int() });

const ERRORS =
  'IMPORT_FILE_INVALID, IMPORT_COLUMNS_INVALID, TIME_ZONE_INVALID, ID_INVALID, PLATFORMS_TOO_MANY, CONNECTIONS_NOT_FOUND, ACCOUNT_INACTIVE';

/** Posts from a file. */
@Resolver(() => PostImportType)
export class ImportResolver {
  constructor(
    private readonly needs: { db: Db; readImport: ReadImport; startImport: StartImport; undoImport: UndoImport },
  ) {}

  @Query(() => ImportPreview, {
    description: `Reads a CSV file with posts, and returns what its import would do, with every problem. Nothing is stored. Errors: ${ERRORS}.`,
    complexity: points(() => COST.readFile),
  })
  async previewImport(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => ImportInput, { description: 'The file.' }) input: ImportInput,
  ): Promise<ImportPreview> {
    return toPreview(await this.needs.readImport(viewer, toOptions(input)));
  }

  @Query(() => PostImportConnection, { description: 'Your imports, newest first. Errors: PAGE_INVALID.' })
  imports(
    @CurrentViewer() { userId }: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<PostImportType>> {
    return readPage(
      { first, after },
      {
        cursors: IMPORTS,
        positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
        read: (page) => importPage(this.needs.db, userId, page),
        count: () => countImports(this.needs.db, userId),
      },
    );
  }

  @Query(() => PostImportType, {
    nullable: true,
    description: 'An import. Null: you have none with this id. Errors: ID_INVALID.',
  })
  import(
    @CurrentViewer() { userId }: Viewer,
    @Arg('id', () => ID, { description: '24 hexadecimal characters.' }) id: string,
  ): Promise<PostImportType | null> {
    return findImport(this.needs.db, userId, parseId('id', id));
  }

  @FieldResolver(() => PostImportCountsType, { description: 'How many of its rows have each status: its progress.' })
  async counts(@Root() { id }: PostImportType, @Ctx() { loaders }: ImportsContext): Promise<PostImportCountsType> {
    const counts = await loaders.rowsOfImport.load(id);
    const { PENDING: pending, CREATED: created, SKIPPED: skipped, FAILED: failed } = counts;
    const { REMOVED: removed, KEPT: kept } = counts;
    const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return { rows, pending, created, skipped, failed, removed, kept };
  }

  @FieldResolver(() => PostImportUndoType, {
    nullable: true,
    description: 'What undoImport would do now, if you call it. Null: it is undone, or is being undone.',
    complexity: COST.search,
  })
  async undo(
    @Root() { id, status }: PostImportType,
    @CurrentViewer() viewer: Viewer,
  ): Promise<PostImportUndoType | null> {
    const { db } = this.needs;
    if (status === ImportStatus.UNDOING || status === ImportStatus.UNDONE) return null;
    const rows = await createdRows(db, id, MAX_ROWS);
    const groups = await postGroupsById(
      db,
      rows.flatMap(({ groupId }) => groupId ?? []),
    );
    const { removed, kept } = await sortOutGroups(db, viewer, rows, groups);
    return { removed: removed.length, kept: kept.length };
  }

  @FieldResolver(() => PostImportRowConnection, { description: 'Its rows, in order. Errors: PAGE_INVALID.' })
  rows(
    @Root() { id: importId }: PostImportType,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
    @Arg('statuses', () => [RowStatus], { nullable: true, description: 'Only rows with one of these.' })
    statuses?: RowStatus[] | null,
  ): Promise<Connection<PostImportRowType>> {
    const which = { importId, statuses: statuses ? [...new Set(statuses)] : null };
    return readPage(
      { first, after },
      {
        cursors: ROWS,
        positionOf: ({ number }) => ({ number }),
        read: (page) => rowPage(this.needs.db, which, page),
        count: () => countRowsOf(this.needs.db, which),
      },
    );
  }

  @FieldResolver(() => String, {
    description: 'The report as a CSV file for spreadsheets: row, status, post, reason, text.',
    complexity: COST.search,
  })
  async reportCsv(@Root() { id: importId }: PostImportType): Promise<string> {
    const rows = await rowPage(this.needs.db, { importId, statuses: null }, { after: null, limit: MAX_ROWS });
    return toCsv(
      ['Row', 'Status', 'Post', 'Reason', 'Text'],
      rows.map(({ number, status, groupId, reason, excerpt }) => [
        number,
        status,
        groupId ?? '',
        reason ?? '',
        excerpt,
      ]),
    );
  }

  @Mutation(() => ImportPostsPayload, {
    description: `Imports a CSV file with posts: each row becomes a post once, however often the file is imported. Rows that you may not schedule become drafts. Errors: IMPORT_HAS_PROBLEMS, IMPORT_LIMIT_REACHED, IMPORT_BEING_UNDONE, LABEL_LIMIT_REACHED, ${ERRORS}.`,
    complexity: points(() => COST.readFile + COST.recorded),
  })
  async importPosts(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => ImportPostsInput, { description: 'The file.' }) input: ImportPostsInput,
  ): Promise<ImportPostsPayload> {
    const { fileName, skipInvalid } = input;
    const options = { ...toOptions(input), fileName: fileName ?? '', skipInvalid };
    return { import: await this.needs.startImport(viewer, options) };
  }

  @Mutation(() => UndoImportPayload, {
    description:
      'Removes the drafts and the scheduled posts that an import created. Posts stay if their publishing has begun, or if they were changed, approved, commented on or repeated since; without PUBLISH, scheduled posts stay. An import that is running stops first. Repeating it changes nothing. Errors: ID_INVALID, IMPORT_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async undoImport(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => UndoImportInput, { description: 'The import.' }) { importId }: UndoImportInput,
  ): Promise<UndoImportPayload> {
    return { import: await this.needs.undoImport(viewer, parseId('importId', importId)) };
  }
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function toOptions(input: ImportInput): ImportOptions {
  const { text, base64, delimiter, columns, timeZone, dateFormat, withoutTime, accountIds, createLabels } = input;
  if ((text == null) === (base64 == null)) {
    throw new AppError('IMPORT_FILE_INVALID', { reason: 'it is given as `text` or as `base64`' });
  }
  if (base64 != null && !BASE64.test(base64)) throw new AppError('IMPORT_FILE_INVALID', { reason: 'it is not base64' });
  if (columns && columns.length > MAX_COLUMNS) {
    throw new AppError('IMPORT_COLUMNS_INVALID', { reason: `at most ${MAX_COLUMNS} are read` });
  }
  assertBounded({ targets: accountIds?.length ?? 0 });
  return {
    file: text == null ? { bytes: Buffer.from(base64 ?? '', 'base64') } : { text },
    delimiter: delimiter ?? null,
    columns: columns?.map(({ column, field, platform = null }) => ({ column, field, platform })) ?? null,
    timeZone: timeZone ?? null,
    dateFormat: dateFormat ?? null,
    withoutTime,
    accountIds: (accountIds ?? []).map((id) => parseId('accountIds', id)),
    createLabels,
  };
}

import type { CpuQueue } from '../../foundation/concurrency/cpu-queue.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { offsetsOf } from '../../foundation/time/local-time.js';
import { connectionsOfUser } from '../accounts/connection.repository.js';
import type { Viewer } from '../identity/access/viewer.js';
import { parseTimeZone } from '../identity/account/parse-account.js';
import { findUser } from '../identity/account/user.repository.js';
import { labelsOfUser } from '../labels/label.repository.js';
import { MAX_LABELS } from '../labels/labels.js';
import { UNKNOWN_METADATA } from '../media/media.js';
import { maxConnections } from '../plans/channel-limit.js';
import { type Plans, planOf } from '../plans/plans.js';
import { ALL_ADDITIONS } from '../posts/state/additions.js';
import { parseOverrides } from '../posts/state/overrides.js';
import { mergeSettings } from '../posts/state/platform-settings.js';
import type { PostToSchedule } from '../posts/state/post-validator.port.js';
import { parseTargets } from '../posts/state/targets.js';
import { maySchedule } from '../schedules/find-place.step.js';
import { schedulesOfUser } from '../schedules/posting-schedule.repository.js';
import { countDrafts, readUsages } from '../usage/usage.repository.js';
import type { Issue } from '../validation/validation.js';
import type { Validator } from '../validation/validator.step.js';
import { checkPlan, periodsOf } from './check-plan.js';
import { type ImportColumn, ImportField, parseColumns } from './columns.js';
import { indexAccounts } from './find-accounts.js';
import { knownRows } from './import.repository.js';
import { isReady, keyOfFile, keysOf, type ReadRow, RowOutcome, type WithoutTime } from './imports.js';
import { readRow } from './read-rows.js';
import { type Delimiter, type GivenFile, readTable, type Table } from './read-table.js';
import type { DateFormat } from './read-time.js';
import { settingsWithTitle } from './titles.js';

export interface ImportOptions {
  file: GivenFile;
  /** Null: detected. */
  delimiter: Delimiter | null;
  /** Null: guessed. */
  columns: readonly ImportColumn[] | null;
  /** Null: that of the account, or UTC. */
  timeZone: string | null;
  dateFormat: DateFormat | null;
  withoutTime: WithoutTime;
  /** Ids of the accounts of rows that name none. */
  accountIds: readonly string[];
  createLabels: boolean;
}

/** A file as it would be imported. */
export interface ReadFile {
  table: Table;
  /** Its key: see imports.ts. */
  fileKey: string;
  columns: readonly ImportColumn[];
  timeZone: string;
  rows: readonly ReadRow[];
  /** Names of labels that would be created. */
  newLabels: readonly string[];
}

/** Reads a file with everything that would happen, and stores nothing. */
export type ReadImport = (viewer: Viewer, options: ImportOptions) => Promise<ReadFile>;

interface Needs {
  db: Db;
  plans: Plans;
  validator: Validator;
  cpuQueue: CpuQueue;
  clock: () => Date;
  /** Whether files may be at private addresses. */
  allowPrivateFiles: boolean;
}

export const makeReadImport =
  (needs: Needs): ReadImport =>
  async (viewer, options) => {
    const { db, cpuQueue, clock, allowPrivateFiles } = needs;
    const { userId } = viewer;
    const table = await cpuQueue(() => readTable(options.file, options.delimiter));
    const columns = parseColumns(options.columns, table.header);
    const now = clock();
    const [user, connections, labels, schedules, mayBeScheduled] = await Promise.all([
      findUser(db, userId),
      connectionsOfUser(db, userId),
      labelsOfUser(db, userId),
      schedulesOfUser(db, userId),
      maySchedule(db, viewer),
    ]);
    const timeZone = parseTimeZone(options.timeZone ?? user?.timeZone ?? 'UTC');
    const known = new Set(labels.map(({ nameKey }) => nameKey));
    const byId = new Map(connections.map((connection) => [connection.id, connection]));
    const unknown = options.accountIds.filter((id) => !byId.has(id));
    if (unknown.length > 0) throw new AppError('CONNECTIONS_NOT_FOUND', { platformIds: unknown });
    const reading = {
      columns,
      header: table.header,
      accounts: indexAccounts(connections),
      defaultAccounts: [...byId.values()].filter(({ id }) => options.accountIds.includes(id)),
      labels: known,
      createLabels: options.createLabels,
      schedules: schedules.filter(({ pausedAt }) => pausedAt === null),
      times: { offsetAt: offsetsOf(timeZone), timeZone, dateFormat: options.dateFormat, now },
      withoutTime: options.withoutTime,
      maySchedule: mayBeScheduled && viewer.mayPublish,
      allowPrivateFiles,
    };
    const written: Omit<ReadRow, 'key'>[] = [];
    for (const row of table.rows) written.push(await cpuQueue(() => readRow(row, reading), 0.1));
    const keys = keysOf(written.map(({ post }) => post));
    const made = await knownRows(db, userId, keys);
    const rows: ReadRow[] = [];
    for (const [index, row] of written.entries()) {
      const key = keys[index] ?? '';
      const groupId = made.get(key)?.groupId ?? null;
      // Its post is there already: it was right when it was imported.
      rows.push({ ...row, key, groupId, ...(groupId !== null && { problems: [] }) });
    }
    await validate(
      needs,
      userId,
      columns,
      rows.filter((row) => row.groupId === null && isReady(row)),
    );
    const newRows = rows.filter(({ groupId }) => groupId === null);
    const newLabels = createdBy(newRows, known);
    await checkLimits(needs, viewer, newRows, now);
    return { table, fileKey: keyOfFile(rows), columns, timeZone, rows, newLabels };
  };

/** The names of the labels that rows add to the account; a problem for each row whose label is one too many for the account. */
function createdBy(rows: readonly ReadRow[], known: ReadonlySet<string>): string[] {
  const created = new Map<string, string>();
  for (const row of rows.filter(isReady)) {
    const missing = row.labels.filter(({ nameKey }) => !known.has(nameKey) && !created.has(nameKey));
    if (known.size + created.size + missing.length > MAX_LABELS) {
      const wrong = `needs more labels than the ${MAX_LABELS} of an account`;
      row.problems.push({ column: null, value: null, wrong, fix: 'Use labels that exist', isWarning: false });
    } else {
      for (const { name, nameKey } of missing) created.set(nameKey, name);
    }
  }
  return [...created.values()];
}

/** As when posts are scheduled, with one query for all; what is wrong with a draft is a warning. */
async function validate(
  { db, validator }: Needs,
  userId: string,
  columns: readonly ImportColumn[],
  rows: readonly ReadRow[],
): Promise<void> {
  const posts = rows.flatMap((row) => {
    const post = toPost(userId, row);
    return post ? [{ row, post }] : [];
  });
  let index = 0;
  for await (const { errors, warnings } of validator.validateAllWritten(
    db,
    posts.map(({ post }) => post),
  )) {
    const row = posts[index]?.row;
    index += 1;
    const isDraft = row?.outcome === RowOutcome.DRAFT;
    row?.problems.push(
      ...errors.map((issue) => problemOf(issue, columns, isDraft)),
      ...warnings.map((issue) => problemOf(issue, columns, true)),
    );
  }
}

/** A row as a post to validate; null, with a problem, if it cannot be one. */
function toPost(userId: string, row: ReadRow): PostToSchedule | null {
  const { content, title, platformIds, overrides, files, time } = row.post;
  try {
    const targets = parseTargets(platformIds);
    const media = files.map(({ type, altText }) => ({ type, problem: null, metadata: UNKNOWN_METADATA, altText }));
    return {
      ...{ userId, content, targets, ownTexts: parseOverrides(overrides, targets) },
      ...{ settings: mergeSettings(settingsWithTitle(title)), media, allowed: ALL_ADDITIONS },
      scheduledTime: time === null ? null : new Date(time),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const wrong = `cannot be a post: ${error.message}`;
    row.problems.push({ column: null, value: null, wrong, fix: 'Change the row', isWarning: false });
    return null;
  }
}

const FIELD_OF: Partial<Record<Issue['field'], ImportField>> = {
  content: ImportField.TEXT,
  media: ImportField.FILES,
  platform: ImportField.ACCOUNTS,
  platformIds: ImportField.ACCOUNTS,
};

function problemOf(issue: Issue, columns: readonly ImportColumn[], isWarning: boolean) {
  const field = FIELD_OF[issue.field];
  return {
    column: columns.find((column) => column.field === field)?.column ?? null,
    value: null,
    wrong: `${issue.platform}: ${issue.message}`,
    fix: issue.suggestions?.join('; ') ?? 'Change the cell, or the accounts',
    isWarning,
  };
}

async function checkLimits({ db, plans }: Needs, viewer: Viewer, rows: readonly ReadRow[], now: Date): Promise<void> {
  const owner = await findUser(db, viewer.ownerId);
  if (!owner) throw new AppError('ACCOUNT_INACTIVE');
  const plan = planOf(plans, owner);
  const drafts = await countDrafts(db, owner.id, plan.drafts);
  // At most those of two years.
  const periods = periodsOf(rows, now);
  const usages = await readUsages(db, owner.id, periods);
  const usage = new Map(usages.map((one, index) => [periods[index]?.start.getTime() ?? 0, one]));
  checkPlan(rows, {
    ...{ userId: viewer.userId, plan, usage, drafts, now },
    maxConnections: maxConnections(plan, owner.channelQuantity),
  });
}

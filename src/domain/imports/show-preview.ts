/** A file that was read, as GraphQL shows it. */
import type { PlatformKey } from '../../platforms/port/platform.js';
import { NEXT_FREE } from '../schedules/posting-schedules.js';
import type { ImportPreview, ImportPreviewRow, ImportTotals } from './import.types.js';
import { excerptOf, isReady, quoted, type ReadRow, RowOutcome, shownProblems } from './imports.js';
import type { ReadFile } from './read-import.use-case.js';

export const toPreview = ({ table, timeZone, columns, newLabels, rows }: ReadFile): ImportPreview => ({
  delimiter: table.delimiter,
  timeZone,
  columns: table.header.map((header, index) => {
    const { field = null, platform = null } = columns.find(({ column }) => column === index + 1) ?? {};
    const sample = quoted(table.rows.find(({ cells }) => cells[index]?.trim())?.cells[index] ?? '');
    return { column: index + 1, header, field, platform, sample };
  }),
  totals: totalsOf(rows),
  newLabels: [...newLabels],
  rows: rows.map(toRow),
});

function totalsOf(rows: readonly ReadRow[]): ImportTotals {
  const open = rows.filter(({ groupId }) => groupId === null);
  const ready = open.filter(isReady);
  const countOf = (outcome: RowOutcome) => ready.filter((row) => row.outcome === outcome).length;
  return {
    rows: rows.length,
    ready: ready.length,
    imported: rows.length - open.length,
    invalid: open.length - ready.length,
    scheduled: countOf(RowOutcome.SCHEDULED),
    queued: countOf(RowOutcome.QUEUED),
    drafts: countOf(RowOutcome.DRAFT),
    platformPosts: ready.reduce((sum, { accounts }) => sum + accounts.length, 0),
  };
}

const toRow = (row: ReadRow): ImportPreviewRow => ({
  number: row.number,
  excerpt: excerptOf(row.post.content),
  outcome: row.outcome,
  scheduledTime: row.post.time === null ? null : new Date(row.post.time),
  schedule: row.scheduleName ?? (row.post.schedule === NEXT_FREE ? NEXT_FREE : null),
  accounts: row.accounts.map(({ id, platform, username }) => ({ id, platform: platform as PlatformKey, username })),
  labels: row.labels.map(({ name }) => name),
  files: row.post.files.map(({ url }) => url),
  postGroupId: row.groupId || null,
  problems: shownProblems(row.problems),
});

/**
 * Imports: many posts from one file.
 *
 * row       a row of the file that is not blank, by its number in a spreadsheet; it makes one group
 * problem   why a row cannot be imported; a warning does not keep it from that
 * key       the hash of what a row's post says. A row makes its group once, also if a corrected file has it again; of equal
 *           rows of a file, each makes one. Equal rows in the same order are the same import.
 */
import { createHash } from 'node:crypto';
import { DAY_MS } from '../../foundation/time/durations.js';
import type { WebFile } from '../posts/state/given-files.js';
import type { ContentOverride } from '../posts/state/overrides.js';
import type { Account } from './find-accounts.js';

/** Imports of an account that have not ended. */
export const MAX_RUNNING = 5;
/** How long an import is kept after it ended; until then its file makes no post twice. */
export const IMPORTS_KEPT_MS = 90 * DAY_MS;

/** `UNDOING`: the posts that it created are being removed. */
export const ImportStatus = { RUNNING: 'RUNNING', DONE: 'DONE', UNDOING: 'UNDOING', UNDONE: 'UNDONE' } as const;
export type ImportStatus = (typeof ImportStatus)[keyof typeof ImportStatus];

/**
 * `SKIPPED`: it had a problem before the import began, or the import was undone before its turn. `REMOVED`: its post is
 * gone because an import was undone; the next import of the row makes it again. `KEPT`: its post stayed.
 */
export const RowStatus = {
  PENDING: 'PENDING',
  CREATED: 'CREATED',
  SKIPPED: 'SKIPPED',
  FAILED: 'FAILED',
  REMOVED: 'REMOVED',
  KEPT: 'KEPT',
} as const;
export type RowStatus = (typeof RowStatus)[keyof typeof RowStatus];

/** What a row becomes. */
export const RowOutcome = { SCHEDULED: 'SCHEDULED', QUEUED: 'QUEUED', DRAFT: 'DRAFT' } as const;
export type RowOutcome = (typeof RowOutcome)[keyof typeof RowOutcome];

export const WithoutTime = { DRAFT: 'DRAFT', NEXT_FREE: 'NEXT_FREE' } as const;
export type WithoutTime = (typeof WithoutTime)[keyof typeof WithoutTime];

/** What a row says, once it is read. */
export interface ImportPost {
  content: string;
  /** Null: none. */
  title: string | null;
  platformIds: readonly string[];
  overrides: readonly ContentOverride[];
  files: readonly WebFile[];
  /** ISO 8601. */
  time: string | null;
  /** The id of a posting schedule, or NEXT_FREE. */
  schedule: string | null;
  /** Their keys, which the account has once the import begins. */
  labels: readonly string[];
}

export interface Problem {
  /** Null: it is about the whole row. */
  column: number | null;
  /** The cell as written, or its beginning; null: none. */
  value: string | null;
  wrong: string;
  fix: string;
  isWarning: boolean;
}

/** A row that was read, with all that is wrong with it. */
export interface ReadRow {
  number: number;
  key: string;
  post: ImportPost;
  accounts: readonly Account[];
  labels: readonly { name: string; nameKey: string }[];
  scheduleName: string | null;
  outcome: RowOutcome;
  /** The group that it made before; null: none. */
  groupId: string | null;
  problems: Problem[];
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The keys of the rows of a file, in order. */
export function keysOf(posts: readonly ImportPost[]): string[] {
  const counts = new Map<string, number>();
  return posts.map(({ content, title, platformIds, overrides, files, time, schedule, labels }) => {
    const said = [content, title, platformIds.toSorted(), overrides, files, time, schedule, labels.toSorted()];
    const hash = hashOf(JSON.stringify(said));
    const before = counts.get(hash) ?? 0;
    counts.set(hash, before + 1);
    return `${hash} ${before}`;
  });
}

export const keyOfFile = (rows: readonly Pick<ReadRow, 'key'>[]): string => hashOf(rows.map(({ key }) => key).join());

export const isReady = ({ problems }: Pick<ReadRow, 'problems'>): boolean =>
  problems.every(({ isWarning }) => isWarning);

/** Characters of a text that a report shows. */
const MAX_EXCERPT = 100;
export const excerptOf = (text: string): string =>
  text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT).toWellFormed()}…` : text;

/** Problems of a row that are shown. */
const MAX_PROBLEMS = 20;
const MAX_VALUE = 100;

export const shownProblems = (problems: readonly Problem[]): Problem[] =>
  [...problems].sort((one, other) => Number(one.isWarning) - Number(other.isWarning)).slice(0, MAX_PROBLEMS);

/** A cell as a problem quotes it: without invisible characters, which would change how the message reads. */
export function quoted(cell: string): string {
  const text = cell
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE).toWellFormed()}…` : text;
}

/** The first problem as one sentence, for a report. */
export const sentenceOf = ({ column, value, wrong, fix }: Problem): string => {
  const where = [...(column === null ? [] : [`column ${column}`]), ...(value ? [`“${value}”`] : [])].join(': ');
  return `${where || 'The row'} ${wrong}. ${fix}.`;
};

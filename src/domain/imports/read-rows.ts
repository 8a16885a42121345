/** Rows of a table as posts: what each cell means, and what is wrong with it. */
import { AppError } from '../../foundation/errors/app-error.js';
import { type LabelName, MAX_LABELS_EACH } from '../labels/labels.js';
import { parseFiles, type WebFile } from '../posts/state/given-files.js';
import { parseContent } from '../posts/state/parse-post.js';
import { isLongerThan, MAX_CONTENT, MAX_FILES, MAX_TARGETS } from '../posts/state/post-bounds.js';
import { isFor, NEXT_FREE } from '../schedules/posting-schedules.js';
import { isPrivate, labelOf, listOf, withoutCredentials } from './cells.js';
import { type ImportColumn, ImportField } from './columns.js';
import { type Account, findAccount } from './find-accounts.js';
import { type Problem, quoted, type ReadRow, RowOutcome, WithoutTime } from './imports.js';
import { withLink, wrongInLink } from './links.js';
import type { TableRow } from './read-table.js';
import { readTime, type TimeRules, type Wrong } from './read-time.js';
import { TITLED } from './titles.js';

/** What cells can name, and how they are read. */
export interface Reading {
  columns: readonly ImportColumn[];
  header: readonly string[];
  accounts: ReadonlyMap<string, readonly Account[]>;
  /** Of rows that name none. */
  defaultAccounts: readonly Account[];
  /** Labels of the account, by the keys of their names. */
  labels: ReadonlySet<string>;
  createLabels: boolean;
  schedules: readonly { id: string; name: string; platformIds: readonly string[] }[];
  times: TimeRules;
  withoutTime: WithoutTime;
  /** Whether posts can be scheduled: by the role or the scopes, and the approval policy. */
  maySchedule: boolean;
  allowPrivateFiles: boolean;
}

const LIST = /[;,\n\r]+/;
const FILES = /[\s|]+/;
const TEXTS = /[|\n\r]+/;

export function readRow(row: TableRow, reading: Reading): Omit<ReadRow, 'key'> {
  const problems: Problem[] = [];
  const cellOf = (column: ImportColumn | undefined) => (column ? (row.cells[column.column - 1] ?? '') : '');
  const columnOf = (field: ImportField) => reading.columns.find((one) => one.field === field);
  const add = (column: ImportColumn | undefined, value: string | null, wrong: Wrong, isWarning = false) =>
    problems.push({
      column: column?.column ?? null,
      value: value === null ? null : quoted(value),
      ...{ wrong: wrong.wrong, fix: wrong.fix, isWarning },
    });
  if (row.extra > 0) {
    const wrong = `has ${row.extra} more ${row.extra === 1 ? 'cell' : 'cells'} than the header`;
    add(undefined, null, { wrong, fix: 'Put cells with delimiters in quotes' });
  }

  const accounts = readAccounts();
  const title = readTitle();
  const { content, overrides } = readTexts();
  const { time, schedule, scheduleName } = readPlace();
  const labels = readLabels();
  const files = readFiles();
  const isPlaced = time !== null || schedule !== null;
  const outcome =
    !isPlaced || !reading.maySchedule ? RowOutcome.DRAFT : schedule !== null ? RowOutcome.QUEUED : RowOutcome.SCHEDULED;
  const platformIds = accounts.map(({ platformId }) => platformId);
  return {
    ...{ number: row.number, accounts, labels, scheduleName, outcome, groupId: null, problems },
    post: {
      ...{ content, title, platformIds, overrides, files, schedule },
      time: time?.toISOString() ?? null,
      labels: labels.map(({ nameKey }) => nameKey),
    },
  };

  function readAccounts(): Account[] {
    const column = columnOf(ImportField.ACCOUNTS);
    const names = listOf(cellOf(column), LIST);
    if (names.length === 0) {
      if (reading.defaultAccounts.length === 0) {
        add(column, null, { wrong: 'has no accounts', fix: 'Name the accounts that publish it' });
      }
      return [...reading.defaultAccounts];
    }
    if (names.length > MAX_TARGETS) {
      const wrong = `names ${names.length.toLocaleString('en')} accounts, and a post has at most ${MAX_TARGETS}`;
      add(column, cellOf(column), { wrong, fix: 'Split the row' });
      return [];
    }
    const found = new Map<string, Account>();
    for (const name of names) {
      const read = findAccount(reading.accounts, name);
      if ('account' in read) found.set(read.account.id, read.account);
      else add(column, name, read);
    }
    return [...found.values()];
  }

  function readTitle(): string | null {
    const column = columnOf(ImportField.TITLE);
    const title = cellOf(column).replace(/\s+/g, ' ').trim();
    const without = new Set(accounts.map(({ platform }) => platform).filter((platform) => !TITLED.includes(platform)));
    if (title !== '' && without.size > 0) {
      const fix = `Use it for accounts of ${TITLED.join(', ')}, or write it in the text`;
      add(column, title, { wrong: `is not shown on ${[...without].join(', ')}`, fix }, true);
    }
    return title || null;
  }

  function readLink(): string | null {
    const column = columnOf(ImportField.LINK);
    const link = cellOf(column).trim();
    if (link === '') return null;
    const wrong = wrongInLink(link);
    if (wrong === null) return link;
    add(column, withoutCredentials(link), { wrong, fix: 'Write one http or https address, without blanks' });
    return null;
  }

  function readTexts(): { content: string; overrides: { platformId: string; content: string }[] } {
    const column = columnOf(ImportField.TEXT);
    const link = readLink();
    const overrides = reading.columns.flatMap((own) => {
      if (own.field !== ImportField.PLATFORM_TEXT || cellOf(own).trim() === '') return [];
      const text = textOf(own, link);
      const targets = accounts.filter(({ platform }) => platform === own.platform);
      return targets.map(({ platformId }) => ({ platformId, content: text }));
    });
    const isEachOwn = accounts.length > 0 && overrides.length === accounts.length;
    if (cellOf(column).trim() === '' && isEachOwn) return { content: overrides[0]?.content ?? '', overrides };
    return { content: textOf(column, link), overrides };
  }

  function textOf(column: ImportColumn | undefined, link: string | null): string {
    const written = cellOf(column);
    const text = link === null || isLongerThan(written, MAX_CONTENT) ? written : withLink(written, link);
    if (isLongerThan(text, MAX_CONTENT)) {
      const wrong = `has more than ${MAX_CONTENT.toLocaleString('en')} characters`;
      add(column, text, { wrong, fix: 'Shorten the text' });
      return '';
    }
    try {
      return parseContent(text);
    } catch {
      add(column, null, { wrong: 'has no text', fix: 'Write the text of the post' });
      return '';
    }
  }

  function readPlace(): { time: Date | null; schedule: string | null; scheduleName: string | null } {
    const none = { time: null, schedule: null, scheduleName: null };
    const nextFree = { ...none, schedule: NEXT_FREE };
    const [timeColumn, queueColumn] = [columnOf(ImportField.TIME), columnOf(ImportField.SCHEDULE)];
    const [timeCell, queueCell] = [cellOf(timeColumn), cellOf(queueColumn).trim()];
    const read = timeCell.trim() === '' ? null : readTime(timeCell, reading.times);
    if (read && 'wrong' in read) {
      add(timeColumn, timeCell, read);
      return none;
    }
    const time = read?.time;
    if (queueCell === '') {
      if (time === NEXT_FREE) return checkedQueue(nextFree, timeColumn, timeCell);
      if (time) return { ...none, time };
      return reading.withoutTime === WithoutTime.NEXT_FREE ? checkedQueue(nextFree, undefined, null) : none;
    }
    if (time !== undefined && time !== NEXT_FREE) {
      add(queueColumn, queueCell, { wrong: 'is a queue beside a time', fix: 'Empty one of the two cells' });
      return none;
    }
    if (/^next[ _-]?free$/i.test(queueCell)) return checkedQueue(nextFree, queueColumn, queueCell);
    const schedule = reading.schedules.find(
      ({ id, name }) => id === queueCell || name.toLowerCase() === queueCell.toLowerCase(),
    );
    if (!schedule) {
      add(queueColumn, queueCell, { wrong: 'is no posting schedule', fix: 'Write the name of a posting schedule' });
      return none;
    }
    return checkedQueue({ time: null, schedule: schedule.id, scheduleName: schedule.name }, queueColumn, queueCell);
  }

  function checkedQueue(
    place: { time: null; schedule: string; scheduleName: string | null },
    column: ImportColumn | undefined,
    value: string | null,
  ) {
    const platformIds = accounts.map(({ platformId }) => platformId);
    const isPossible = reading.schedules.some(
      (schedule) => (place.schedule === NEXT_FREE || place.schedule === schedule.id) && isFor(schedule, platformIds),
    );
    if (isPossible || platformIds.length === 0) return place;
    const fix = 'Write a time, or create a posting schedule for these accounts';
    add(column, value, { wrong: 'has no posting schedule for all of its accounts', fix });
    return place;
  }

  function readLabels(): LabelName[] {
    const column = columnOf(ImportField.LABELS);
    const found = new Map<string, LabelName>();
    for (const name of listOf(cellOf(column), LIST)) {
      const label = labelOf(name);
      if (!label) {
        add(column, name, { wrong: 'is no name of a label', fix: 'A name has 1 to 50 characters' });
      } else if (reading.labels.has(label.nameKey) || reading.createLabels) {
        found.set(label.nameKey, label);
      } else {
        add(column, name, { wrong: 'is no label', fix: 'Create the label, or choose to create missing labels' });
      }
    }
    if (found.size > MAX_LABELS_EACH) {
      const wrong = `names ${found.size} labels, and a post has at most ${MAX_LABELS_EACH}`;
      add(column, cellOf(column), { wrong, fix: 'Remove some' });
      return [];
    }
    return [...found.values()];
  }

  function readFiles(): WebFile[] {
    const column = columnOf(ImportField.FILES);
    const textColumn = columnOf(ImportField.ALT_TEXTS);
    const urls = listOf(cellOf(column), FILES);
    const altTexts = cellOf(textColumn).trim() === '' ? [] : cellOf(textColumn).split(TEXTS);
    if (urls.length > MAX_FILES) {
      const wrong = `names ${urls.length.toLocaleString('en')} files, and a post has at most ${MAX_FILES}`;
      add(column, cellOf(column), { wrong, fix: 'Split the row' });
      return [];
    }
    if (altTexts.length > urls.length) {
      const wrong = `has ${altTexts.length} alternative texts for ${urls.length} ${urls.length === 1 ? 'file' : 'files'}`;
      add(textColumn, cellOf(textColumn), { wrong, fix: 'Separate the texts with |, in the order of the files' });
    }
    return urls.flatMap((url, index) => {
      try {
        const altText = altTexts[index]?.trim();
        const [file] = parseFiles([{ url, ...(altText && { altText }) }]) as WebFile[];
        if (!reading.allowPrivateFiles && isPrivate(url)) throw new AppError('MEDIA_URL_INVALID');
        return file ?? [];
      } catch (error) {
        if (error instanceof AppError && error.code === 'ALT_TEXTS_TOO_LONG') {
          add(textColumn, altTexts[index] ?? null, { wrong: error.message, fix: 'Shorten the text' });
        } else {
          const fix = 'Write the public http or https address of the file, without a user name';
          add(column, withoutCredentials(url), { wrong: 'is no address of a file', fix });
        }
        return [];
      }
    });
  }
}

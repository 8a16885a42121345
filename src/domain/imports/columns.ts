/** What the columns of a file mean. */
import { AppError } from '../../foundation/errors/app-error.js';
import type { PlatformKey } from '../../platforms/port/platform.js';
import { platformRules } from '../../platforms/rules-registry.js';

export const ImportField = {
  TEXT: 'TEXT',
  PLATFORM_TEXT: 'PLATFORM_TEXT',
  TITLE: 'TITLE',
  LINK: 'LINK',
  TIME: 'TIME',
  ACCOUNTS: 'ACCOUNTS',
  LABELS: 'LABELS',
  FILES: 'FILES',
  ALT_TEXTS: 'ALT_TEXTS',
  SCHEDULE: 'SCHEDULE',
} as const;
export type ImportField = (typeof ImportField)[keyof typeof ImportField];

/** A column of the file that is read; the first one is 1. */
export interface ImportColumn {
  column: number;
  field: ImportField;
  /** Of PLATFORM_TEXT. */
  platform: PlatformKey | null;
}

const PLATFORMS = Object.keys(platformRules) as PlatformKey[];

/** Names of columns, without case and punctuation. */
const NAMES: Readonly<Record<Exclude<ImportField, 'PLATFORM_TEXT'>, readonly string[]>> = {
  TEXT: ['text', 'content', 'post', 'post text', 'post content', 'message', 'caption', 'body', 'copy', 'description'],
  TITLE: ['title', 'post title', 'headline', 'subject'],
  LINK: ['link', 'links', 'url', 'link url', 'post link', 'web link', 'website'],
  TIME: [
    ...['time', 'date', 'date time', 'datetime', 'date and time', 'when', 'scheduled', 'scheduled time'],
    ...[
      'scheduled at',
      'scheduled for',
      'schedule time',
      'schedule date',
      'publish at',
      'publish date',
      'publish time',
    ],
    ...['publish on', 'posting time'],
  ],
  ACCOUNTS: [
    ...['account', 'accounts', 'channel', 'channels', 'profile', 'profiles', 'page', 'pages', 'platform'],
    ...['platforms', 'network', 'networks', 'social network', 'target', 'targets'],
  ],
  LABELS: ['label', 'labels', 'tag', 'tags', 'category', 'categories', 'campaign'],
  FILES: [
    ...['file', 'files', 'media', 'media url', 'media urls', 'image', 'images', 'image url', 'image urls', 'picture'],
    ...['pictures', 'photo', 'photos', 'video', 'videos', 'video url', 'attachment', 'attachments', 'file url'],
  ],
  ALT_TEXTS: [
    ...['alt', 'alt text', 'alt texts', 'alternative text', 'alternative texts', 'image description', 'media alt text'],
  ],
  SCHEDULE: ['queue', 'schedule', 'schedules', 'schedule name', 'posting schedule', 'posting schedules'],
};

const nameOf = (header: string): string =>
  header
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Guesses columns by their names; of several with one meaning, the first. */
export function guessColumns(header: readonly string[]): ImportColumn[] {
  const found = new Map<string, ImportColumn>();
  for (const [index, name] of header.entries()) {
    const meaning = meaningOf(nameOf(name));
    if (!meaning) continue;
    const key = `${meaning.field} ${meaning.platform}`;
    if (!found.has(key)) found.set(key, { column: index + 1, ...meaning });
  }
  return [...found.values()];
}

function meaningOf(name: string): Pick<ImportColumn, 'field' | 'platform'> | null {
  for (const [field, names] of Object.entries(NAMES) as [keyof typeof NAMES, readonly string[]][]) {
    if (names.includes(name)) return { field, platform: null };
  }
  const platform = PLATFORMS.find((key) => [key, `${key} text`, `text ${key}`, `text for ${key}`].includes(name));
  return platform ? { field: ImportField.PLATFORM_TEXT, platform } : null;
}

/** The columns that were chosen, or the guess. Error: IMPORT_COLUMNS_INVALID. */
export function parseColumns(given: readonly ImportColumn[] | null, header: readonly string[]): ImportColumn[] {
  if (!given) return guessColumns(header);
  const fields = new Set<string>();
  const columns = new Set<number>();
  for (const { column, field, platform } of given) {
    if (column < 1 || column > header.length) throw invalid(`the file has no column ${column}`);
    if (columns.has(column)) throw invalid(`column ${column} is named twice`);
    if ((field === ImportField.PLATFORM_TEXT) !== (platform !== null)) {
      throw invalid(`column ${column} has a platform if and only if it is a PLATFORM_TEXT`);
    }
    const key = [field, platform].filter(Boolean).join(' for ');
    if (fields.has(key)) throw invalid(`two columns are ${key}`);
    columns.add(column);
    fields.add(key);
  }
  return [...given];
}

const invalid = (reason: string): AppError => new AppError('IMPORT_COLUMNS_INVALID', { reason });

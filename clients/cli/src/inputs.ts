/** Reads and checks the arguments of commands. */
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { InvalidArgumentError } from 'commander';
import type { Client, Platform, PostGroupStatus } from '../../typescript/src/index.js';
import { UsageError } from './usage-error.js';

const MAX_TEXT_BYTES = 1_000_000;
const MAX_FILE_BYTES = 512 * 1024 * 1024;
const DAY_LENGTH = '2030-01-31'.length;
const ZONED_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Of each, as people write it. */
const namesOf = (all: Record<string, true>): string[] => Object.keys(all).map((name) => name.toLowerCase());
const PLATFORMS = namesOf({
  FEDIVERSE: true,
  MESSENGER: true,
  MICROBLOG: true,
  NETWORK: true,
  PHOTOGRAM: true,
  PINBOARD: true,
  SHORTVIDEO: true,
  SKYFEED: true,
  SOCIALPAGE: true,
  THREADTALK: true,
  VIDEOHUB: true,
} satisfies Record<Platform, true>);
const STATUSES = namesOf({
  DRAFT: true,
  FAILED: true,
  PARTIALLY_PUBLISHED: true,
  PUBLISHED: true,
  SCHEDULED: true,
} satisfies Record<PostGroupStatus, true>);

/** The text of the argument, or all of standard input. */
export async function readText(
  given: string | undefined,
  stdin: NodeJS.ReadStream,
  signal: AbortSignal,
): Promise<string> {
  if (given !== undefined && given !== '-') return given;
  if (given === undefined && stdin.isTTY)
    throw new UsageError('A text is required: as an argument, or on standard input.');
  return (await readAll(stdin, signal)).trimEnd();
}

export async function readAll(stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of addAbortSignal(signal, stdin)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_TEXT_BYTES) throw new UsageError(`Standard input is larger than ${MAX_TEXT_BYTES} bytes.`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function parseTime(given: string): Date {
  const time = new Date(given);
  if (!ZONED_TIME.test(given) || !isDay(given.slice(0, DAY_LENGTH)) || Number.isNaN(time.getTime())) {
    throw new UsageError('--at must be a time with zone, such as 2030-01-31T09:00:00Z.');
  }
  return time;
}

/** A posting schedule: its id, or the next free time of any that fits. */
export const scheduleOf = (given: string | true): string => (given === true ? 'NEXT_FREE' : given);

/** `Date` takes February 31 for March 3. */
function isDay(given: string): boolean {
  const day = new Date(`${given}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(given);
}

/** A repeatable option whose values are separated by commas. */
export const collect = (value: string, before: string[] = []): string[] => [
  ...before,
  ...value.split(',').flatMap((item) => item.trim() || []),
];

/** A platform id has its account after a dash; anything else is a platform. */
export const isAccount = (target: string): boolean => target.includes('-');

const collectKnown =
  (known: readonly string[], isFree: (item: string) => boolean = () => false) =>
  (value: string, before?: string[]): string[] => {
    const items = collect(value, before);
    const wrong = items.find((item) => !isFree(item) && !known.includes(item.toLowerCase()));
    if (wrong === undefined) return items;
    throw new InvalidArgumentError(`${wrong} is none of ${known.join(', ')}.`);
  };

export const collectTargets = collectKnown(PLATFORMS, isAccount);
export const collectStatuses = collectKnown(STATUSES);

export const toPlatform = (name: string) => name.toUpperCase() as Platform;

/** The targets of `validate`: platforms need no account. */
export async function draftTargets(client: Client, to: readonly string[], signal: AbortSignal) {
  if (!to.some(isAccount)) return { platforms: to.map(toPlatform) };
  return { platformIds: await platformIdsOf(client, to, signal) };
}

/** The accounts that are named, and all of the platforms that are named. */
export async function platformIdsOf(client: Client, to: readonly string[], signal: AbortSignal): Promise<string[]> {
  const names = to.filter((target) => !isAccount(target));
  const ids = new Set(to.filter(isAccount));
  if (names.length > 0) {
    const found = new Set<string>();
    for await (const account of client.accounts.list({ filter: { platforms: names.map(toPlatform) }, signal })) {
      ids.add(account.platformId);
      found.add(account.platform?.toLowerCase() ?? '');
    }
    const missing = names.filter((name) => !found.has(name.toLowerCase()));
    if (missing.length > 0) throw new UsageError(`No account is connected of ${missing.join(', ')}.`);
  }
  return [...ids];
}

/** All labels, by name. */
export async function labelsOf(client: Client, signal: AbortSignal) {
  const found = [];
  let after: string | null | undefined;
  do {
    const { edges, pageInfo } = await client.api.labels({ first: 100, after }, { signal });
    found.push(...edges.map(({ node }) => node));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
  } while (after);
  return found;
}

/** The ids of labels by their names, ignoring case. */
export async function labelIdsOf(client: Client, names: readonly string[], signal: AbortSignal): Promise<string[]> {
  if (names.length === 0) return [];
  const byName = new Map((await labelsOf(client, signal)).map(({ id, name }) => [name.toLowerCase(), id]));
  return names.map((name) => {
    const id = byName.get(name.toLowerCase());
    if (id === undefined) throw new UsageError(`There is no label "${name}". See social-publishing labels.`);
    return id;
  });
}

/** Whether it is the id of a file of the media library. */
export const isMediaId = (file: string): boolean => /^[0-9a-f]{24}$/.test(file);

/** Whether the service fetches the file. */
export const isWebAddress = (file: string): boolean => /^https?:\/\//i.test(file);

export async function openFile(file: string) {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`${file} is not a file.`);
  if (found.size > MAX_FILE_BYTES) throw new UsageError(`${file} is larger than ${MAX_FILE_BYTES} bytes.`);
  return { data: await openAsBlob(file), name: path.basename(file) };
}

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { DAY_SECONDS } from '../../foundation/time/durations.js';
import { checkMedia } from '../../platforms/port/check-media.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import { failureOf } from '../../platforms/port/finding.js';
import type { PartMedia } from '../../platforms/port/platform.js';
import { type ImageRules, type PlatformRules, rulesFor } from '../../platforms/port/rules.js';
import { MeasuredText } from '../../platforms/port/text-length.js';
import type { ObjectStorage } from '../../storage/storage.js';
import { checkedFile, type MediaFacts } from '../posts/media-of-group.js';
import type { ConvertImage } from './convert.js';
import { type Media, MediaStatus, MediaType } from './media.js';
import { findConversion, type MediaConversion, mediaOfGroups, saveConversion } from './media.repository.js';
import { MediaRefused } from './media-refused.js';
import { type ReadMedia, sourceOf } from './read-media.use-case.js';
import { withTemporaryFolder } from './temporary-folder.js';

/** Platforms fetch what they were given an address of within minutes; a video that they queue may take hours. */
const DOWNLOAD_SECONDS = DAY_SECONDS;

export type Prepared = { kind: 'ready'; media: PartMedia[] } | { kind: 'failed'; failure: Failure };

/** A post's platform, with the post's settings for it. */
export interface MediaTarget {
  platform: string;
  rules: PlatformRules;
  settings: Readonly<Record<string, unknown>>;
}

/** Does `work` with a group's files as a platform takes them; they are gone when it has ended. */
export type WithMedia = <T>(
  group: { userId: string; groupId: string },
  target: MediaTarget,
  work: (prepared: Prepared) => Promise<T>,
) => Promise<T>;

interface Needs {
  db: Db;
  storage: ObjectStorage;
  readMedia: ReadMedia;
  convertImage: ConvertImage;
  /** Where temporary folders are made. */
  temporary: string;
}

/**
 * Fetches a group's files from storage, in their order, and converts its images by the platform's rule: once per file
 * and rule, for all posts, retries and workers. Files that the platform does not accept fail the post before any is
 * fetched, in the words of validation. A file that has not come fails it too, which would go out without it otherwise:
 * MEDIA_NOT_UPLOADED where the service never saw the file, MEDIA_UNAVAILABLE where it did and has it no more.
 */
export const makeWithMedia =
  (needs: Needs): WithMedia =>
  (group, target, work) =>
    withTemporaryFolder(needs.temporary, async (folder) => work(await prepare(needs, group, target, folder)));

async function prepare(
  needs: Needs,
  { userId, groupId }: { userId: string; groupId: string },
  target: MediaTarget,
  folder: string,
): Promise<Prepared> {
  const files: Media[] = [];
  for (const { id, name } of await mediaOfGroups(needs.db, userId, [groupId])) {
    const file = await needs.readMedia(id).catch(() => null);
    if (file === null) return unreadable(name);
    if (file) files.push(file);
  }
  const missing = files.find(({ status }) => status === MediaStatus.PENDING_UPLOAD);
  if (missing) {
    return missing.uploadUrl === null
      ? failed('MEDIA_UNAVAILABLE', `${missing.name} was uploaded, but is no longer in storage`)
      : failed('MEDIA_NOT_UPLOADED', `${missing.name} was never uploaded`);
  }
  const failure = refuseFiles(target, files);
  if (failure) return { kind: 'failed', failure };
  const rules = rulesFor(target.rules, target.settings);
  const media: PartMedia[] = [];
  for (const file of files) {
    const rule = file.type === MediaType.IMAGE ? rules.media.image : null;
    try {
      media.push(rule ? await convertedImage(needs, file, rule, folder) : await original(needs, file, folder));
    } catch (error) {
      if (error instanceof MediaRefused) return failed('INVALID_CONTENT', `${file.name}: ${error.message}`);
      return unreadable(file.name);
    }
  }
  return { kind: 'ready', media };
}

/** Why a platform does not accept the files of a post; null if it does. */
export function refuseFiles({ platform, rules, settings }: MediaTarget, files: readonly MediaFacts[]): Failure | null {
  const post = { platform, rules: rulesFor(rules, settings), settings, content: new MeasuredText('') };
  return failureOf(checkMedia({ ...post, media: files.map(checkedFile) }));
}

const unreadable = (name: string): Prepared => failed('MEDIA_UNAVAILABLE', `${name} could not be read from storage`);

const failed = (code: FailureCode, message: string): Prepared => ({
  kind: 'failed',
  failure: { code, message, outcome: 'rejected', platformError: null },
});

async function original({ storage }: Needs, file: Media, folder: string): Promise<PartMedia> {
  const { size, width, height, duration } = file.metadata;
  return {
    kind: file.type,
    name: file.name,
    mimeType: file.mimeType,
    path: await fetchObject(storage, file.fileName, path.join(folder, file.id)),
    bytes: size ?? 0,
    width,
    height,
    durationSeconds: duration,
    altText: file.altText,
    url: await storage.signDownload(file.fileName, DOWNLOAD_SECONDS),
  };
}

async function convertedImage(needs: Needs, file: Media, rule: ImageRules, folder: string): Promise<PartMedia> {
  const { db, storage } = needs;
  const ruleId = createHash('sha256')
    .update(JSON.stringify([rule, file.metadata.size]))
    .digest('hex');
  const known = await findConversion(db, file.id, ruleId);
  if (known)
    return toPart(storage, file, known, await fetchObject(storage, known.fileName, path.join(folder, file.id)));
  const made = await needs.convertImage(sourceOf(storage, file.fileName, file.metadata.size ?? 0), rule, folder);
  if (!made) return original(needs, file, folder);
  const { mimeType, bytes: size, width, height } = made;
  const conversion: MediaConversion = {
    mediaId: file.id,
    rule: ruleId,
    fileName: `${file.fileName.slice(0, file.fileName.lastIndexOf('/'))}/converted-${ruleId.slice(0, 16)}`,
    mimeType,
    size,
    width,
    height,
  };
  await storage.put(conversion.fileName, createReadStream(made.path), { contentType: mimeType });
  await saveConversion(db, conversion);
  return toPart(storage, file, conversion, made.path);
}

async function toPart(
  storage: ObjectStorage,
  file: Media,
  { fileName, mimeType, size, width, height }: MediaConversion,
  at: string,
): Promise<PartMedia> {
  return {
    kind: 'image',
    // Platforms tell formats by the name, too.
    name: `${file.name.replace(/\.[^.]*$/, '') || 'image'}.${mimeType.slice(mimeType.indexOf('/') + 1)}`,
    mimeType,
    path: at,
    bytes: size,
    width,
    height,
    durationSeconds: null,
    altText: file.altText,
    url: await storage.signDownload(fileName, DOWNLOAD_SECONDS),
  };
}

async function fetchObject(storage: ObjectStorage, key: string, to: string): Promise<string> {
  const object = await storage.get(key);
  if (!object) throw new Error(`The object ${key} is not there`);
  await pipeline(object.body, createWriteStream(to, { flags: 'wx' }));
  return to;
}

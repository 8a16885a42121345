import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { DAY_SECONDS } from '../../foundation/time/durations.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import type { PartMedia } from '../../platforms/port/platform.js';
import type { PlatformRules } from '../../platforms/port/rules.js';
import type { ObjectStorage } from '../../storage/storage.js';
import type { ConvertImage, ImageRule } from './convert.js';
import { type Media, MediaStatus, MediaType } from './media.js';
import { findConversion, type MediaConversion, mediaOfGroups, saveConversion } from './media.repository.js';
import { MediaRefused } from './media-refused.js';
import { type ReadMedia, sourceOf } from './read-media.use-case.js';
import { withTemporaryFolder } from './temporary-folder.js';

/** Platforms fetch what they were given an address of within minutes; a video that they queue may take hours. */
const DOWNLOAD_SECONDS = DAY_SECONDS;

export type Prepared = { kind: 'ready'; media: PartMedia[] } | { kind: 'failed'; failure: Failure };

/** Does `work` with a group's files as a platform takes them; they are gone when it has ended. */
export type WithMedia = <T>(
  group: { userId: string; groupId: string },
  rules: PlatformRules | undefined,
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
 * and rule, for all posts, retries and workers. A file that has not come or cannot be published fails the post, which
 * would go out without it otherwise: MEDIA_NOT_UPLOADED where the service never saw the file, MEDIA_UNAVAILABLE where it
 * did and has it no more.
 */
export const makeWithMedia =
  (needs: Needs): WithMedia =>
  (group, rules, work) =>
    withTemporaryFolder(needs.temporary, async (folder) => work(await prepare(needs, group, rules, folder)));

async function prepare(
  needs: Needs,
  { userId, groupId }: { userId: string; groupId: string },
  rules: PlatformRules | undefined,
  folder: string,
): Promise<Prepared> {
  const media: PartMedia[] = [];
  for (const listed of await mediaOfGroups(needs.db, userId, [groupId])) {
    try {
      const file = await needs.readMedia(listed.id);
      if (!file) continue;
      if (file.status === MediaStatus.PENDING_UPLOAD) {
        return file.uploadUrl === null
          ? failed('MEDIA_UNAVAILABLE', `${file.name} was uploaded, but is no longer in storage`)
          : failed('MEDIA_NOT_UPLOADED', `${file.name} was never uploaded`);
      }
      if (file.status === MediaStatus.INVALID) return failed('INVALID_CONTENT', `${file.name}: ${file.problem}`);
      const rule = file.type === MediaType.IMAGE ? rules?.media.image : undefined;
      media.push(rule ? await convertedImage(needs, file, rule, folder) : await original(needs, file, folder));
    } catch (error) {
      if (error instanceof MediaRefused) return failed('INVALID_CONTENT', `${listed.name}: ${error.message}`);
      return failed('MEDIA_UNAVAILABLE', `${listed.name} could not be read from storage`);
    }
  }
  return { kind: 'ready', media };
}

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

async function convertedImage(needs: Needs, file: Media, rule: ImageRule, folder: string): Promise<PartMedia> {
  const { db, storage } = needs;
  const { conversion: wish, maxBytes } = rule;
  const ruleId = createHash('sha256')
    .update(JSON.stringify([wish, maxBytes, file.metadata.size]))
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

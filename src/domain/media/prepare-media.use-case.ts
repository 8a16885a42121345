import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { DAY_SECONDS } from '../../foundation/time/durations.js';
import { focusIn } from '../../platforms/port/area.js';
import type { Failure, FailureCode } from '../../platforms/port/failure.js';
import { type Framing, framingFor } from '../../platforms/port/framing.js';
import type { PartMedia } from '../../platforms/port/platform.js';
import { type ImageRules, rulesFor } from '../../platforms/port/rules.js';
import type { ObjectStorage } from '../../storage/storage.js';
import { MediaType } from '../posts/state/media-type.js';
import type { ConvertImage } from './convert.js';
import type { Frame } from './converted-image.js';
import { withFileSource } from './file-source.io.js';
import { cropped } from './image-bounds.js';
import { isBeingFetched, type Media, mediaIdOf, missingFile } from './media.js';
import { findConversion, type MediaConversion, mediaOfGroups, saveConversion } from './media.repository.js';
import { MediaRefused } from './media-refused.js';
import type { ReadMedia } from './read-media.use-case.js';
import { type MediaTarget, refuseFiles } from './refuse-files.js';
import type { FilesInUse, SharedFile, SharedFiles, ShareFile } from './shared-files.io.js';

/** Platforms fetch what they were given an address of within minutes; a video that they queue may take hours. */
const DOWNLOAD_SECONDS = DAY_SECONDS;

export type Prepared =
  | { kind: 'ready'; media: PartMedia[] }
  /** A file is still being fetched from its address; `reason` is for people. */
  | { kind: 'awaited'; reason: string }
  | { kind: 'failed'; failure: Failure };

/** Prepares a group's files as a platform takes them; they exist as long as `files` are in use. */
export type PrepareMedia = (
  group: { userId: string; groupId: string },
  target: MediaTarget,
  files: FilesInUse,
) => Promise<Prepared>;

interface Needs {
  db: Db;
  storage: ObjectStorage;
  readMedia: ReadMedia;
  convertImage: ConvertImage;
  files: SharedFiles;
}

/**
 * Fetches a group's files from storage, in their order, and converts its images by the platform's rule: once per file,
 * framing and rule, for all posts, retries and workers. The targets of a post share what is fetched, so that a worker reads a
 * file once for all of them. Files that the platform does not accept fail the post before any is
 * fetched, in the words of validation. The post waits for a file that is being fetched from its address. A file that was
 * not uploaded fails it, which would go out without it otherwise: MEDIA_NOT_UPLOADED where the service never saw the file, MEDIA_UNAVAILABLE where it did and has it no more.
 */
export const makePrepareMedia =
  (needs: Needs): PrepareMedia =>
  (group, target, { share }) =>
    prepare(needs, group, target, share);

async function prepare(
  needs: Needs,
  { userId, groupId }: { userId: string; groupId: string },
  target: MediaTarget,
  share: ShareFile,
): Promise<Prepared> {
  const files: Media[] = [];
  for (const { id, name } of await mediaOfGroups(needs.db, userId, [groupId])) {
    const file = await needs.readMedia(id).catch(() => null);
    if (file === null) return unreadable(name);
    if (file) files.push(file);
  }
  const awaited = files.find(isBeingFetched);
  if (awaited) return { kind: 'awaited', reason: `${awaited.name} is being fetched` };
  for (const file of files) {
    const missing = missingFile(file);
    if (missing) return failed(missing.code, missing.message);
  }
  const failure = refuseFiles(target, files);
  if (failure) return { kind: 'failed', failure };
  const rules = rulesFor(target.rules, target.settings);
  const media: PartMedia[] = [];
  for (const file of files) {
    const rule = file.type === MediaType.IMAGE ? rules.media.image : null;
    const framing = framingFor(file.framings, target.platform);
    try {
      media.push(
        rule ? await convertedImage(needs, file, { rule, framing }, share) : await original(needs, file, share),
      );
    } catch (error) {
      if (error instanceof MediaRefused) return failed('INVALID_CONTENT', `${file.name}: ${error.message}`);
      return unreadable(file.name);
    }
  }
  return { kind: 'ready', media };
}

const unreadable = (name: string): Prepared => failed('MEDIA_UNAVAILABLE', `${name} could not be read from storage`);

const failed = (code: FailureCode, message: string): Prepared => ({
  kind: 'failed',
  failure: { code, message, outcome: 'rejected', platformError: null },
});

async function original({ storage }: Needs, file: Media, share: ShareFile): Promise<PartMedia> {
  const { size, width, height, duration } = file.metadata;
  return {
    kind: file.type,
    name: file.name,
    mimeType: file.mimeType,
    path: await originalPath(storage, file, share),
    bytes: size ?? 0,
    width,
    height,
    durationSeconds: duration,
    altText: file.altText,
    url: await storage.signDownload(file.fileName, DOWNLOAD_SECONDS),
  };
}

/** With the size in its key: another file may be uploaded to the same address. */
async function originalPath(storage: ObjectStorage, file: Media, share: ShareFile): Promise<string> {
  const { fileName, metadata } = file;
  const bytes = metadata.size ?? 0;
  const { path: at } = await share(`${fileName} ${bytes}`, async (folder) => ({
    path: await fetchObject(storage, fileName, folder),
    bytes,
  }));
  return at;
}

interface SharedConversion extends SharedFile {
  /** Null: the file needs none. */
  conversion: MediaConversion | null;
}

/** An image for a platform, as its author framed it. */
interface Framed {
  rule: ImageRules;
  framing: Framing | null;
}

/** Where the focus of an image is in what the platform receives of it. */
function focusOf({ metadata: { width, height } }: Media, { rule, framing }: Framed): Pick<PartMedia, 'focus'> {
  if (!framing?.focus || width === null || height === null) return {};
  const size = { width, height };
  return { focus: focusIn(size, cropped(size, rule.aspectRatio, framing), framing.focus) };
}

async function convertedImage(needs: Needs, file: Media, framed: Framed, share: ShareFile): Promise<PartMedia> {
  const { rule, framing } = framed;
  // A focus changes an image only if it may be cut.
  const frame = { crop: framing?.crop ?? null, focus: (rule.aspectRatio && framing?.focus) ?? null };
  const isFramed = frame.crop !== null || frame.focus !== null;
  const ruleId = createHash('sha256')
    .update(JSON.stringify([rule, file.metadata.size, ...(isFramed ? [frame] : [])]))
    .digest('hex');
  const made = await share(`${file.id} ${ruleId}`, (folder) =>
    findOrConvert(needs, file, { rule, frame, ruleId }, folder),
  );
  const part = made.conversion
    ? await toPart(needs.storage, file, made.conversion, made.path)
    : await original(needs, file, share);
  return { ...part, ...focusOf(file, framed) };
}

async function findOrConvert(
  { db, storage, files, convertImage }: Needs,
  file: Media,
  { rule, frame, ruleId }: { rule: ImageRules; frame: Frame; ruleId: string },
  folder: string,
): Promise<SharedConversion> {
  const known = await findConversion(db, file.id, ruleId);
  if (known) return { conversion: known, path: await fetchObject(storage, known.fileName, folder), bytes: known.size };
  using originals = files.use();
  const made = await withFileSource(await originalPath(storage, file, originals.share), (source) =>
    convertImage({ ...source, userId: file.userId }, rule, folder, frame),
  );
  if (!made) return { conversion: null, path: '', bytes: 0 };
  const { mimeType, bytes: size, width, height } = made;
  const conversion: MediaConversion = {
    mediaId: file.id,
    rule: ruleId,
    fileName: conversionKey(file, ruleId),
    mimeType,
    size,
    width,
    height,
  };
  await storage.put(conversion.fileName, createReadStream(made.path), { contentType: mimeType });
  await saveConversion(db, conversion);
  return { conversion, path: made.path, bytes: size };
}

/** Beside the object; the conversions of a file are removed with it, those of others that share the object are not. */
const conversionKey = ({ id, fileName }: Media, ruleId: string): string => {
  const folder = fileName.slice(0, fileName.lastIndexOf('/'));
  const name = `converted-${ruleId.slice(0, 16)}`;
  return mediaIdOf(fileName) === id ? `${folder}/${name}` : `${folder}/${id}-${name}`;
};

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

async function fetchObject(storage: ObjectStorage, key: string, folder: string): Promise<string> {
  const object = await storage.get(key);
  if (!object) throw new Error(`The object ${key} is not there`);
  const to = path.join(folder, 'object');
  await pipeline(object.body, createWriteStream(to, { flags: 'wx' }));
  return to;
}

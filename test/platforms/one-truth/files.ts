/** Files around the limits of platforms, made and inspected once each. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { makeConvertImage } from '../../../src/domain/media/convert.js';
import { convertImage } from '../../../src/domain/media/convert-image.io.js';
import type { RunInMediaProcess } from '../../../src/domain/media/media-processes.io.js';
import { makeProbe, type Probed } from '../../../src/domain/media/probe.js';
import { probeByMediainfo } from '../../../src/domain/media/probe-by-mediainfo.js';
import { probeBySharp } from '../../../src/domain/media/probe-by-sharp.js';
import type { MediaFacts } from '../../../src/domain/posts/state/media-facts.js';
import type { PartMedia } from '../../../src/platforms/port/platform.js';
import type { ImageFormat, ImageRules, VideoFormat } from '../../../src/platforms/port/rules.js';
import { fixture, plain, sourceOf } from '../../media/support.js';
import { makeVideo } from '../../support/video-file.js';
import { openMediaFiles } from '../media-files.js';

/** A file to generate. `bytes`: its size, if that is more than its content takes. */
export type FileSpec = { bytes: number | null; altText: string | null } & (
  | { kind: 'image'; format: ImageFormat | 'heic'; width: number; height: number; frames: number }
  | { kind: 'video'; format: VideoFormat; seconds: number; frameRate: number }
);

/** A file as it is uploaded: what the service knows of it, and where it is. */
export interface Uploaded {
  facts: MediaFacts;
  /** As sent to a platform that gets it unchanged. */
  original: PartMedia;
}

export interface TruthFiles {
  upload(spec: FileSpec): Promise<Uploaded>;
  /** What a platform gets of an upload. */
  prepare(uploaded: Uploaded, rules: ImageRules | null | undefined): Promise<PartMedia>;
  close(): Promise<void>;
}

/** The tasks of media processes, without the processes. */
const tasks = { probeBySharp, probeByMediainfo, convertImage };
const run: RunInMediaProcess = (task, argument, { read }) =>
  (tasks[task] as (argument: unknown, read: unknown) => ReturnType<RunInMediaProcess>)(argument, read) as never;

const MIME_TYPES: Record<FileSpec['format'], string> = {
  ...{ jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp', bmp: 'image/bmp' },
  ...{ tiff: 'image/tiff', avif: 'image/avif', heic: 'image/heic', mp4: 'video/mp4', mov: 'video/quicktime' },
  ...{ avi: 'video/x-msvideo', mkv: 'video/x-matroska', webm: 'video/webm' },
};

/** More is not written: such files are only compared with the limits. */
export const MAX_WRITTEN = 24 * 2 ** 20;

export async function openTruthFiles(): Promise<TruthFiles> {
  const folder = await mkdtemp(path.join(tmpdir(), 'one-truth-'));
  const files = await openMediaFiles();
  const [probe, convert] = [makeProbe(run), makeConvertImage(run)];
  const [contents, uploads, prepared] = [
    memo<{ content: Buffer; known: Probed }>(),
    memo<Uploaded>(),
    memo<PartMedia>(),
  ];
  const upload: TruthFiles['upload'] = (spec) => {
    const { altText, ...described } = spec;
    return uploads(JSON.stringify(described), () => inspect({ ...spec, altText: null })).then((made) =>
      withAltText(made, altText),
    );
  };
  const inspect = async (spec: FileSpec): Promise<Uploaded> => {
    const { kind, format } = spec;
    const mimeType = MIME_TYPES[format];
    const { content, known } = await contents(JSON.stringify({ ...spec, bytes: null }), async () => {
      const made = await makeContent(spec);
      return { content: made, known: await probe(sourceOf(made), mimeType) };
    });
    const written = await files.file(content, { kind, mimeType, name: `file.${format}` });
    const bytes = Math.max(content.length, spec.bytes ?? 0);
    const file = bytes > content.length && bytes <= MAX_WRITTEN ? await files.padded(written, bytes) : written;
    if (known.kind === 'broken') {
      const metadata = { format: 'unknown', size: bytes, width: null, height: null, frameRate: null, duration: null };
      return { facts: { type: kind, problem: known.reason, metadata }, original: { ...file, bytes } };
    }
    const metadata = { ...known.metadata, size: bytes };
    const { width, height, duration: durationSeconds } = metadata;
    return {
      facts: { type: kind, problem: null, metadata },
      original: { ...file, bytes, width, height, durationSeconds },
    };
  };
  return {
    upload,
    async prepare({ original, facts }, rules) {
      if (original.kind === 'video' || !rules) return original;
      const { altText, path: at } = original;
      const made = await prepared(`${at} ${JSON.stringify(rules)}`, async () => {
        const content = await readFile(at);
        const converted = await convert(sourceOf(content), rules, folder);
        if (!converted) return original;
        const { mimeType, width, height } = converted;
        const name = `file.${mimeType.slice('image/'.length)}`;
        const file = await files.file(await readFile(converted.path), { kind: 'image', mimeType, name });
        return { ...file, width, height };
      });
      return { ...made, altText: facts.altText ?? altText };
    },
    async close() {
      await files.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const withAltText = ({ facts, original }: Uploaded, altText: string | null): Uploaded => ({
  facts: { ...facts, altText },
  original: { ...original, altText },
});

function memo<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (key, make) => {
    const known = made.get(key) ?? make();
    made.set(key, known);
    return known;
  };
}

/** Of Matroska's `Duration`: its id, and how long the number is. */
const DURATION = Buffer.from([0x44, 0x89, 0x88]);

/** Only an MP4 or a MOV has the frame rate; an AVI has the length of its frames, which are those of the fixture. */
function makeClip(format: VideoFormat, seconds: number, frameRate: number): Buffer {
  const brand = format === 'mov' ? 'qt  ' : 'isom';
  if (format === 'mp4' || format === 'mov') return makeVideo({ seconds, frameRate, brand });
  const clip = fixture(`clip.${format}`);
  const at = clip.indexOf(DURATION);
  if (at > 0) clip.writeDoubleBE(seconds * 1000, at + DURATION.length);
  return clip;
}

async function makeContent(spec: FileSpec): Promise<Buffer> {
  if (spec.kind === 'video') return makeClip(spec.format, spec.seconds, spec.frameRate);
  const { format, width, height } = spec;
  if (format === 'heic') return Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
  if (format === 'bmp') return makeBmp(width, height);
  const image = await drawing(width, height, spec.frames);
  if (format === 'png') return image.png({ compressionLevel: 1 }).toBuffer();
  if (format === 'avif') return image.avif({ effort: 0 }).toBuffer();
  if (format === 'webp') return image.webp({ effort: 0 }).toBuffer();
  return image.toFormat(format).toBuffer();
}

async function drawing(width: number, height: number, frames: number): Promise<Sharp> {
  if (frames === 1) return plain(width, height, 'teal');
  const drawn = ['teal', 'red', 'blue'].slice(0, frames).map((color) => plain(width, height, color).png().toBuffer());
  return sharp(await Promise.all(drawn), { join: { animated: true } });
}

/** 24 bits a pixel, without compression. */
function makeBmp(width: number, height: number): Buffer {
  const [header, row] = [54, Math.ceil((width * 24) / 32) * 4];
  const file = Buffer.alloc(header + row * height, 0x80);
  file.fill(0, 0, header);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(header, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  return file;
}

/** The dimensions of a prepared image as they are in the file. */
export const dimensionsOf = async ({ path: at, mimeType }: PartMedia): Promise<{ width: number; height: number }> => {
  if (mimeType === 'image/bmp') {
    const file = await readFile(at);
    return { width: file.readInt32LE(18), height: file.readInt32LE(22) };
  }
  const { width, height } = await sharp(at).metadata();
  return { width, height };
};

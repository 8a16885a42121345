import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request, RequestHandler } from 'express';
import { Excerpt } from './excerpt.js';
import { describeFile, type FileKind, unknownFile } from './file-kind.js';
import { PictureBytes } from './recent-pictures.js';
import type { SandboxMedia } from './types.js';

/**
 * A file that came with a request. Its bytes are gone, except for those of the latest pictures: they are hashed as they
 * come, so memory stays flat.
 */
export interface ReceivedFile extends FileKind {
  field: string;
  fileName: string;
  /** What the client called it; `mimeType` is what it is. */
  contentType: string;
  bytes: number;
  sha256: string;
  /** Only of a piece of a file, for the file that it belongs to. */
  content?: Buffer;
}

type About = Pick<ReceivedFile, 'field' | 'fileName' | 'contentType'>;

const received = new WeakMap<Request, ReceivedFile[]>();

/** The files of a request that the middleware below has read; undefined for another. */
export const filesOf = (req: Request): ReceivedFile[] | undefined => received.get(req);

/** Reads a file to its end; `isPiece`: its content is kept, and what it is says nothing. */
export async function readFile(stream: Readable, about: About, isPiece = false): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  const excerpt = new Excerpt();
  const content: Buffer[] = [];
  const picture = new PictureBytes();
  // The box of an MP4 without which nothing can be played may be anywhere, and across two chunks.
  let hasMovie = false;
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (isPiece) content.push(chunk);
    else picture.add(chunk);
    excerpt.add(chunk);
    hasMovie ||= chunk.includes('moov') || Buffer.concat([tail, chunk.subarray(0, 3)]).includes('moov');
    tail = chunk.subarray(-3);
  }
  const kind = isPiece ? unknownFile : await describeFile(excerpt, hasMovie);
  const kept = isPiece ? { content: Buffer.concat(content) } : {};
  const sha256 = hash.digest('hex');
  if (kind.mimeType?.startsWith('image/')) picture.keep(sha256);
  return { ...about, ...kind, bytes: excerpt.bytes, sha256, ...kept };
}

/** A file that comes in pieces, one request each. */
export class PiecedFile {
  private readonly stream = new PassThrough();
  private readonly whole: Promise<ReceivedFile>;
  /** How much of it has come. */
  bytes = 0;

  constructor(about: About) {
    this.whole = readFile(this.stream, about);
  }

  async add({ content = Buffer.alloc(0) }: ReceivedFile): Promise<void> {
    this.bytes += content.length;
    if (!this.stream.write(content)) await once(this.stream, 'drain');
  }

  /** The file that its pieces are. */
  end(): Promise<ReceivedFile> {
    this.stream.end();
    return this.whole;
  }
}

async function readForm(
  req: Request,
  isPiece: boolean,
): Promise<{ fields: Record<string, string>; files: ReceivedFile[] }> {
  const parser = busboy({ headers: req.headers, defParamCharset: 'utf8' });
  const fields: Record<string, string> = {};
  const files: Promise<ReceivedFile>[] = [];
  parser.on('field', (name, value) => {
    fields[name] = value;
  });
  parser.on('file', (field, stream, { filename: fileName = '', mimeType: contentType }) => {
    const file = readFile(stream, { field, fileName, contentType }, isPiece);
    // A form that is interrupted is reported once, below.
    file.catch(() => undefined);
    files.push(file);
  });
  await new Promise<void>((resolve, reject) => {
    parser.once('close', resolve);
    parser.once('error', reject);
    req.once('close', () => {
      if (!req.complete) parser.destroy(new Error('the request broke off'));
    });
    req.pipe(parser);
  });
  return { fields, files: await Promise.all(files) };
}

/** Turned into the platform's own error for an unreadable body by its error handler. */
const unreadable = (status: number) => Object.assign(new Error('unreadable body'), { status });

/**
 * Reads forms with files, or with pieces of them: the fields become the body. One with a file over the limit is refused
 * with 413.
 */
export function receiveForms(maxFileBytes: number, { isPiece = false } = {}): RequestHandler {
  return async (req, _res, next) => {
    if (!req.is('multipart/form-data')) return next();
    const form = await readForm(req, isPiece).catch(() => null);
    if (!form) {
      req.unpipe();
      req.resume();
      return next(unreadable(400));
    }
    if (form.files.some(({ bytes }) => bytes > maxFileBytes)) return next(unreadable(413));
    req.body = form.fields;
    received.set(req, form.files);
    next();
  };
}

/** Reads a body that is a file, or a piece of one. */
export function receiveFile(maxBytes: number, { isPiece = false } = {}): RequestHandler {
  return async (req, _res, next) => {
    const contentType = req.get('content-type')?.split(';')[0]?.trim() ?? '';
    const file = await readFile(req, { field: '', fileName: '', contentType }, isPiece).catch(() => null);
    if (!file) return next(unreadable(400));
    if (file.bytes > maxBytes) return next(unreadable(413));
    received.set(req, [file]);
    next();
  };
}

/** What is kept of a file with the post that it belongs to. */
export const asMedia = ({ mimeType, contentType, bytes, sha256, width, height }: ReceivedFile): SandboxMedia => ({
  mimeType: mimeType ?? contentType,
  bytes,
  sha256,
  width,
  height,
});

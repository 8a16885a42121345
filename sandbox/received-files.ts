import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request, RequestHandler } from 'express';
import { describeFile, type FileKind } from './file-kind.js';

/** A file that came with a request. Its bytes are gone: they are hashed as they come, so memory stays flat. */
export interface ReceivedFile extends FileKind {
  field: string;
  fileName: string;
  /** What the client called it; `mimeType` is what it is. */
  contentType: string;
  bytes: number;
  sha256: string;
}

const received = new WeakMap<Request, ReceivedFile[]>();

/** The files of a request that the middleware below has read; undefined for another. */
export const filesOf = (req: Request): ReceivedFile[] | undefined => received.get(req);

/** As much of a file's beginning as is needed to see what it is. */
const headBytes = 1024 * 1024;

/** Reads a file to its end. */
export async function readFile(
  stream: Readable,
  about: Pick<ReceivedFile, 'field' | 'fileName' | 'contentType'>,
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let bytes = 0;
  // The box of an MP4 without which nothing can be played may be anywhere, and across two chunks.
  let hasMovie = false;
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (bytes < headBytes) head.push(chunk.subarray(0, headBytes - bytes));
    hasMovie ||= chunk.includes('moov') || Buffer.concat([tail, chunk.subarray(0, 3)]).includes('moov');
    tail = chunk.subarray(-3);
    bytes += chunk.length;
  }
  return { ...about, ...(await describeFile(Buffer.concat(head), hasMovie)), bytes, sha256: hash.digest('hex') };
}

async function readForm(req: Request): Promise<{ fields: Record<string, string>; files: ReceivedFile[] }> {
  const parser = busboy({ headers: req.headers, defParamCharset: 'utf8' });
  const fields: Record<string, string> = {};
  const files: Promise<ReceivedFile>[] = [];
  parser.on('field', (name, value) => {
    fields[name] = value;
  });
  parser.on('file', (field, stream, { filename: fileName = '', mimeType: contentType }) => {
    const file = readFile(stream, { field, fileName, contentType });
    // A form that breaks off is told of once, below.
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

/** What the platform's error handler makes its "unreadable body" of. */
const unreadable = (status: number) => Object.assign(new Error('unreadable body'), { status });

/** Reads forms with files: the fields become the body. One with a file over the limit is refused with 413. */
export function receiveForms(maxFileBytes: number): RequestHandler {
  return async (req, _res, next) => {
    if (!req.is('multipart/form-data')) return next();
    const form = await readForm(req).catch(() => null);
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

/** Reads a body that is a file. */
export function receiveFile(maxBytes: number): RequestHandler {
  return async (req, _res, next) => {
    const contentType = req.get('content-type')?.split(';')[0]?.trim() ?? '';
    const file = await readFile(req, { field: '', fileName: '', contentType }).catch(() => null);
    if (!file) return next(unreadable(400));
    if (file.bytes > maxBytes) return next(unreadable(413));
    received.set(req, [file]);
    next();
  };
}

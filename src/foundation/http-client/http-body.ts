/**
 * What a request carries: JSON, a form, a file or a piece of one as it is, or a form with files. Files are streamed:
 * memory stays flat.
 */
import { createReadStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { FormData } from 'undici';

/** A file of this machine that is to be sent. */
export interface HttpFile {
  path: string;
  mimeType: string;
  /** What a form calls it. */
  name: string;
  /** The piece of it that is sent: from the byte `start` to the one before `end`. Default: all of it. */
  slice?: { start: number; end: number };
}

/** At most one of them. */
export interface HttpContent {
  /** Sent with its content type. */
  json?: unknown;
  /** JSON that was written already, sent to the byte as it is. */
  jsonText?: string;
  /** Sent as application/x-www-form-urlencoded; a field with several values is there several times. */
  urlencoded?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as it is, with its content type and length. */
  file?: HttpFile;
  /** Sent as multipart/form-data: texts and files by the names of their fields. */
  form?: { fields: Readonly<Record<string, string>>; files: Readonly<Record<string, HttpFile>> };
}

/** The slowest connection on which an upload is waited for, in bytes a second. */
const UPLOAD_FLOOR = 50_000;

/** How much longer than another request one may take that uploads so many bytes. */
export const uploadMs = (bytes: number): number => Math.ceil((bytes / UPLOAD_FLOOR) * 1000);

/** Opens what a request carries; `bytes` are those of its files. Rejects when a file cannot be opened. */
export async function openBody({ json, jsonText, urlencoded, file, form }: HttpContent): Promise<{
  body: string | Readable | FormData | null;
  headers: Record<string, string>;
  bytes: number;
}> {
  if (file) {
    const { start, end } = file.slice ?? { start: 0, end: (await stat(file.path)).size };
    const bytes = end - start;
    const headers = { 'content-type': file.mimeType, 'content-length': String(bytes) };
    // A stream's last byte counts as part of it, so there is none for an empty piece.
    const body = bytes === 0 ? '' : createReadStream(file.path, { start, end: end - 1 });
    return { body, headers, bytes };
  }
  if (form) {
    const body = new FormData();
    let bytes = 0;
    for (const [field, text] of Object.entries(form.fields)) body.append(field, text);
    for (const [field, { path, mimeType, name, slice }] of Object.entries(form.files)) {
      const whole = await openAsBlob(path, { type: mimeType });
      const blob = slice ? whole.slice(slice.start, slice.end, mimeType) : whole;
      body.append(field, blob, name);
      bytes += blob.size;
    }
    return { body, headers: {}, bytes };
  }
  if (urlencoded) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const pairs = Object.entries(urlencoded).flatMap(([field, values]) =>
      [values].flat().map((value) => [field, value]),
    );
    return { body: new URLSearchParams(pairs).toString(), headers, bytes: 0 };
  }
  const body = json === undefined ? jsonText : JSON.stringify(json);
  if (body === undefined) return { body: null, headers: {}, bytes: 0 };
  return { body, headers: { 'content-type': 'application/json' }, bytes: 0 };
}

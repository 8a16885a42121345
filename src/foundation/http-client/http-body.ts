/**
 * A request body: JSON, a form, a file or a byte range of one, or a multipart form. Files are streamed, so memory use
 * stays constant.
 */
import { createReadStream, openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { FormData } from 'undici';

/** A local file to send. */
export interface HttpFile {
  path: string;
  mimeType: string;
  /** File name in a form. */
  name: string;
  /** The byte range to send: from `start` up to but excluding `end`. Default: the whole file. */
  slice?: { start: number; end: number };
}

/** At most one of them. */
export interface HttpContent {
  /** Sent as application/json, unless a header says otherwise. */
  json?: unknown;
  /** Serialized JSON, sent byte for byte. */
  jsonText?: string;
  /** Sent byte for byte. A header says what it is. */
  binary?: Uint8Array;
  /** Sent as application/x-www-form-urlencoded; a field with several values is there several times. */
  urlencoded?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as it is, with its content type and length. */
  file?: HttpFile;
  /** Sent as multipart/form-data: texts and files by the names of their fields. */
  form?: { fields: Readonly<Record<string, string>>; files: Readonly<Record<string, HttpFile>> };
}

/** The minimum upload speed that is waited for, in bytes per second. */
const UPLOAD_FLOOR = 50_000;

/** Additional time for a request that uploads so many bytes. */
export const uploadMs = (bytes: number): number => Math.ceil((bytes / UPLOAD_FLOOR) * 1000);

/** Opens a request body; `bytes` is the size of its files. Rejects when a file cannot be opened. */
export async function openBody({ json, jsonText, binary, urlencoded, file, form }: HttpContent): Promise<{
  body: string | Uint8Array | Readable | FormData | null;
  headers: Record<string, string>;
  bytes: number;
}> {
  if (file) {
    const { start, end } = file.slice ?? { start: 0, end: (await stat(file.path)).size };
    const bytes = end - start;
    const headers = { 'content-type': file.mimeType, 'content-length': String(bytes) };
    // The end of a stream range is inclusive, so an empty range needs no stream.
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
  if (binary) return { body: binary, headers: {}, bytes: 0 };
  const body = json === undefined ? jsonText : JSON.stringify(json);
  if (body === undefined) return { body: null, headers: {}, bytes: 0 };
  return { body, headers: { 'content-type': 'application/json' }, bytes: 0 };
}

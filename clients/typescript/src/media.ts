/** Files of posts and of the media library. */
import {
  type Exchange,
  type HttpAnswer,
  isTemporary,
  requestIdOf,
  retryAfterIn,
  type SendOptions,
  send,
} from './http.js';
import {
  CompleteUpload,
  CreateUpload,
  type CreateUploadInput,
  DeleteMedia,
  KeepUpload,
  ListMedia,
  type Media,
  type MediaStatus,
  type MediaType,
} from './operations.js';
import type { Endpoint } from './options.js';
import { PublishingError } from './publishing-error.js';
import { runOnce, runOperation, sendOperation } from './run-operation.js';

/** The progress of an upload. */
export interface UploadProgress {
  /** Name of the file. */
  name: string;
  /** Bytes handed to the network. */
  sentBytes: number;
  totalBytes: number;
}

/** A file to upload: at most 512 MB. */
export interface UploadFile {
  /** Its bytes: a `File` of a page, or in Node `await openAsBlob(path)`. */
  data: Blob;
  /** Its name; by default that of a `File`. Characters other than letters, digits, `_`, `.` and `-` are removed. */
  name?: string | undefined;
  /** Its content type, a hint; by default that of `data`, or the one that belongs to the file name extension. */
  contentType?: string | undefined;
}

export interface UploadOptions {
  /** Ends the upload with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * Called as bytes are sent, and at the end. In pages it reports the bytes that the browser has sent; in Node and
   * Deno, those read from the file. Bun, service workers and a custom `fetch` report only the end.
   */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

export interface MediaApi {
  /**
   * Adds a file to a draft or a scheduled post, after those that it has, or without a post to the media library, and waits
   * until it was inspected. Fails with
   * MEDIA_INVALID if it cannot be published; with UPLOAD_REJECTED if the storage does not take it; and as `createUpload`.
   * A file whose upload fails, or is ended by the signal, is removed.
   */
  upload(file: UploadFile | File, options?: UploadOptions & { postGroupId?: string | undefined }): Promise<Media>;
  /** The first 100 files of a post, in the order of publishing; none if you have no such post. */
  list(postGroupId: string, options?: { signal?: AbortSignal | undefined }): Promise<Media[]>;
  /** Removes a file from a post whose publishing has not begun. Errors: as `deleteMedia`. */
  delete(mediaId: string, options?: { signal?: AbortSignal | undefined }): Promise<void>;
}

/** The address of an upload is valid for this time. */
const UPLOAD_TIMEOUT_MS = 3_600_000;

/** How long to try to remove a file that was not uploaded. The service removes it when its address has expired. */
const DISCARD_TIMEOUT_MS = 5_000;

/** The service reads the type from the bytes of the file. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** How often progress is reported. */
const CHUNK_BYTES = 256 * 1024;

const PENDING: MediaStatus = 'PENDING_UPLOAD';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  avif: 'image/avif',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
};

export const makeMedia = (endpoint: Endpoint): MediaApi => ({
  upload: (file, options) => upload(endpoint, file, options),
  list: (postGroupId, { signal } = {}) => listMedia(endpoint, postGroupId, signal),
  async delete(mediaId, { signal } = {}) {
    await remove(endpoint, mediaId, signal);
  },
});

export async function upload(
  endpoint: Endpoint,
  given: UploadFile | File,
  { postGroupId, signal, onProgress }: UploadOptions & { postGroupId?: string | undefined } = {},
): Promise<Media> {
  const { data, fileName, contentType, type } = describe(given);
  const total = { name: fileName, totalBytes: data.size };
  const report = (sentBytes: number) => onProgress?.({ ...total, sentBytes: Math.min(sentBytes, data.size) });
  const input = { postGroupId, fileName, contentType, type };
  const { uploadUrl, mediaId } = await begin(endpoint, input, signal);
  try {
    await put(endpoint, new URL(uploadUrl, endpoint.baseUrl).href, { data, contentType, report }, { signal });
    report(data.size);
    const variables = { input: { mediaId } };
    const { completeUpload } = await runOperation(endpoint, CompleteUpload, variables, { signal, isRepeatable: true });
    const media = completeUpload?.media;
    if (media?.status === 'READY') {
      if (!postGroupId) await runOperation(endpoint, KeepUpload, variables, { signal, isRepeatable: true });
      return media;
    }
    throw new PublishingError(`${fileName}: ${media?.problem ?? 'It did not arrive.'}`, { code: 'MEDIA_INVALID' });
  } catch (error) {
    await discard(endpoint, mediaId);
    throw error;
  }
}

/** Calls `createUpload`. An abort does not wait for it: the file of an address that arrives later is removed. */
async function begin(endpoint: Endpoint, input: CreateUploadInput, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  const creating = createUpload(endpoint, input);
  if (!signal) return creating;
  return new Promise<Awaited<typeof creating>>((resolve, reject) => {
    const end = () => {
      reject(signal.reason);
      creating.then(({ mediaId }) => discard(endpoint, mediaId)).catch(() => undefined);
    };
    signal.addEventListener('abort', end, { once: true });
    creating.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
  });
}

/** A file that has not arrived would keep its post from being scheduled. */
async function discard(endpoint: Endpoint, mediaId: string): Promise<void> {
  await remove(endpoint, mediaId, AbortSignal.timeout(DISCARD_TIMEOUT_MS)).catch(() => undefined);
}

/** The name, type and bytes of a file. TypeError: it is not a file, or has no name. */
export function describe(given: UploadFile | File) {
  const { data, name, contentType: said } = given instanceof Blob ? { data: given, name: given.name } : given;
  if (!(data instanceof Blob)) throw new TypeError('The data of a file must be a Blob, such as new Blob([bytes]).');
  const fileName = name ?? (data as Partial<File>).name;
  if (!fileName) throw new TypeError('A file needs a name.');
  const ending = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const contentType = said || data.type || CONTENT_TYPES[ending] || UNKNOWN_TYPE;
  const type: MediaType = contentType.startsWith('video/') ? 'VIDEO' : 'IMAGE';
  return { data, fileName, contentType, type };
}

/** A lost response leaves a file that never arrives, with which its post would fail. */
async function createUpload(
  endpoint: Endpoint,
  input: CreateUploadInput,
): Promise<{ uploadUrl: string; mediaId: string }> {
  const options = { isRepeatable: true };
  const { data, error, isRepeat } = await sendOperation(endpoint, CreateUpload, { input }, options);
  if (error) throw error;
  if (!data?.createUpload) throw new PublishingError('No address was issued.', { code: 'UNEXPECTED_RESPONSE' });
  const { uploadUrl, media } = data.createUpload;
  if (isRepeat && input.postGroupId) {
    const files = await listMedia(endpoint, input.postGroupId);
    const left = files.filter(({ id, name, status }) => id !== media.id && name === media.name && status === PENDING);
    for (const { id } of left) await remove(endpoint, id);
  }
  return { uploadUrl, mediaId: media.id };
}

async function listMedia(endpoint: Endpoint, postGroupId: string, signal?: AbortSignal): Promise<Media[]> {
  const { postGroup } = await runOperation(endpoint, ListMedia, { postGroupId }, { signal, isRepeatable: true });
  return postGroup?.media?.edges.map(({ node }) => node) ?? [];
}

const remove = (endpoint: Endpoint, mediaId: string, signal?: AbortSignal) =>
  runOnce(endpoint, DeleteMedia, { input: { mediaId } }, { signal, refusal: 'MEDIA_NOT_FOUND' });

interface Body {
  data: Blob;
  contentType: string;
  report: (sentBytes: number) => void;
}

/** Sends the bytes. The address is signed: the API key is not sent to the storage. */
async function put(endpoint: Endpoint, url: string, body: Body, options: Pick<SendOptions, 'signal'>) {
  const { data, contentType, report } = body;
  const isPage = typeof XMLHttpRequest !== 'undefined' && endpoint.fetch === undefined;
  const answer = await send(
    endpoint,
    {
      url,
      method: 'PUT',
      headers: { 'content-type': contentType },
      body: isPage ? data : new CountedBlob(data, report),
      credentials: 'omit',
    },
    {
      ...options,
      isRepeatable: true,
      timeoutMs: UPLOAD_TIMEOUT_MS,
      // Errors of the bucket itself are temporary.
      retryAfterOf: (given) => retryAfterIn(given) ?? (given.status >= 500 ? 0 : undefined),
      ...(isPage && { exchange: exchangeByXhr(report) }),
    },
  );
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  throw new PublishingError(`The file was refused with status ${status}. ${reasonIn(answer)}`.trim(), {
    code: 'UPLOAD_REJECTED',
    status,
    requestId: requestIdOf(answer),
    retryable: isTemporary(status),
  });
}

/** The reason of the service's own storage; a bucket responds with XML. */
function reasonIn({ text }: HttpAnswer): string {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : '';
  } catch {
    return '';
  }
}

/** Reports how much of it was read. Unlike a stream it has a known size, which storages require. */
class CountedBlob extends Blob {
  readonly #data: Blob;
  readonly #report: (readBytes: number) => void;

  constructor(data: Blob, report: (readBytes: number) => void) {
    super([data], { type: data.type });
    this.#data = data;
    this.#report = report;
  }

  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let read = 0;
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: async (controller) => {
        const chunk = new Uint8Array(await this.#data.slice(read, read + CHUNK_BYTES).arrayBuffer());
        if (chunk.length === 0) return controller.close();
        read += chunk.length;
        controller.enqueue(chunk);
        this.#report(read);
      },
    });
  }
}

/** Sends with XMLHttpRequest, the only request of a page that reports upload progress. */
const exchangeByXhr =
  (report: (sentBytes: number) => void): Exchange =>
  ({ url, method, headers, body }, signal) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open(method, url);
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded }) => report(loaded);
      xhr.onload = () =>
        resolve({ status: xhr.status, header: (name) => xhr.getResponseHeader(name), text: xhr.responseText });
      xhr.onerror = () => reject(new TypeError('the connection failed'));
      xhr.onabort = () => reject(signal.reason);
      signal.addEventListener('abort', () => xhr.abort(), { once: true });
      xhr.send(body);
    });

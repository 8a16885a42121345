/** Brings a file of the draft to its group: sent from here, or fetched by the service. */
import { t } from '@lingui/core/macro';
import type { Client } from 'urql';
import { failureOf } from '../api/failure.js';
import { ATTACH_LIBRARY_FILE, KEEP_IN_LIBRARY } from '../library/library.operations.js';
import { COMPLETE_UPLOAD, CREATE_UPLOAD, CREATE_UPLOAD_FROM_URL } from './compose.operations.js';
import { type DraftFile, metadataOf } from './draft.js';
import { put, removed } from './put.js';
import { readGroup } from './read-group.js';

/** The file as the service has it, or why it has not. */
export type Sent =
  | { media: { id: string } & Pick<DraftFile, 'type' | 'mimeType' | 'correction' | 'url' | 'problem' | 'metadata'> }
  | { failure: string };

interface Sending {
  client: Client;
  postGroupId: string;
  /** It belongs to the group from now on. */
  onCreated: (mediaId: string) => void;
  /** The file is no longer wanted. */
  signal: AbortSignal;
}

/** 0 to 1. */
type OnProgress = (progress: number) => void;

const failed = (result: Parameters<typeof failureOf>[0], otherwise: string): Sent => ({
  failure: failureOf(result)?.message ?? otherwise,
});

export async function sendBytes(
  { client, postGroupId, onCreated, signal }: Sending,
  { name, type }: DraftFile,
  bytes: File,
  onProgress: OnProgress,
): Promise<Sent> {
  const contentType = bytes.type || 'application/octet-stream';
  const input = { postGroupId, type, fileName: name, contentType };
  const created = await client.mutation(CREATE_UPLOAD, { input }).toPromise();
  if (!created.data?.createUpload) return failed(created, t`No address to upload to.`);
  const { uploadUrl, media } = created.data.createUpload;
  onCreated(media.id);
  const failure = await put(uploadUrl, bytes, contentType, onProgress, signal);
  if (failure) return { failure };
  const completed = await client.mutation(COMPLETE_UPLOAD, { input: { mediaId: media.id } }).toPromise();
  if (!completed.data?.completeUpload) return failed(completed, t`It did not arrive.`);
  const sent = completed.data.completeUpload.media;
  return { media: { ...sent, metadata: metadataOf(sent.metadata) } };
}

/** Begins the source of a file of the library; its id follows. */
export const FROM_LIBRARY = 'library:';

/** The post gets a file of the library; one that is kept only with its post is kept in the library first. */
async function attach({ client, postGroupId, onCreated }: Sending, id: string): Promise<Sent> {
  const kept = await client.mutation(KEEP_IN_LIBRARY, { input: { mediaId: id } }).toPromise();
  if (!kept.data?.keepInLibrary) return failed(kept, t`The file could not be added.`);
  const mediaId = kept.data.keepInLibrary.media.id;
  const attached = await client.mutation(ATTACH_LIBRARY_FILE, { input: { mediaId, postGroupId } }).toPromise();
  if (!attached.data?.attachLibraryFile) return failed(attached, t`The file could not be added.`);
  const { media } = attached.data.attachLibraryFile;
  onCreated(media.id);
  return { media: { ...media, metadata: metadataOf(media.metadata) } };
}

/** The service tries for a minute, and takes five for a large file. */
const LONGEST_FETCH_MS = 8 * 60_000;
const BETWEEN_LOOKS_MS = 1_000;

export async function fetchFrom(
  { client, postGroupId, onCreated, signal }: Sending,
  url: string,
  { type }: DraftFile,
): Promise<Sent> {
  if (url.startsWith(FROM_LIBRARY))
    return attach({ client, postGroupId, onCreated, signal }, url.slice(FROM_LIBRARY.length));
  const created = await client.mutation(CREATE_UPLOAD_FROM_URL, { input: { postGroupId, url, type } }).toPromise();
  if (!created.data?.createUploadFromUrl) return failed(created, t`The file could not be added.`);
  const { id } = created.data.createUploadFromUrl.media;
  onCreated(id);
  for (const end = Date.now() + LONGEST_FETCH_MS; Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
    if (signal.aborted) return { failure: removed() };
    const group = await readGroup(client, postGroupId);
    // It is read again when there is a response.
    if (group && 'code' in group) continue;
    const media = group?.media?.edges.map(({ node }) => node).find((file) => file.id === id);
    if (!media) return { failure: removed() };
    if (media.status !== 'PENDING_UPLOAD') return { media: { ...media, metadata: metadataOf(media.metadata) } };
  }
  return { failure: t`The file took too long to fetch.` };
}

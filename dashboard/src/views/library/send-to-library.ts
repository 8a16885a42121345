import { t } from '@lingui/core/macro';
import type { Client } from 'urql';
import { failureOf } from '../../api/failure.js';
import { COMPLETE_UPLOAD, CREATE_UPLOAD } from '../../composer/compose.operations.js';
import { put } from '../../composer/put.js';
import { KEEP_IN_LIBRARY } from '../../library/library.operations.js';

/** Uploads a file to the library. Returns why it failed, or null. */
export async function sendToLibrary(client: Client, file: File): Promise<string | null> {
  const contentType = file.type || 'application/octet-stream';
  const type = contentType.startsWith('video/') ? 'VIDEO' : 'IMAGE';
  const input = { fileName: file.name, contentType, type } as const;
  const created = await client.mutation(CREATE_UPLOAD, { input }).toPromise();
  if (!created.data?.createUpload) return failureOf(created)?.message ?? t`No address to upload to.`;
  const { uploadUrl, media } = created.data.createUpload;
  const kept = await client.mutation(KEEP_IN_LIBRARY, { input: { mediaId: media.id } }).toPromise();
  const refusal = failureOf(kept);
  if (refusal) return refusal.message;
  const failure = await put(uploadUrl, file, contentType, () => undefined, new AbortController().signal);
  if (failure) return failure;
  const completed = await client.mutation(COMPLETE_UPLOAD, { input: { mediaId: media.id } }).toPromise();
  return failureOf(completed)?.message ?? completed.data?.completeUpload?.media.problem ?? null;
}

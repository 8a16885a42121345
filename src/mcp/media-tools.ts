import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { readState } from './read-tools.js';
import { id, postGroupId } from './shapes.js';
import { ADDS, assertConfirmed, CHANGES, confirm, tool } from './tool.js';

/** Characters of base64: with the rest of the message, they fit into a body of 1 MB. */
const MAX_BASE64 = 700_000;

export const uploadMedia = tool({
  name: 'upload_media',
  title: 'Upload an image or a video',
  description:
    'Stores a file that has no public address, for media of create_post: its base64, at most 500 kB; without it, an uploadUrl for a PUT of a larger file with the same Content-Type within an hour. Removed after a day without a post unless keep is true.',
  input: z.strictObject({
    fileName: z.string().min(1).max(200),
    contentType: z
      .string()
      .max(100)
      .regex(/^(image|video)\//),
    base64: z.base64().min(4).max(MAX_BASE64).optional(),
    keep: z.boolean().optional().describe('true: keep it in the library.'),
  }),
  output: z.object({
    mediaId: z.string(),
    status: z.string().describe('PENDING_UPLOAD, READY or INVALID.'),
    problem: z.string().nullable(),
    uploadUrl: z.string().nullable(),
  }),
  annotations: ADDS,
  async call({ base64, keep, ...file }, { run, store }) {
    const { createUpload } = await run(
      graphql(`
        mutation McpCreateUpload($input: CreateUploadInput!) {
          createUpload(input: $input) {
            uploadUrl
            media {
              id
              status
            }
          }
        }
      `),
      { input: { ...file, type: file.contentType.startsWith('image/') ? 'IMAGE' : 'VIDEO' } },
    );
    const { uploadUrl, media: created } = createUpload as NonNullable<typeof createUpload>;
    const { id: mediaId, status } = created;
    if (keep) {
      await run(
        graphql(`
          mutation McpKeepInLibrary($input: KeepInLibraryInput!) {
            keepInLibrary(input: $input) {
              media {
                id
              }
            }
          }
        `),
        { input: { mediaId } },
      );
    }
    if (base64 === undefined) return { mediaId, status, problem: null, uploadUrl };
    await store(mediaId, Buffer.from(base64, 'base64'));
    const { completeUpload } = await run(
      graphql(`
        mutation McpCompleteUpload($input: CompleteUploadInput!) {
          completeUpload(input: $input) {
            media {
              status
              problem
            }
          }
        }
      `),
      { input: { mediaId } },
    );
    const { media } = completeUpload as NonNullable<typeof completeUpload>;
    return { mediaId, ...media, uploadUrl: null };
  },
});

export const attachMedia = tool({
  name: 'attach_media',
  title: 'Attach an image or a video',
  description:
    'Adds a file after those that a post has; the service fetches it from a public URL within five minutes. For a new post, give create_post its media instead.',
  input: z.strictObject({
    postGroupId,
    url: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .describe('A public http or https address.'),
    type: z.enum(['IMAGE', 'VIDEO']),
    confirm,
  }),
  output: z.object({ mediaId: z.string(), status: z.string() }),
  annotations: ADDS,
  async call({ confirm, ...input }, { run }) {
    if (!confirm) {
      const { status } = await readState({ run }, input.postGroupId);
      assertConfirmed(status !== 'SCHEDULED', 'the post is scheduled, and goes public with the file.');
    }
    const { createUploadFromUrl } = await run(
      graphql(`
        mutation McpAttachMedia($input: CreateUploadFromUrlInput!) {
          createUploadFromUrl(input: $input) {
            media {
              id
              status
            }
          }
        }
      `),
      { input },
    );
    const { media } = createUploadFromUrl as NonNullable<typeof createUploadFromUrl>;
    return { mediaId: media.id, status: media.status };
  },
});

export const deleteMedia = tool({
  name: 'delete_media',
  title: 'Remove a file from a post',
  description:
    'Removes a file from a post whose publishing has not begun, such as one that is INVALID. Needs confirm: true.',
  input: z.strictObject({ mediaId: id.describe('mediaId of get_post.'), confirm }),
  output: z.object({ deletedMediaId: z.string() }),
  annotations: CHANGES,
  async call({ mediaId, confirm }, { run }) {
    assertConfirmed(confirm, 'the file is removed from its post. It cannot be undone.');
    const { deleteMedia: deleted } = await run(
      graphql(`
        mutation McpDeleteMedia($input: DeleteMediaInput!) {
          deleteMedia(input: $input) {
            deletedMediaId
          }
        }
      `),
      { input: { mediaId } },
    );
    return deleted as NonNullable<typeof deleted>;
  },
});

import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { readState } from './read-tools.js';
import { id, postGroupId } from './shapes.js';
import { ADDS, assertConfirmed, CHANGES, confirm, tool } from './tool.js';

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

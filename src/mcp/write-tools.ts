import { z } from 'zod';
import { graphql } from '../../rest-compat/graphql.js';
import {
  asTime,
  draft,
  GROUP,
  group,
  id,
  platform,
  platformId,
  postGroupId,
  scheduledTime,
  showGroup,
  time,
} from './shapes.js';
import { ADDS, assertConfirmed, type Call, CHANGES, confirm, READS, tool } from './tool.js';
import { NotFound } from './tool-error.js';

/** Parts of a thread that a preview shows. */
const MAX_PARTS = 25;

const issue = z.object({
  platform: z.string().nullable(),
  platformIds: z.array(z.string()).nullable(),
  code: z.string(),
  field: z.string(),
  message: z.string(),
  suggestions: z.array(z.string()).nullable(),
});
const part = z.object({ text: z.string(), length: z.int(), limit: z.int(), exceedsLimit: z.boolean() });

export const validatePost = tool({
  name: 'validate_post',
  title: 'Validate and preview a post',
  description:
    'Checks a post against the rules of each platform and previews how it is split there, without storing it. Call it before create_post. Where a platform needs a file (MEDIA_REQUIRED, VIDEO_REQUIRED), create a draft, call attach_media, and validate the draft by its postGroupId before you schedule it.',
  input: z.strictObject({
    ...draft,
    content: draft.content
      .optional()
      .describe('The text. Left out: the post postGroupId as it is stored, whatever else is given.'),
    postGroupId: postGroupId.optional().describe('A post whose files count.'),
    platformIds: draft.platformIds.optional(),
    platforms: z.array(platform).min(1).max(20).optional().describe('Platforms, in place of platformIds.'),
  }),
  output: z.object({
    valid: z.boolean().describe('Whether it can be scheduled.'),
    errors: z.array(issue),
    warnings: z.array(issue),
    previews: z.array(
      z.object({
        platform: z.string(),
        platformIds: z.array(z.string()).nullable().describe('Targets with this text of their own; null: the others.'),
        partCount: z.int(),
        parts: z.array(part).describe(`The first ${MAX_PARTS}.`),
      }),
    ),
  }),
  annotations: READS,
  async call({ postGroupId, content, ...targets }, { run }) {
    const post = content === undefined ? null : { content, ...targets };
    const { validatePost: report, previewPost } = await run(
      graphql(`
        query McpValidatePost($input: ValidatePostInput!) {
          validatePost(input: $input) {
            valid
            errors {
              platform
              platformIds
              code
              field
              message
              suggestions
            }
            warnings {
              platform
              platformIds
              code
              field
              message
              suggestions
            }
          }
          previewPost(input: $input) {
            platform
            platformIds
            parts {
              text
              length
              limit
              exceedsLimit
            }
          }
        }
      `),
      { input: { post, postGroupId: postGroupId ?? null } },
    );
    const previews = (previewPost ?? []).map(({ parts, ...preview }) => ({
      ...preview,
      partCount: parts.length,
      parts: parts.slice(0, MAX_PARTS),
    }));
    return { ...(report as NonNullable<typeof report>), previews };
  },
});

export const createPost = tool({
  name: 'create_post',
  title: 'Create, schedule or publish a post',
  description:
    'Creates a post: a draft without scheduledTime, else scheduled or, with "now", published at once. Scheduling needs confirm: true, after the user has agreed to text, targets and time. Pass an idempotencyKey, so that a repeat creates nothing twice.',
  input: z.strictObject({
    ...draft,
    scheduledTime: scheduledTime.optional(),
    idempotencyKey: z.string().min(1).max(255).optional().describe('A new one for each post. Kept for 24 hours.'),
    confirm,
  }),
  output: z.object({
    postGroupId: z.string(),
    replayed: z.boolean().describe('The idempotencyKey had created this post before; nothing was created now.'),
    post: group.nullable().describe('Null only for a replayed post that has been deleted since.'),
  }),
  annotations: ADDS,
  async call({ scheduledTime: when, idempotencyKey, confirm, ...post }, { run }) {
    if (when !== undefined) {
      const at = when === 'now' ? 'at once' : `at ${when}`;
      assertConfirmed(confirm, `the post goes public ${at} on ${post.platformIds.join(', ')}.`);
    }
    const { createPost: created } = await run(
      graphql(
        `
          mutation McpCreatePost($input: CreatePostInput!) {
            createPost(input: $input) {
              postGroupId
              replayed
              postGroup {
                ...McpGroup
              }
            }
          }
        `,
        [GROUP],
      ),
      {
        input: {
          post,
          scheduledTime: when === undefined ? null : asTime(when),
          idempotencyKey: idempotencyKey ?? null,
        },
      },
    );
    const { postGroupId, replayed, postGroup } = created as NonNullable<typeof created>;
    return { postGroupId, replayed, post: postGroup && showGroup(postGroup) };
  },
});

/** Its status, and when it changed last. */
async function readState({ run }: Pick<Call, 'run'>, postGroupId: string) {
  const { postGroup } = await run(
    graphql(`
      query McpPostState($id: ID!) {
        postGroup(id: $id) {
          status
          updatedAt
        }
      }
    `),
    { id: postGroupId },
  );
  if (!postGroup) throw new NotFound('POST_GROUP_NOT_FOUND');
  return postGroup;
}

export const updatePost = tool({
  name: 'update_post',
  title: 'Edit, schedule or reschedule a post',
  description:
    'Changes a post whose publishing has not begun: only what is given, and all of it or nothing. A time schedules or reschedules it; status DRAFT takes it back. What is or becomes scheduled needs confirm: true.',
  input: z.strictObject({
    postGroupId,
    content: draft.content.optional(),
    platformIds: draft.platformIds.optional().describe('All targets from now on.'),
    overrides: draft.overrides.describe('All texts of single targets from now on.'),
    platformSettings: draft.platformSettings.describe('All settings from now on.'),
    scheduledTime: scheduledTime.optional(),
    status: z
      .enum(['DRAFT', 'SCHEDULED'])
      .optional()
      .describe('DRAFT: do not publish it. SCHEDULED without a time: now.'),
    ifUnchangedSince: time
      .optional()
      .describe('updatedAt of the post as you know it; POST_GROUP_CHANGED if it changed.'),
    confirm,
  }),
  output: z.object({ post: group }),
  annotations: CHANGES,
  async call({ confirm, scheduledTime: when, ifUnchangedSince, ...changes }, { run }) {
    let unchangedSince = ifUnchangedSince;
    if (!confirm && changes.status !== 'DRAFT') {
      const { status, updatedAt } = await readState({ run }, changes.postGroupId);
      const goesOut = status === 'SCHEDULED' || when !== undefined || changes.status === 'SCHEDULED';
      assertConfirmed(!goesOut, `the post goes public as it is after the change, ${when ?? 'at its time'}.`);
      // It may be scheduled between the two operations.
      unchangedSince ??= updatedAt;
    }
    const { updatePost: updated } = await run(
      graphql(
        `
          mutation McpUpdatePost($input: UpdatePostInput!) {
            updatePost(input: $input) {
              postGroup {
                ...McpGroup
              }
            }
          }
        `,
        [GROUP],
      ),
      {
        input: {
          ...changes,
          ...(when !== undefined && { scheduledTime: asTime(when) }),
          ...(unchangedSince !== undefined && { ifUnchangedSince: unchangedSince }),
        },
      },
    );
    const { postGroup } = updated as NonNullable<typeof updated>;
    return { post: showGroup(postGroup) };
  },
});

export const attachMedia = tool({
  name: 'attach_media',
  title: 'Attach an image or a video',
  description:
    'Adds a file to a post, which the service fetches from a public URL within five minutes. Call get_post until it is READY, then schedule the post. Create posts with files as drafts first.',
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

export const deletePost = tool({
  name: 'delete_post',
  title: 'Delete a post',
  description:
    'Removes a post from this service, in any status: a scheduled one is not published. What is live on a platform stays there (unpublish_post). Needs confirm: true.',
  input: z.strictObject({ postGroupId, confirm }),
  output: z.object({ deletedPostGroupId: z.string() }),
  annotations: CHANGES,
  async call({ postGroupId, confirm }, { run }) {
    assertConfirmed(confirm, 'the post and its log are removed from the service. It cannot be undone.');
    const { deletePost: deleted } = await run(
      graphql(`
        mutation McpDeletePost($input: DeletePostInput!) {
          deletePost(input: $input) {
            deletedPostGroupId
          }
        }
      `),
      { input: { postGroupId } },
    );
    return deleted as NonNullable<typeof deleted>;
  },
});

export const unpublishPost = tool({
  name: 'unpublish_post',
  title: 'Delete a published post on its platform',
  description:
    'Deletes a published post on its platform, for everyone, with the later parts of its thread. Needs confirm: true.',
  input: z.strictObject({ platformPostId: id.describe('platformPostId of get_post.'), confirm }),
  output: z.object({ platformPostId: z.string(), status: z.string(), laterParts: z.int() }),
  annotations: CHANGES,
  async call({ platformPostId, confirm }, { run }) {
    assertConfirmed(confirm, 'the post is deleted on its platform, for everyone. It cannot be undone.');
    const { unpublishPost: done } = await run(
      graphql(`
        mutation McpUnpublishPost($input: UnpublishPostInput!) {
          unpublishPost(input: $input) {
            platformPost {
              id
              status
            }
            laterParts {
              id
            }
          }
        }
      `),
      { input: { platformPostId } },
    );
    const { platformPost, laterParts } = done as NonNullable<typeof done>;
    return { platformPostId: platformPost.id, status: platformPost.status, laterParts: laterParts.length };
  },
});

export const addComment = tool({
  name: 'add_comment',
  title: 'Comment on a post of the professional network',
  description:
    'Comments on a post on the platform NETWORK, or replies to a comment there, in public. Needs confirm: true.',
  input: z.strictObject({
    platformId: platformId.describe('The NETWORK account that comments.'),
    postedId: z.string().max(300).describe('URN of the post: urn:network:share:…, …ugcPost:… or …activity:….'),
    parentComment: z.string().max(300).optional().describe('URN of the comment that it replies to.'),
    message: z.string().min(1).max(1250),
    confirm,
  }),
  output: z.object({ commentUrn: z.string(), message: z.string() }),
  annotations: ADDS,
  async call({ confirm, ...input }, { run }) {
    assertConfirmed(confirm, `${input.platformId} comments in public on ${input.postedId}.`);
    const { addComment: added } = await run(
      graphql(`
        mutation McpAddComment($input: AddCommentInput!) {
          addComment(input: $input) {
            comment {
              commentUrn
              message
            }
          }
        }
      `),
      { input },
    );
    return (added as NonNullable<typeof added>).comment;
  },
});

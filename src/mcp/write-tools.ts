import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { labelIdsOf, labelNames } from './label-tools.js';
import { readState } from './read-tools.js';
import {
  additions,
  asTime,
  draft,
  GROUP,
  group,
  postGroupId,
  schedule,
  scheduledTime,
  showGroup,
  time,
} from './shapes.js';
import { ADDS, assertConfirmed, CHANGES, confirm, tool } from './tool.js';
import { DraftWithTime } from './tool-error.js';

export const createPost = tool({
  name: 'create_post',
  title: 'Create, schedule or publish a post',
  description:
    'Creates a post: a draft without a time, else scheduled or, with "now", published at once. Scheduling needs confirm: true, after the user has agreed to text, files, targets and time. Publishing waits for files with a url. Pass an idempotencyKey, so that a repeat creates nothing twice.',
  input: z.strictObject({
    ...draft,
    scheduledTime: scheduledTime.optional(),
    schedule: schedule.optional(),
    labels: labelNames.max(20).optional(),
    status: z.enum(['DRAFT', 'SCHEDULED']).optional().describe('SCHEDULED without a time: now.'),
    idempotencyKey: z.string().min(1).max(255).optional().describe('A new one for each post. Kept for 24 hours.'),
    confirm,
  }),
  output: z.object({
    postGroupId: z.string(),
    replayed: z.boolean().describe('The idempotencyKey had created this post before; nothing was created now.'),
    post: group.nullable().describe('Null only for a replayed post that has been deleted since.'),
  }),
  annotations: ADDS,
  async call({ scheduledTime, schedule, labels = [], status, idempotencyKey, confirm, asWritten, ...post }, call) {
    const { run } = call;
    if (status === 'DRAFT' && (scheduledTime !== undefined || schedule !== undefined)) throw new DraftWithTime();
    const when = scheduledTime ?? (status === 'SCHEDULED' && schedule === undefined ? 'now' : undefined);
    const targets = post.platformIds.join(', ');
    if (when !== undefined) {
      const at = when === 'now' ? 'at once' : `at ${when}`;
      assertConfirmed(confirm, `the post goes public ${at} on ${targets}.`);
    } else if (schedule !== undefined) {
      assertConfirmed(confirm, `the post goes public at the next free time of the schedule on ${targets}.`);
    }
    // Before the post exists: a wrong label creates nothing.
    const labelIds = await labelIdsOf(call, labels);
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
          post: { ...post, ...additions(asWritten) },
          scheduledTime: when === undefined ? null : asTime(when),
          schedule: schedule ?? null,
          idempotencyKey: idempotencyKey ?? null,
          ...(labelIds.length > 0 && { labelIds }),
        },
      },
    );
    const { postGroupId, replayed, postGroup } = created as NonNullable<typeof created>;
    return { postGroupId, replayed, post: postGroup && showGroup(postGroup) };
  },
});

export const updatePost = tool({
  name: 'update_post',
  title: 'Edit, schedule or reschedule a post',
  description:
    'Changes a post whose publishing has not begun: only what is given, and all of it or nothing. A time schedules or reschedules it; status DRAFT takes it back. What is or becomes scheduled needs confirm: true.',
  input: z.strictObject({
    postGroupId,
    content: draft.content.optional(),
    platformIds: draft.platformIds.optional().describe('All targets from now on.'),
    overrides: draft.overrides.describe('All texts and first comments of single targets from now on.'),
    platformSettings: draft.platformSettings.describe('All settings from now on.'),
    media: draft.media.describe('All files from now on, in order; the others are removed.'),
    asWritten: draft.asWritten.describe('As of create_post.'),
    scheduledTime: scheduledTime.optional(),
    schedule: schedule.optional(),
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
  async call({ confirm, scheduledTime: when, ifUnchangedSince, asWritten, ...changes }, { run }) {
    let unchangedSince = ifUnchangedSince;
    if (!confirm && changes.status !== 'DRAFT') {
      const { status, updatedAt } = await readState({ run }, changes.postGroupId);
      const isTimed = when !== undefined || changes.schedule !== undefined;
      const goesOut = status === 'SCHEDULED' || isTimed || changes.status === 'SCHEDULED';
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
          ...additions(asWritten),
          ...(when !== undefined && { scheduledTime: asTime(when) }),
          ...(unchangedSince !== undefined && { ifUnchangedSince: unchangedSince }),
        },
      },
    );
    const { postGroup } = updated as NonNullable<typeof updated>;
    return { post: showGroup(postGroup) };
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

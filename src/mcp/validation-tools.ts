import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { additions, draft, platform, postGroupId } from './shapes.js';
import { READS, tool } from './tool.js';

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
    'Checks a post against the rules of each platform and previews how it is split there, without storing it. Call it before create_post. A file with a url is checked fully only once it is fetched, which get_post and the result of publishing report.',
  input: z.strictObject({
    ...draft,
    content: draft.content
      .optional()
      .describe('The text. If omitted, the stored post postGroupId is checked, and other fields are ignored.'),
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
        platformIds: z
          .array(z.string())
          .nullable()
          .describe('Targets that have this text as their own; null: all others.'),
        partCount: z.int(),
        parts: z.array(part).describe(`The first ${MAX_PARTS}.`),
      }),
    ),
  }),
  annotations: READS,
  async call({ postGroupId, content, asWritten, ...targets }, { run }) {
    const post = content === undefined ? null : { content, ...targets, ...additions(asWritten) };
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

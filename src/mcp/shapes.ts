/** What several tools have in common: arguments, results, and the fields of operations that they are made from. */
import { z } from 'zod';
import { graphql, type ResultOf } from '../foundation/graphql/typed-graphql.js';
import { PLATFORM_KEYS } from '../platforms/port/platform.js';

/** Characters of a post that a list shows. */
const EXCERPT = 280;
/** Platform posts that a response has: threads on a hundred targets have thousands. */
const MAX_PLATFORM_POSTS = 100;
/** Targets and overrides of a post, as everywhere. */
const MAX_TARGETS = 100;
const MAX_CONTENT = 100_000;

export const id = z
  .string()
  .regex(/^[0-9a-fA-F]{24}$/, 'Must be 24 hexadecimal characters')
  .describe('24 hexadecimal characters.');
export const postGroupId = id.describe('The post: postGroupId of list_posts.');
export const time = z.iso.datetime({ offset: true });
const upperCase = <Name extends string>(name: Name) => name.toUpperCase() as Uppercase<Name>;
export const platform = z.enum(PLATFORM_KEYS.map(upperCase));
/** Described by the list or the object that has it: each word of a schema costs a model tokens. */
export const target = z.string().min(1).max(200);
export const platformId = target.describe('A connected account: platformId of list_accounts.');
export const cursor = z.string().max(1000).describe('nextCursor of the page before.');
export const pageSize = (size: number) => z.int().min(1).max(50).default(size).describe('Entries of the page.');

/** `now`, or a time with its zone. */
export const scheduledTime = z
  .union([z.literal('now'), time])
  .describe('"now", or ISO 8601 with a zone: 2030-05-01T09:00:00+02:00. A past time is now.');
/** The queue of a posting schedule. */
export const schedule = z.string().max(24).describe('Instead of scheduledTime: NEXT_FREE, or an id of list_schedules.');
/** `now` is always the same past time: a call that is repeated with its idempotencyKey has to be the same request. */
export const asTime = (value: string): string => (value === 'now' ? '2000-01-01T00:00:00.000Z' : value);

const flag = z.boolean().optional();
const platformSettings = z
  .strictObject({
    photogram: z.strictObject({ videoType: z.enum(['REELS', 'STORIES']).optional() }).optional(),
    threadtalk: z
      .strictObject({ replyControl: z.enum(['ACCOUNTS_YOU_FOLLOW', 'EVERYONE', 'MENTIONED_ONLY']).optional() })
      .optional(),
    videohub: z
      .strictObject({
        privacy: z.enum(['PRIVATE', 'PUBLIC', 'UNLISTED']).optional(),
        title: z.string().max(100).optional(),
      })
      .optional(),
    shortvideo: z
      .strictObject({
        viewerSetting: z
          .enum(['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'PUBLIC_TO_EVERYONE', 'SELF_ONLY'])
          .optional(),
        allowComments: flag,
        allowDuet: flag,
        allowStitch: flag,
        commercialContent: flag,
        brandOrganic: flag,
        brandedContent: flag,
      })
      .optional(),
  })
  .describe('Settings by platform; the defaults if left out.');

/** Which part of an image is sent; the API says what is wrong with a number. */
const framing = z.strictObject({
  platform: platform.optional(),
  crop: z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
  focus: z.strictObject({ x: z.number(), y: z.number() }).optional(),
});

/** A file of a post. */
const file = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .optional()
    .describe('Public.'),
  mediaId: id.optional().describe('Instead of url: of upload_media or list_library, or a file that the post has.'),
  altText: z.string().max(10_000).optional(),
  framings: z
    .array(framing)
    .max(PLATFORM_KEYS.length + 1)
    .optional()
    .describe('What of a still image is sent: fractions from its top left; [] removes them.'),
  type: z.enum(['IMAGE', 'VIDEO']).optional().describe('For a url that does not end like a file name.'),
});

/** What is posted where. */
export const draft = {
  content: z.string().min(1).max(MAX_CONTENT).describe('The text, for every target without an override.'),
  platformIds: z.array(target).min(1).max(MAX_TARGETS).describe('Targets: platformId of list_accounts.'),
  overrides: z
    .array(
      z.strictObject({
        platformId: target,
        content: z.string().min(1).max(MAX_CONTENT).optional(),
        firstComment: z.string().max(MAX_CONTENT).optional(),
      }),
    )
    .max(MAX_TARGETS)
    .optional()
    .describe('For single targets: a text in place of the content, and a comment below the published post.'),
  platformSettings: platformSettings.optional(),
  media: z.array(file).max(40).optional().describe('Images and videos, in the order of publishing.'),
  asWritten: flag.describe('true: without the signatures of the accounts and without link parameters.'),
};

/** The input fields of `asWritten`. */
export const additions = (asWritten: boolean | undefined) =>
  asWritten === undefined ? {} : { addSignature: !asWritten, addLinkParameters: !asWritten };

const platformPost = z.object({
  platformPostId: z.string(),
  platformId: z.string(),
  partIndex: z.int().describe('Position in its thread, from 0.'),
  status: z.string().describe('DRAFT, SCHEDULED, PENDING, PROCESSING, PUBLISHED, FAILED or DELETED.'),
  postedId: z.string().nullable().describe('Id on the platform, once it is published.'),
  url: z.string().nullable(),
  dueAt: z.string().nullable(),
  publishedAt: z.string().nullable(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      fault: z.string().describe('Who has to act: ACCOUNT, CONTENT, PLATFORM or SERVICE.'),
      advice: z.string().describe('What to do.'),
      retryable: z.boolean(),
      platformError: z.string().nullable(),
    })
    .nullable()
    .describe('Why it failed.'),
  allowedActions: z.array(z.string()),
  firstComment: z
    .object({
      text: z.string(),
      status: z.string(),
      url: z.string().nullable(),
      error: z.object({ code: z.string(), message: z.string(), advice: z.string() }).nullable(),
    })
    .nullable(),
});

/** A post with what became of it at each target. */
export const group = z.object({
  postGroupId: z.string(),
  content: z.string(),
  status: z.string().describe('DRAFT, SCHEDULED, PUBLISHED, PARTIALLY_PUBLISHED or FAILED.'),
  processingStatus: z.string().describe('PENDING, PROCESSING, or FINISHED once every platform post has ended.'),
  scheduledTime: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  publishedAt: z.string().nullable(),
  allowedActions: z.array(z.string()),
  platformPostCount: z.int(),
  platformPosts: z.array(platformPost).describe(`The first ${MAX_PLATFORM_POSTS}.`),
});

/** A post in a list. */
export const summary = z.object({
  postGroupId: z.string(),
  excerpt: z.string().describe(`The first ${EXCERPT} characters.`),
  status: z.string(),
  scheduledTime: z.string().nullable(),
  updatedAt: z.string(),
  publishedAt: z.string().nullable(),
  labels: z.array(z.string()),
  targets: z.array(z.object({ platformId: z.string(), status: z.string() })).max(MAX_TARGETS),
});

export const GROUP = graphql(`
  fragment McpGroup on PostGroup @_unmask {
    id
    content
    status
    processingStatus
    scheduledTime
    createdAt
    updatedAt
    publishedAt
    allowedActions
    posts {
      id
      platformId
      partIndex
      status
      postedId
      url
      dueAt
      publishedAt
      error {
        code
        message
        fault
        advice
        retryable
        platformError
      }
      allowedActions
      firstComment {
        text
        status
        url
        error {
          code
          message
          advice
        }
      }
    }
  }
`);
type Group = ResultOf<typeof GROUP>;

export function showGroup({ id, posts, ...rest }: Group): z.input<typeof group> {
  return {
    postGroupId: id,
    ...rest,
    platformPostCount: posts.length,
    platformPosts: posts.slice(0, MAX_PLATFORM_POSTS).map(({ id, ...post }) => ({ platformPostId: id, ...post })),
  };
}

export const SUMMARY = graphql(`
  fragment McpSummary on PostGroup @_unmask {
    id
    content
    status
    scheduledTime
    updatedAt
    publishedAt
    labels {
      id
      name
    }
    posts {
      platformId
      partIndex
      status
    }
  }
`);

export function showSummary({
  id,
  content,
  labels,
  posts,
  ...rest
}: ResultOf<typeof SUMMARY>): z.input<typeof summary> {
  const targets = posts.filter(({ partIndex }) => partIndex === 0).slice(0, MAX_TARGETS);
  const names = labels.map(({ name }) => name);
  return { postGroupId: id, excerpt: [...content].slice(0, EXCERPT).join(''), ...rest, labels: names, targets };
}

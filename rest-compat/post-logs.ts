import { z } from 'zod';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { id, isoTime, lowerCase, platformKey, postGroupId, success } from './fields.js';
import { route } from './route.js';

const EVENTS = [
  'scheduled',
  'processing',
  'publish_attempted',
  'publish_succeeded',
  'publish_failed',
  'status_changed',
] as const;

/** The events of the contract, which has none for unpublishing [platform-post/deleted]. */
const eventOf = (name: string) => EVENTS.find((event) => event === lowerCase(name));

const entry = z.object({
  _id: id,
  postGroupId: id,
  postId: id.optional().describe('Absent for events of the whole group.'),
  platform: platformKey.optional(),
  event: z.enum(EVENTS),
  error: z.string().optional(),
  httpStatus: z.int().optional().describe('HTTP status of the platform’s response.'),
  retryCount: z.int().optional().describe('Absent for the first attempt.'),
  metadata: z.record(z.string(), z.unknown()).optional().describe('Failures carry errorCode and retryable.'),
  createdAt: isoTime,
  updatedAt: isoTime,
  __v: z.int().describe('Ignore it.'),
});

/** GET /api/v1/post-logs/:postGroupId [post-logs/first-100]: the first 100 entries, oldest first. */
export const postLogs = route({
  method: 'get',
  path: '/post-logs/:postGroupId',
  doc: {
    tag: 'Posts',
    summary: 'Get the log of a post group',
    description: 'The first 100 entries, oldest first. A malformed id returns 500.',
    params: { postGroupId },
    response: z.object({ success, logs: z.array(entry).max(100) }),
    errors: ['POST_GROUP_NOT_FOUND'],
  },
  operation: graphql(`
    query RestPostLogs($id: ID!) {
      postGroup(id: $id) {
        log(first: 100) {
          edges {
            node {
              id
              postGroupId
              postId: platformPostId
              platformKey
              event
              error
              httpStatus
              retryCount
              metadata {
                from
                to
                errorCode
                retryable
                retryOf
                postedId
                reason
                scheduledTime
              }
              createdAt
            }
          }
        }
      }
    }
  `),
  variables: ({ params }) => ({ id: String(params.postGroupId) }),
  success: 200,
  notFound: 'POST_GROUP_NOT_FOUND',
  body: ({ postGroup: { log } }) => ({
    success: true as const,
    logs: (log?.edges ?? []).flatMap(
      ({ node: { id, platformKey, event: name, createdAt, postGroupId, ...optional } }) => {
        const event = eventOf(name);
        if (!event) return [];
        return {
          _id: id,
          postGroupId,
          ...present({ postId: optional.postId, platform: platformKey }),
          event,
          ...present({
            error: optional.error,
            httpStatus: optional.httpStatus,
            retryCount: optional.retryCount,
            metadata: optional.metadata && nonEmpty(metadataOf(optional.metadata)),
          }),
          createdAt,
          // Entries are written once and never changed.
          updatedAt: createdAt,
          __v: 0,
        };
      },
    ),
  }),
  otherwise: 'POST_LOGS_FAILED',
});

/** GraphQL has the statuses of a change in upper case. */
const metadataOf = ({ from, to, ...more }: Record<string, unknown> & { from: string | null; to: string | null }) =>
  present({ from: from && lowerCase(from), to: to && lowerCase(to), ...more });

/** What else an entry has is unknown to REST. */
const nonEmpty = <Fields extends object>(fields: Fields) => (Object.keys(fields).length > 0 ? fields : null);

/** What there is not is left out (docs/contract/publishing.md, "An entry"). */
const present = <Fields extends Record<string, unknown>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Name in keyof Fields]?: NonNullable<Fields[Name]>;
  };

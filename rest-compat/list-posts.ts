import { z } from 'zod';
import { withFourDigitYear } from '../src/domain/posts/state/parse-post.js';
import { AppError } from '../src/foundation/errors/app-error.js';
import type { ErrorCode } from '../src/foundation/errors/catalogue.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { PLATFORM_KEYS } from '../src/platforms/port/platform.js';
import {
  GROUP_STATUSES,
  id,
  isoTime,
  lenient,
  lowerCase,
  PART_STATUSES,
  partStatus,
  platformKey,
  success,
} from './fields.js';
import { type RouteRequest, route } from './route.js';

type GroupStatus = (typeof GROUP_STATUSES)[number];
const STATUSES = Object.fromEntries(GROUP_STATUSES.map((name) => [name, name.toUpperCase()])) as {
  [Name in GroupStatus]: Uppercase<Name>;
};
const SORT_FIELDS = { createdAt: 'CREATED_AT', updatedAt: 'UPDATED_AT', scheduledTime: 'SCHEDULED_TIME' } as const;

type EnumOf<Values> = Values[keyof Values];

/** The largest page whose offset GraphQL's Int can carry; every list ends long before it. */
const LAST_PAGE = 20_000_000;

const text = (value: unknown): string | undefined => {
  const last = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === 'string' && last !== '' ? last : undefined;
};

function choice<Values extends object>(value: unknown, values: Values, code: ErrorCode): EnumOf<Values> | undefined {
  const name = text(value);
  if (name === undefined) return undefined;
  if (!Object.hasOwn(values, name)) throw new AppError(code as 'LIST_STATUS_INVALID');
  return values[name as keyof Values];
}

/** A time that ends with its zone, as Date.parse reads it. */
const WITH_ZONE = /(?:Z|UTC?|GMT|[ECMP][SD]T|[+-]\d\d:?\d\d)(?:\s*\([^)]*\))?\s*$/i;
/** A date alone is UTC to Date.parse. */
const DATE_ALONE = /^(?:\d{4}|[+-]\d{6})(?:-\d\d){0,2}$/;

/** A date without a zone is UTC, in any time zone of the process [list-posts/dates-zone]. */
function parseDate(value: unknown, code: 'LIST_FROM_DATE_INVALID' | 'LIST_TO_DATE_INVALID'): string | null {
  const given = text(value);
  if (given === undefined) return null;
  const parsed = new Date(given);
  if (Number.isNaN(parsed.getTime())) throw new AppError(code);
  const isLocal = !WITH_ZONE.test(given) && !DATE_ALONE.test(given);
  const instant = isLocal ? new Date(parsed.getTime() - parsed.getTimezoneOffset() * 60_000) : parsed;
  return withFourDigitYear(instant).toISOString();
}

/** A bare key in any case; an unknown one, and so a whole platform id, matches nothing [list-posts/platform]. */
function platforms(value: unknown) {
  const name = text(value)?.toLowerCase();
  if (name === undefined) return null;
  return PLATFORM_KEYS.filter((key) => key === name).map((key) => key.toUpperCase() as Uppercase<typeof key>);
}

/** Page and limit within their bounds: falsy or unreadable values give the defaults [list-posts/limit-clamp]. */
function numbers({ query }: RouteRequest): { page: number; limit: number } {
  const page = Math.trunc(Number(text(query.page))) || 1;
  const limit = Math.trunc(Number(text(query.limit))) || 20;
  return { page: Math.min(Math.max(page, 1), LAST_PAGE), limit: Math.min(Math.max(limit, 1), 100) };
}

/** An empty value counts as none. */
const none = z.literal('');
const date = (bound: string) =>
  z
    .string()
    .describe(`${bound} bound on scheduledTime, inclusive: any parseable date. Excludes drafts without a time.`);

const query = {
  page: lenient(z.int(), 'Non-numeric values count as 1.').default(1).describe('Below 1 counts as 1.'),
  limit: lenient(z.int(), 'Non-numeric values and 0 count as 20.').default(20).describe('Clamped to 1 to 100.'),
  status: z
    .union([z.enum(GROUP_STATUSES), none])
    .describe('Exactly this status: `published` excludes `partially_published`.'),
  platform: z
    .string()
    .describe('Bare key of a platform, case-insensitive. An unknown key, or a full platform id, matches nothing.'),
  sortBy: z.union([z.enum(['createdAt', 'scheduledTime', 'updatedAt']), none]).default('createdAt'),
  sortOrder: lenient(z.enum(['asc', 'desc']), 'Counts as `desc`.').default('desc'),
  fromDate: date('Lower'),
  toDate: date('Upper'),
};

const summary = z.object({
  postGroupId: id,
  content: z.string(),
  status: z.enum(GROUP_STATUSES),
  scheduledTime: isoTime.optional().describe('Absent if none was ever set.'),
  createdAt: isoTime,
  updatedAt: isoTime,
  platforms: z.array(
    z.object({
      platformId: z.string().describe('In its compound form, `<platform>-<account id>`.'),
      platform: platformKey,
      status: z.enum(PART_STATUSES),
    }),
  ),
  mediaUrls: z.array(z.string()),
});

const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  totalItems: z.int(),
  totalPages: z.int(),
  hasNextPage: z.boolean(),
  hasPrevPage: z.boolean(),
});

/** GET /api/v1/list-posts [list-posts/answer]. */
export const listPosts = route({
  method: 'get',
  path: '/list-posts',
  doc: {
    tag: 'Posts',
    summary: 'List post groups',
    query,
    response: z.object({ success, posts: z.array(summary), pagination }),
    errors: [
      'LIST_STATUS_INVALID',
      'LIST_SORT_BY_INVALID',
      'LIST_FROM_DATE_INVALID',
      'LIST_TO_DATE_INVALID',
      'ANSWER_TOO_LARGE',
      'RATE_LIMITED',
    ],
  },
  operation: graphql(`
    query RestListPosts($filter: PostGroupFilter!, $sort: PostGroupSort!, $limit: Int!, $offset: Int!) {
      postGroups(filter: $filter, sort: $sort, first: $limit, offset: $offset) {
        totalCount
        edges {
          node {
            id
            content
            status
            scheduledTime
            createdAt
            updatedAt
            media {
              edges {
                node {
                  url
                }
              }
            }
            posts {
              platformId
              platformKey
              status
            }
          }
        }
      }
    }
  `),
  input: (request) => {
    const { query } = request;
    const status = choice(query.status, STATUSES, 'LIST_STATUS_INVALID');
    const statuses = status === undefined ? null : [status];
    const field = choice(query.sortBy, SORT_FIELDS, 'LIST_SORT_BY_INVALID') ?? 'CREATED_AT';
    const direction: 'ASC' | 'DESC' = text(query.sortOrder) === 'asc' ? 'ASC' : 'DESC';
    const from = parseDate(query.fromDate, 'LIST_FROM_DATE_INVALID');
    const to = parseDate(query.toDate, 'LIST_TO_DATE_INVALID');
    const { page, limit } = numbers(request);
    const filter = { statuses, platforms: platforms(query.platform), scheduledTime: { from, to } };
    const variables = { filter, sort: { field, direction }, limit, offset: (page - 1) * limit };
    return { variables, compat: { allFiles: true } };
  },
  success: 200,
  body: ({ postGroups }, request) => {
    const { page, limit } = numbers(request);
    const totalItems = postGroups.totalCount;
    const totalPages = Math.ceil(totalItems / limit);
    return {
      success: true as const,
      posts: postGroups.edges.map(
        ({ node: { id, content, status, scheduledTime, createdAt, updatedAt, media, posts } }) => ({
          postGroupId: id,
          content,
          status: lowerCase(status),
          ...(scheduledTime !== null && { scheduledTime }),
          createdAt,
          updatedAt,
          platforms: posts.map((post) => ({
            platformId: post.platformId,
            platform: post.platformKey,
            status: partStatus(post.status),
          })),
          mediaUrls: media?.edges.map(({ node }) => node.url) ?? [],
        }),
      ),
      pagination: { page, limit, totalItems, totalPages, hasNextPage: page < totalPages, hasPrevPage: page > 1 },
    };
  },
  otherwise: 'LIST_POSTS_FAILED',
});

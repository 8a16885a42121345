import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Mutation, Resolver } from 'type-graphql';
import { COST } from '../../../foundation/graphql/cost.js';
import { toOperationError } from '../../../foundation/graphql/operation-error.types.js';
import { parseId } from '../../../foundation/graphql/parse-id.js';
import type { Viewer } from '../../identity/access/viewer.js';
import { CurrentViewer } from '../../identity/graphql/viewer.context.js';
import type { CreatePostGroups } from '../create-post-groups.use-case.js';
import type { DuplicatePostGroup } from '../duplicate-post-group.use-case.js';
import type { RetryPostGroup } from '../retry-post-group.use-case.js';
import { MAX_POSTS_AT_ONCE } from '../state/post-bounds.js';
import type { ReadStoredWith } from '../state/stored-with.port.js';
import { creationCost, toCreation, toPlatformPostType, writable } from './post-group.resolver.js';
import { changedGroup, type PostsContext, readAnew } from './posts.context.js';
import {
  CreatePostsInput,
  CreatePostsPayload,
  DuplicatePostInput,
  DuplicatePostPayload,
  RetryPostGroupInput,
  RetryPostGroupPayload,
} from './several-posts.inputs.js';

/** The cost of a mutation that creates nothing. */
const EMPTY_COST = 10;

/** What a group costs less than with createPost: access, parsing and the charge are once per operation. */
const SHARED_COST = 30;

@Resolver()
export class SeveralPostsResolver {
  constructor(
    private readonly needs: {
      createPostGroups: CreatePostGroups;
      readStoredWith: ReadStoredWith;
      duplicatePostGroup: DuplicatePostGroup;
      retryPostGroup: RetryPostGroup;
    },
  ) {}

  @Mutation(() => CreatePostsPayload, {
    description:
      'Creates up to 100 groups one after the other, each in its own transaction. A refused group does not affect the others. A malformed URL in any input refuses the whole call. With an idempotency key in each input, repeating the call is safe. After INTERNAL_ERROR, the remaining inputs are not tried and have the same error. Errors of createPost are returned per group in the results. Empty input returns an empty list. Costs 30 points less per group than createPost: 100 groups of 1,000 characters with 7 targets each are within the limit of an operation. Errors: POSTS_TOO_MANY, URL_INVALID.',
    complexity: ({ args, childComplexity }) => {
      const inputs = (args.input as CreatePostsInput).posts.slice(0, MAX_POSTS_AT_ONCE);
      return inputs.reduce((sum, input) => sum + creationCost({ input }) - SHARED_COST + childComplexity, EMPTY_COST);
    },
  })
  async createPosts(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => CreatePostsInput, { description: 'The new groups.' }) { posts }: CreatePostsInput,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<CreatePostsPayload> {
    const results = await this.needs.createPostGroups(
      viewer,
      posts.map((post) => () => ({
        input: toCreation(post),
        storedWith: this.needs.readStoredWith(viewer, post),
      })),
    );
    const shown = await Promise.all(
      results.map(async (result, index) => {
        if ('error' in result) {
          const of = { schema: info.schema, type: 'CreatePostInput', path: `input.posts.${index}` };
          return { postGroupId: null, postGroup: null, replayed: false, error: toOperationError(result.error, of) };
        }
        const { id, group, replayed } = result.created;
        return { postGroupId: id, postGroup: await changedGroup(info, context, group), replayed, error: null };
      }),
    );
    return { results: shown };
  }

  @Mutation(() => DuplicatePostPayload, {
    description:
      'Creates a group with the content, settings, texts of single targets, alternative texts and cover of another one, and with copies of its files, which count as stored; for those of its targets that are still connected. Files that were not uploaded, or cannot be published, are left out. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, CONNECTIONS_NOT_FOUND, MEDIA_NOT_FOUND, STORAGE_LIMIT_REACHED, IDEMPOTENCY_KEY_INVALID, IDEMPOTENCY_KEY_REUSED, DRAFT_LIMIT_REACHED, EMAIL_NOT_CONFIRMED, VALIDATION_FAILED, CONNECTIONS_OVER_LIMIT, PLATFORM_NOT_AVAILABLE, SCHEDULE_HORIZON_REACHED, POST_LIMIT_REACHED, SCHEDULED_POST_LIMIT_REACHED, APPROVAL_REQUIRED.',
    complexity: COST.storedText + COST.readFile,
  })
  async duplicatePost(
    @CurrentViewer('DRAFT') viewer: Viewer,
    @Arg('input', () => DuplicatePostInput, { description: 'The group, and when its copy goes out.' })
    input: DuplicatePostInput,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<DuplicatePostPayload> {
    const { id, group, replayed } = await this.needs.duplicatePostGroup(viewer, {
      id: parseId('postGroupId', input.postGroupId),
      scheduledTime: writable(input.scheduledTime),
      idempotencyKey: input.idempotencyKey ?? null,
    });
    return { postGroupId: id, postGroup: await changedGroup(info, context, group), replayed };
  }

  @Mutation(() => RetryPostGroupPayload, {
    description:
      'Publishes all failed platform posts of a group again, immediately, with a result for each. Threads continue from their first failed part. Errors: ID_INVALID, POST_GROUP_NOT_FOUND, POST_GROUP_NOT_RETRYABLE, EMAIL_NOT_CONFIRMED.',
  })
  async retryPostGroup(
    @CurrentViewer('PUBLISH') viewer: Viewer,
    @Arg('input', () => RetryPostGroupInput, { description: 'The group.' }) input: RetryPostGroupInput,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<RetryPostGroupPayload> {
    const { acknowledgeUnknownOutcome } = input;
    const id = parseId('postGroupId', input.postGroupId);
    const { group, parts } = await this.needs.retryPostGroup(viewer, { id, acknowledgeUnknownOutcome });
    readAnew(context);
    return {
      postGroup: await changedGroup(info, context, group),
      results: parts.map(({ post, error }) => ({
        platformPost: toPlatformPostType(post),
        error: error && toOperationError(error),
      })),
    };
  }
}

import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  Int,
  ObjectType,
  Resolver,
  Root,
  registerEnumType,
  Subscription,
} from 'type-graphql';
import { parseId } from '../../../foundation/graphql/parse-id.js';
import { DateTime } from '../../../foundation/graphql/scalars.js';
import { viewerWith } from '../../identity/graphql/viewer.context.js';
import type { AccountEvent } from '../progress/follow-account.use-case.js';
import { type LiveEvent, LiveEventType } from '../state/live-event.js';
import { PostGroupStatus, ProcessingStatus } from '../state/post-group.js';
import { toPlatformPostType } from './post-group.resolver.js';
import { PlatformPostFailure, PlatformPostType, PostGroupType, toFailureType } from './post-group.types.js';
import { type PostsContext, shownGroup } from './posts.context.js';

registerEnumType(LiveEventType, {
  name: 'ProgressEventType',
  description: 'Type of a progress event.',
  valuesConfig: {
    CREATED: { description: 'The group was created, or a platform post in it.' },
    EDITED: {
      description:
        'What the group is to publish was edited: its text, settings, targets, files or cover, or the time of a draft; or a file became READY or INVALID.',
    },
    QUEUED: { description: 'A platform post waits for its time (dueAt).' },
    UNSCHEDULED: { description: 'A platform post went back to draft.' },
    PROCESSING: { description: 'A worker has taken a platform post.' },
    ATTEMPT_STARTED: { description: 'A request to the platform is about to be sent.' },
    ATTEMPT_FAILED: { description: 'An attempt failed; the next lookup or attempt is at dueAt.' },
    PUBLISHED: { description: 'The platform has the post.' },
    FAILED: { description: 'The platform post has failed permanently. `error` contains the reason.' },
    UNPUBLISHED: { description: 'The post was deleted on its platform: unpublishPost.' },
    GROUP_FINISHED: { description: 'Every platform post has ended; groupStatus is the result.' },
    ANNOTATED: {
      description:
        'Something about the group changed that changes nothing of its publishing: its approval was requested or decided, or its comments changed.',
    },
    DELETED: { description: 'The group was removed.' },
  },
});

@ObjectType({
  description:
    'One step of a group’s publishing. `postGroup` and `platformPost` are the objects as they are when the event is sent: at least as new as the event, so that a normalised cache follows. The other fields are what happened, and stay so when the event is replayed.',
})
export class ProgressEvent {
  @Field(() => ID, { description: 'The group that the step belongs to; also when it was removed.' })
  postGroupId: string;

  @Field(() => ID, { nullable: true, description: 'The platform post; null for events of the group itself.' })
  platformPostId: string | null;

  @Field(() => Int, {
    description:
      'Number within the group, from 1 without gaps. Pass it as `after` to `postProgress` to continue after this event.',
  })
  sequence: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The cursor of this step in `accountActivity`. Pass it as `after` to continue after this step. Opaque; longer while many steps are stored concurrently. Null in `postProgress`.',
  })
  cursor: string | null;

  @Field(() => LiveEventType, { description: 'What happened.' })
  type: LiveEventType;

  @Field(() => DateTime, { description: 'When it happened.' })
  occurredAt: Date;

  @Field(() => PostGroupStatus, { description: 'Status of the group after this step.' })
  groupStatus: PostGroupStatus;

  @Field(() => ProcessingStatus, { description: 'How far the group’s publishing is after this step.' })
  processingStatus: ProcessingStatus;

  @Field(() => Int, { nullable: true, description: 'Number of the attempt, from 1; null for events outside one.' })
  attempt: number | null;

  @Field(() => PlatformPostFailure, {
    nullable: true,
    description: 'Why the attempt (ATTEMPT_FAILED) or the post (FAILED) failed.',
  })
  error: PlatformPostFailure | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the job of the platform post runs (next); null when none waits.',
  })
  dueAt: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Why it waits until `dueAt`, for people (QUEUED): a rate limit, a platform that is still processing it, a part of its thread before it. Null when it waits for nothing but its time.',
  })
  reason: string | null;
}

@Resolver(() => ProgressEvent)
export class ProgressEventResolver {
  @FieldResolver(() => PostGroupType, {
    nullable: true,
    description: 'The group in its state when the event is sent; null once it is removed.',
  })
  postGroup(
    @Root() { postGroupId }: ProgressEvent,
    @Ctx() context: PostsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostGroupType | null> {
    return shownGroup(info, context, postGroupId);
  }

  @FieldResolver(() => PlatformPostType, {
    nullable: true,
    description:
      'The platform post in its state when the event is sent; null for events of the group itself, and once it is removed.',
  })
  async platformPost(
    @Root() { platformPostId }: ProgressEvent,
    @Ctx() { loaders }: PostsContext,
  ): Promise<PlatformPostType | null> {
    const post = platformPostId && (await loaders.platformPost.load(platformPostId));
    return post ? toPlatformPostType(post) : null;
  }
}

@Resolver()
export class LiveResolver {
  @Subscription(() => ProgressEvent, {
    description:
      'Every step of a group’s publishing, each once and in order. With `after`, first the steps after that number, so that a subscriber that returns misses nothing; 0 replays all events that are kept: seven days, with the objects as they are now. While the database is away it waits, then continues without a gap. Ends after DELETED, when the group is removed. Errors: POST_GROUP_NOT_FOUND; CURSOR_EXPIRED if the step after `after` was removed, or no step had that number; INTERNAL_ERROR if it is opened while the database is away.',
    subscribe: async ({ args, context }) => {
      const { live } = context as PostsContext;
      const viewer = await viewerWith(context, 'READ');
      return live.followPostGroup(viewer, parseId('postGroupId', args.postGroupId), args.after ?? null);
    },
  })
  postProgress(
    @Root() event: LiveEvent,
    @Arg('postGroupId', () => ID, { description: 'The group: 24 hexadecimal characters.' }) _postGroupId: string,
    @Arg('after', () => Int, {
      nullable: true,
      description: '`sequence` of the last event seen. If omitted, only new events are sent.',
    })
    _after: number | null,
  ): ProgressEvent {
    return toProgressEvent(event);
  }

  @Subscription(() => ProgressEvent, {
    description:
      'Steps of all your groups, each once and in order within each group: from now on, or, with `after`, first those after that cursor, so that a subscriber that returns within 24 hours misses nothing. While the database is away it waits, then continues without a gap. Errors: CURSOR_EXPIRED if steps after the cursor may have been removed (they are kept for seven days); PAGE_INVALID if `after` is not a cursor; INTERNAL_ERROR if it is opened while the database is away.',
    subscribe: async ({ args, context }) => {
      const { live } = context as PostsContext;
      return live.followAccount(await viewerWith(context, 'READ'), args.after ?? null);
    },
  })
  accountActivity(
    @Root() event: AccountEvent,
    @Arg('after', () => String, {
      nullable: true,
      description: '`cursor` of the last event seen. If omitted, only new events are sent.',
    })
    _after: string | null,
  ): ProgressEvent {
    return toProgressEvent(event, event.cursor);
  }
}

const toProgressEvent = (event: LiveEvent, cursor: string | null = null): ProgressEvent => ({
  postGroupId: event.groupId,
  platformPostId: event.post?.id ?? null,
  sequence: event.sequence,
  cursor,
  type: event.type,
  occurredAt: event.createdAt,
  groupStatus: event.groupStatus,
  processingStatus: event.processingStatus,
  attempt: event.post?.attempt ?? null,
  error: toFailureType(event.post?.error),
  dueAt: event.post?.dueAt ?? null,
  reason: event.post?.reason ?? null,
});

import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { COST } from '../../../foundation/graphql/cost.js';
import { Node } from '../../../foundation/graphql/node.types.js';
import { PageInfo } from '../../../foundation/graphql/page-info.types.js';
import { DateTime, Url } from '../../../foundation/graphql/scalars.js';
import type { FailureCode, Fault } from '../../../platforms/port/failure.js';
import type { PlatformKey } from '../../../platforms/port/platform.js';
import { FailureCodeEnum, FaultEnum, PlatformEnum } from '../../platforms/platform.types.js';
import type { PostGroupSortField } from '../reading/post-group-page.repository.js';
import { type PlatformPostError, ShownStatus } from '../state/platform-post.js';
import type { PlatformSettings } from '../state/platform-settings.js';
import { PostGroupStatus, ProcessingStatus } from '../state/post-group.js';

registerEnumType(PostGroupStatus, {
  name: 'PostGroupStatus',
  description:
    'Status of a post group. PUBLISHED, FAILED and PARTIALLY_PUBLISHED are set once every platform post has ended.',
  valuesConfig: {
    DRAFT: { description: 'It is not published, also when it keeps a time.' },
    SCHEDULED: { description: 'It is published at its time, or is being published.' },
    PUBLISHED: { description: 'Every platform post is live.' },
    PARTIALLY_PUBLISHED: { description: 'Some platform posts are live, and some failed.' },
    FAILED: { description: 'Every platform post failed.' },
  },
});
registerEnumType(ProcessingStatus, {
  name: 'ProcessingStatus',
  description: 'Status of publishing.',
  valuesConfig: {
    PENDING: { description: 'Not begun.' },
    PROCESSING: { description: 'Some platform post is pending or processing.' },
    FINISHED: { description: 'Every platform post has ended.' },
  },
});
registerEnumType(ShownStatus, {
  name: 'PlatformPostStatus',
  description: 'draft → scheduled → pending → processing → published | failed; published → deleted',
  valuesConfig: {
    DRAFT: { description: 'Its group is a draft.' },
    SCHEDULED: { description: 'It waits for its time.' },
    PENDING: { description: 'Its job is queued.' },
    PROCESSING: { description: 'A worker has it; also between two attempts.' },
    PUBLISHED: { description: 'It is live on the platform.' },
    FAILED: { description: 'It was not published; `error` says why.' },
    DELETED: { description: 'It was published, and unpublishPost deleted it on its platform.' },
  },
});

@ObjectType({ description: 'Why a platform post failed: what happened, whose fault it is and what to do.' })
export class PlatformPostFailure {
  @Field(() => FailureCodeEnum, { description: 'What kind of failure it is, the same for all platforms.' })
  code: FailureCode;

  @Field(() => String, { description: 'What happened, for people.' })
  message: string;

  @Field(() => Int, {
    nullable: true,
    description: 'HTTP status of the platform’s response; null if it did not respond.',
  })
  platformStatusCode: number | null;

  @Field(() => String, { nullable: true, description: 'The platform’s own words; null when it said none.' })
  platformError: string | null;

  @Field(() => DateTime, { description: 'When the last attempt failed.' })
  failedAt: string;

  @Field(() => Boolean, { description: 'Whether a retry may succeed.' })
  retryable: boolean;

  @Field(() => FaultEnum, { description: 'Who has to act.' })
  fault: Fault;

  @Field(() => String, { description: 'What to do, in one sentence.' })
  advice: string;
}

/** A stored failure as GraphQL shows it. */
export const toFailureType = (error: PlatformPostError | null | undefined): PlatformPostFailure | null =>
  error ? { ...error, platformStatusCode: error.platformStatusCode ?? null } : null;

@ObjectType('PlatformPost', {
  implements: Node,
  description: 'One target’s post. Each part of a thread is a separate platform post.',
})
export class PlatformPostType {
  /** For the content resolver. */
  groupId: string;

  /** Its position among the targets; not a field. */
  targetIndex: number;

  @Field(() => Int, {
    description: 'Its position in the thread of its target, from 0; a post that is no thread has 0.',
  })
  partIndex: number;

  @Field(() => ID, { description: '24 hexadecimal characters that sort by time: what retryPlatformPost takes.' })
  id: string;

  @Field(() => PlatformEnum, {
    nullable: true,
    description: 'Null when REST was given a platform that does not exist.',
  })
  platform: PlatformKey | null;

  @Field(() => String, { description: 'The platform key as the target named it, also when it is unknown.' })
  platformKey: string;

  @Field(() => String, {
    description: 'The target: `<platform>-<account id>`, accepted as a target by every operation.',
  })
  platformId: string;

  @Field(() => String, { description: 'The platform’s own id of the account.' })
  accountId: string;

  @Field(() => ShownStatus, { description: 'How far this post is.' })
  status: ShownStatus;

  @Field(() => String, {
    nullable: true,
    description: 'The platform’s own id of the post; null until it is published.',
  })
  postedId: string | null;

  @Field(() => Url, {
    nullable: true,
    description: 'Address of the post; null until it is published and if the platform provides none.',
  })
  url: string | null;

  @Field(() => PlatformPostFailure, { nullable: true, description: 'Set only when status is FAILED.' })
  error: PlatformPostFailure | null;

  @Field(() => Int, {
    description: 'Attempts so far that count towards the limit of five; a retry by the owner starts at 0.',
  })
  attemptCount: number;

  @Field(() => DateTime, { nullable: true, description: 'When its job runs (next); null when none waits.' })
  dueAt: Date | null;

  @Field(() => DateTime, { description: 'When the post was made: with its group.' })
  createdAt: Date;

  @Field(() => DateTime, { nullable: true, description: 'When unpublishPost deleted it on its platform; else null.' })
  deletedAt: Date | null;

  @Field(() => DateTime, {
    description: 'When its status, attempts or due time last changed; `deletedAt` says when it was deleted.',
  })
  updatedAt: Date;
}

@ObjectType({
  description: 'What one target has in place of the content of the group and the first comment of its platform.',
})
export class ContentOverride {
  @Field(() => String, { description: 'The target.' })
  platformId: string;

  @Field(() => String, {
    nullable: true,
    description: 'Its text as it was given; it may be equal to the content of the group. Null: it has the content.',
  })
  content: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Its first comment as it was given; empty: none. Null: it has the one in the settings of its platform.',
  })
  firstComment: string | null;
}

@ObjectType('PostGroup', { implements: Node, description: 'One piece of content for several targets.' })
export class PostGroupType {
  @Field(() => ID, { description: '24 hexadecimal characters that sort by time.' })
  id: string;

  @Field(() => PostGroupStatus, {
    description: 'The status that the owner requested and, once every platform post has ended, how it went.',
  })
  status: PostGroupStatus;

  @Field(() => ProcessingStatus, { description: 'Status of publishing.' })
  processingStatus: ProcessingStatus;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it is published; of a draft, the time that it keeps, if any.',
  })
  scheduledTime: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the first of its posts was published; null before.',
  })
  publishedAt: Date | null;

  /** As stored: the field shows what its type has. */
  platformSettings: PlatformSettings;

  @Field(() => Int, {
    nullable: true,
    description: 'The frame of a video that is its cover, in milliseconds; null: the platform chooses.',
  })
  videoTimestamp: number | null;

  @Field(() => Boolean, { description: 'Whether the signatures of the accounts close the texts.' })
  addSignature: boolean;

  @Field(() => Boolean, { description: 'Whether links get the parameters that are set for them.' })
  addLinkParameters: boolean;

  @Field(() => DateTime, { description: 'When the group was created; the default order of postGroups.' })
  createdAt: Date;

  @Field(() => DateTime, {
    description: 'When the group itself changed last; a step of one platform post need not count.',
  })
  updatedAt: Date;
}

@ObjectType({ description: 'A group in a list, with its cursor.' })
export class PostGroupEdge {
  @Field(() => String, { description: 'Opaque; valid as `after` and `before` of a list with the same sort.' })
  cursor: string;

  @Field(() => PostGroupType, { description: 'The group at this position.' })
  node: PostGroupType;
}

@ObjectType({ description: 'A page of groups.' })
export class PostGroupConnection {
  @Field(() => [PostGroupEdge], {
    description: 'The groups of this page in the requested order, at most 100.',
    complexity: COST.property,
  })
  edges: PostGroupEdge[];

  @Field(() => PageInfo, { description: 'The cursors of this page, and whether further pages exist.' })
  pageInfo: PageInfo;

  @Field(() => Int, { description: 'How many groups match the filter.' })
  totalCount: number;
}

export const PostGroupSortFieldEnum = {
  CREATED_AT: 'createdAt',
  PUBLISHED_AT: 'publishedAt',
  SCHEDULED_TIME: 'scheduledTime',
  UPDATED_AT: 'updatedAt',
} as const satisfies Record<string, PostGroupSortField>;
registerEnumType(PostGroupSortFieldEnum, {
  name: 'PostGroupSortField',
  description: 'What groups are sorted by.',
  valuesConfig: {
    CREATED_AT: { description: 'When they were created.' },
    SCHEDULED_TIME: { description: 'When they are to be published; drafts without a time count as earliest.' },
    UPDATED_AT: { description: 'When they were last changed.' },
    PUBLISHED_AT: { description: 'When the first of their posts was published.' },
  },
});

export enum SortDirection {
  ASC = 'asc',
  DESC = 'desc',
}
registerEnumType(SortDirection, {
  name: 'SortDirection',
  description: 'Rising or falling.',
  valuesConfig: {
    ASC: { description: 'Earliest first.' },
    DESC: { description: 'Latest first.' },
  },
});

@InputType({
  description:
    'Order of groups. Those without the time that they are sorted by count as earliest: first with ASC, last with DESC.',
})
export class PostGroupSort {
  @Field(() => PostGroupSortFieldEnum, {
    defaultValue: 'createdAt',
    description: 'Groups with equal values sort by id, in the same direction.',
  })
  field: PostGroupSortField;

  @Field(() => SortDirection, {
    defaultValue: SortDirection.DESC,
    description: 'DESC: newest first. ASC: oldest first.',
  })
  direction: SortDirection;
}

import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTime, Url } from '../../../foundation/graphql/scalars.js';
import { ShownStatus } from '../state/platform-post.js';
import { PlatformPostFailure } from './post-group.types.js';

@ObjectType('FirstComment', {
  description:
    'The first comment on a post, by its account: sent once the post is live, with all parts of its thread, and at most once. It counts as no post, and the status of its post and group does not depend on it.',
})
export class FirstCommentType {
  /** For its resolvers. */
  groupId: string;
  targetIndex: number;
  platformId: string;

  @Field(() => ID, {
    nullable: true,
    description:
      '24 hexadecimal characters: what retryPlatformPost takes. Null until its post is sent for the first time.',
  })
  id: string | null;

  @Field(() => String, { description: 'What it says, as it was given.' })
  text: string;

  @Field(() => ShownStatus, {
    description:
      'How far it is: as its post, until that is sent for the first time. PENDING while it waits for its post.',
  })
  status: ShownStatus;

  @Field(() => String, { nullable: true, description: 'The platform’s own id of it; null until it is published.' })
  postedId: string | null;

  @Field(() => Url, {
    nullable: true,
    description: 'Its address; null until it is published and if the platform provides none.',
  })
  url: string | null;

  @Field(() => PlatformPostFailure, {
    nullable: true,
    description:
      'Set only when status is FAILED. THREAD_INTERRUPTED: its post was not published, and a retry of the post sends it too.',
  })
  error: PlatformPostFailure | null;

  @Field(() => Int, { description: 'Attempts so far that count towards the limit of five.' })
  attemptCount: number;

  @Field(() => DateTime, { nullable: true, description: 'When its job runs (next); null when none waits.' })
  dueAt: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When the platform had it; null until then.' })
  publishedAt: Date | null;
}

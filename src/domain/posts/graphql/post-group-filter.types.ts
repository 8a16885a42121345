import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../../../foundation/graphql/scalars.js';
import type { PlatformKey } from '../../../platforms/port/platform.js';
import { FailureCodeEnum, PlatformEnum } from '../../platforms/platform.types.js';
import type { PostFailureFilter, PostGroupFilter, TimeRange } from '../reading/post-group-filter.js';
import type { PlatformPostError } from '../state/platform-post.js';
import { PostGroupStatus } from '../state/post-group.js';

@InputType({ description: 'A range of time, both ends inclusive. An omitted end is open.' })
export class DateTimeRange implements TimeRange {
  @Field(() => DateTime, { nullable: true, description: 'The first moment.' })
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'The last moment.' })
  to?: Date | null;
}

@InputType('PostFailureFilter', {
  description:
    'Filters failed platform posts. All conditions must hold for the same one; an empty list matches nothing.',
})
export class PostFailureFilterInput implements PostFailureFilter {
  @Field(() => [FailureCodeEnum], { nullable: true, description: 'Posts that failed with one of these codes.' })
  codes?: PlatformPostError['code'][] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Posts of one of these targets: platform ids of accounts, connected or not; at most 100.',
  })
  platformIds?: string[] | null;

  @Field(() => DateTimeRange, { nullable: true, description: 'When the last attempt failed.' })
  failedAt?: DateTimeRange | null;
}

@InputType('PostGroupFilter', {
  description:
    'Filters groups. All conditions must hold; an empty list matches nothing. A range excludes groups without that time. A range without bounds is ignored. Errors: FILTER_INVALID, PLATFORM_ID_INVALID.',
})
export class PostGroupFilterInput implements PostGroupFilter {
  @Field(() => [PostGroupStatus], { nullable: true, description: 'Groups with one of these statuses.' })
  statuses?: PostGroupStatus[] | null;

  @Field(() => [PlatformEnum], { nullable: true, description: 'Groups with a target on one of these platforms.' })
  platforms?: PlatformKey[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Groups with one of these targets: platform ids of accounts, connected or not; at most 100.',
  })
  platformIds?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Groups whose content has all of these words, each as the beginning of a word, in any order. Case, accents (U+0300 to U+036F) and compatibility forms (NFKD) do not matter, a final sigma is a sigma, and ß, æ, œ, þ, ł, ø, đ, ð, ħ, ŧ, ı are ss, ae, oe, th, l, o, d, d, h, t, i. In scripts without spaces between words, such as Chinese, Japanese and Thai, anywhere in a sentence. At most 200 characters. A blank text is ignored. A text without letters, digits or symbols such as emoji matches nothing. Searches the first 20,000 characters of the content.',
  })
  text?: string | null;

  @Field(() => DateTimeRange, { nullable: true, description: 'When it goes out.' })
  scheduledTime?: DateTimeRange | null;

  @Field(() => DateTimeRange, { nullable: true, description: 'When it was created.' })
  createdAt?: DateTimeRange | null;

  @Field(() => DateTimeRange, { nullable: true, description: 'When the first of its posts was published.' })
  publishedAt?: DateTimeRange | null;

  @Field(() => PostFailureFilterInput, {
    nullable: true,
    description:
      'Groups with a platform post that failed and was not retried since, such as those to publish after an account was connected again.',
  })
  failure?: PostFailureFilterInput | null;
}

@ObjectType({ description: 'How many groups have a status.' })
export class PostGroupStatusCount {
  @Field(() => PostGroupStatus, { description: 'Each status is in the list once.' })
  status: PostGroupStatus;

  @Field(() => Int, { description: 'How many groups have it.' })
  count: number;
}

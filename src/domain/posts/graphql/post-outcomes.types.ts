import { Field, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../../../foundation/graphql/scalars.js';

@ObjectType({ description: 'How the posts that were due in an interval ended.' })
export class IntervalOutcomes {
  @Field(() => DateTime, { description: 'The start of the interval. It ends at the next bound, which is excluded.' })
  from: Date;

  @Field(() => Int, { description: 'Posts that were published; a thread is one post.' })
  published: number;

  @Field(() => Int, { description: 'Posts that failed and were not retried since.' })
  failed: number;
}

@ObjectType({ description: 'How the posts on a platform ended, in all intervals together.' })
export class PlatformOutcomes {
  @Field(() => String, { description: 'The platform: `fediverse`. It may no longer be supported.' })
  platformKey: string;

  @Field(() => Int, { description: 'Posts that were published; a thread is one post.' })
  published: number;

  @Field(() => Int, { description: 'Posts that failed and were not retried since.' })
  failed: number;
}

@ObjectType({ description: 'How posts ended, by the time of their group and by platform.' })
export class PostOutcomes {
  @Field(() => [IntervalOutcomes], { description: 'One for each two consecutive bounds, also without posts.' })
  intervals: IntervalOutcomes[];

  @Field(() => [PlatformOutcomes], { description: 'Platforms with posts, those with the most first.' })
  platforms: PlatformOutcomes[];
}

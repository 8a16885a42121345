import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { AppError } from '../../../foundation/errors/app-error.js';
import { COST } from '../../../foundation/graphql/cost.js';
import { DateTime } from '../../../foundation/graphql/scalars.js';
import { DAY_MS } from '../../../foundation/time/durations.js';
import type { Viewer } from '../../identity/access/viewer.js';
import { CurrentViewer } from '../../identity/graphql/viewer.context.js';
import { countOutcomes } from '../reading/post-outcomes.repository.js';
import { type IntervalOutcomes, type PlatformOutcomes, PostOutcomes } from './post-outcomes.types.js';
import type { PostsContext } from './posts.context.js';

const MAX_BOUNDS = 101;
const MAX_DAYS = 101;

@Resolver()
export class PostOutcomesResolver {
  @Query(() => PostOutcomes, {
    description:
      'How many of your posts were published and failed, by the present time of their group: for charts by day, in any time zone. A group that is a draft again counts once it is scheduled. Errors: FILTER_INVALID.',
    complexity: COST.usage,
  })
  async postOutcomes(
    @CurrentViewer() { userId }: Viewer,
    @Arg('bounds', () => [DateTime], {
      description: `The starts of the intervals, ascending, and the end of the last one: 2 to ${MAX_BOUNDS} times within ${MAX_DAYS} days.`,
    })
    bounds: Date[],
    @Ctx() { read }: Pick<PostsContext, 'read'>,
  ): Promise<PostOutcomes> {
    assertBounds(bounds);
    const counts = await read((db) => countOutcomes(db, userId, bounds));
    const intervals = bounds.slice(0, -1).map((from): IntervalOutcomes => ({ from, published: 0, failed: 0 }));
    const platforms = new Map<string, PlatformOutcomes>();
    for (const { interval, platform, published, failed } of counts) {
      const ofPlatform = platforms.get(platform) ?? { platformKey: platform, published: 0, failed: 0 };
      platforms.set(platform, ofPlatform);
      for (const sum of [intervals[interval], ofPlatform]) {
        if (!sum) continue;
        sum.published += published;
        sum.failed += failed;
      }
    }
    const most = ({ published, failed }: PlatformOutcomes) => published + failed;
    return { intervals, platforms: [...platforms.values()].sort((one, other) => most(other) - most(one)) };
  }
}

function assertBounds(bounds: readonly Date[]): void {
  const refuse = (reason: string) => new AppError('FILTER_INVALID', { reason });
  if (bounds.length < 2 || bounds.length > MAX_BOUNDS) throw refuse(`bounds has 2 to ${MAX_BOUNDS} times`);
  const times = bounds.map((bound) => bound.getTime());
  if (times.some((time, index) => index > 0 && time <= (times[index - 1] ?? time))) {
    throw refuse('bounds are ascending');
  }
  if ((times.at(-1) ?? 0) - (times[0] ?? 0) > MAX_DAYS * DAY_MS) throw refuse(`bounds span at most ${MAX_DAYS} days`);
}

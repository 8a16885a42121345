import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { PostGroupType } from '../posts/graphql/post-group.types.js';
import { QueuePlaceType } from './posting-schedule.types.js';
import type { SchedulesContext } from './schedules.context.js';

/** Where a group is in its queue. */
@Resolver(() => PostGroupType)
export class QueuePlaceResolver {
  constructor(private readonly needs: { clock: () => Date }) {}

  @FieldResolver(() => QueuePlaceType, {
    nullable: true,
    description: 'Its place in the queue of a posting schedule; null: it is in none.',
  })
  async queue(@Root() { id }: PostGroupType, @Ctx() { loaders }: SchedulesContext): Promise<QueuePlaceType | null> {
    const place = await loaders.queuePosition.load({ groupId: id, now: this.needs.clock() });
    const schedule = place && (await loaders.postingSchedule.load(place.scheduleId));
    return schedule && { schedule, position: place.position };
  }
}

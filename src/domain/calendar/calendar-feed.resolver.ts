import { Mutation, Query, Resolver } from 'type-graphql';
import { COST } from '../../foundation/graphql/cost.js';
import type { Viewer } from '../identity/access/viewer.js';
import { SessionViewer } from '../identity/graphql/viewer.context.js';
import { CalendarFeedType, CreateCalendarFeedPayload, RevokeCalendarFeedPayload } from './calendar-feed.types.js';
import type { CreateCalendarFeed } from './create-calendar-feed.use-case.js';
import type { FindCalendarFeed } from './find-calendar-feed.use-case.js';
import type { RevokeCalendarFeed } from './revoke-calendar-feed.use-case.js';

/** The address at which a calendar reads the posts of an account. */
@Resolver()
export class CalendarFeedResolver {
  constructor(
    private readonly needs: {
      findCalendarFeed: FindCalendarFeed;
      createCalendarFeed: CreateCalendarFeed;
      revokeCalendarFeed: RevokeCalendarFeed;
    },
  ) {}

  @Query(() => CalendarFeedType, {
    nullable: true,
    description:
      'Your calendar feed, without its address; null: you have none. Dashboard sessions only: SESSION_REQUIRED.',
  })
  calendarFeed(@SessionViewer('MANAGE') viewer: Viewer): Promise<CalendarFeedType | null> {
    return this.needs.findCalendarFeed(viewer);
  }

  @Mutation(() => CreateCalendarFeedPayload, {
    description:
      'Creates the secret address at which a calendar reads your posts (iCalendar). A former address stops working immediately. Dashboard sessions only. Errors: SESSION_REQUIRED.',
    complexity: COST.recorded,
  })
  createCalendarFeed(@SessionViewer('MANAGE') viewer: Viewer): Promise<CreateCalendarFeedPayload> {
    return this.needs.createCalendarFeed(viewer);
  }

  @Mutation(() => RevokeCalendarFeedPayload, {
    description:
      'Revokes the address of your calendar feed, effective from the next request. Dashboard sessions only. Errors: SESSION_REQUIRED.',
    complexity: COST.recorded,
  })
  async revokeCalendarFeed(@SessionViewer('MANAGE') viewer: Viewer): Promise<RevokeCalendarFeedPayload> {
    return { revoked: await this.needs.revokeCalendarFeed(viewer) };
  }
}

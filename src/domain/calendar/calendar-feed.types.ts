import { Field, ObjectType } from 'type-graphql';
import { DateTime, Url } from '../../foundation/graphql/scalars.js';

@ObjectType('CalendarFeed', {
  description: 'The secret address at which a calendar reads your posts. The address is shown at creation only.',
})
export class CalendarFeedType {
  @Field(() => DateTime, { description: 'When its address was created.' })
  createdAt: Date;

  @Field(() => DateTime, { nullable: true, description: 'When a calendar last read it, to the minute; null: never.' })
  lastReadAt: Date | null;
}

@ObjectType('CreateCalendarFeedPayload', { description: 'The new feed.' })
export class CreateCalendarFeedPayload {
  @Field(() => Url, {
    description: 'Its address, shown only now. Anyone who has it can read your scheduled and recently published posts.',
  })
  url: string;

  @Field(() => CalendarFeedType, { description: 'The feed.' })
  calendarFeed: CalendarFeedType;
}

@ObjectType('RevokeCalendarFeedPayload', { description: 'What was revoked.' })
export class RevokeCalendarFeedPayload {
  @Field(() => Boolean, { description: 'False: there was no feed.' })
  revoked: boolean;
}

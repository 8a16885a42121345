import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '../../foundation/graphql/scalars.js';
import { type Banner, BannerLevel } from './banner.js';

registerEnumType(BannerLevel, {
  name: 'BannerLevel',
  description: 'What a banner is about.',
  valuesConfig: {
    INFO: { description: 'News, such as planned maintenance.' },
    WARNING: { description: 'A disruption.' },
  },
});

@ObjectType('Banner', { description: 'What the operator of the service says to all users of the dashboard.' })
export class BannerType implements Banner {
  @Field(() => String, { description: 'Plain text of at most 300 characters.' })
  text: string;

  @Field(() => BannerLevel, { description: 'What it is about.' })
  level: BannerLevel;

  @Field(() => DateTime, { nullable: true, description: 'When it is no longer shown; null: until it is removed.' })
  until: Date | null;
}

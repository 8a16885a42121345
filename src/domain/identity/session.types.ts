import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';

@ObjectType('Session', { description: 'A dashboard session: a browser that is signed in.' })
export class SessionType {
  @Field(() => ID, { description: '24 hexadecimal characters; it opens nothing.' })
  id: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it signed in.' })
  createdAt: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was used last, some seconds behind.' })
  lastUsedAt: Date;

  @Field(() => GraphQLDateTimeISO, {
    description: 'When it ends, 30 days after it began; it ends earlier when it is not used for 14 days.',
  })
  expiresAt: Date;

  @Field(() => String, {
    nullable: true,
    description: 'What the browser called itself when it signed in, at most 200 characters; null when it did not.',
  })
  userAgent: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'From where it signed in: an IPv4 address, or the /64 network of an IPv6 one.',
  })
  address: string | null;

  @Field(() => Boolean, { description: 'Whether it is the session that asks.' })
  current: boolean;
}

@InputType({ description: 'The session to end.' })
export class EndSessionInput {
  @Field(() => ID, { description: 'The session: 24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;
}

@ObjectType({ description: 'Answer of endSession.' })
export class EndSessionPayload {
  @Field(() => ID, { description: 'Id of the session that opens nothing any more.' })
  endedId: string;
}

@InputType({ description: 'Who ends their other sessions.' })
export class EndOtherSessionsInput {
  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;
}

@ObjectType({ description: 'Answer of endOtherSessions.' })
export class EndOtherSessionsPayload {
  @Field(() => Int, { description: 'How many sessions there were to end.' })
  ended: number;
}

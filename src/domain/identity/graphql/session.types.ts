import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../foundation/graphql/connection.types.js';
import { Node } from '../../../foundation/graphql/node.types.js';
import { DateTime } from '../../../foundation/graphql/scalars.js';

@ObjectType('Session', { implements: Node, description: 'A dashboard session: a signed-in browser.' })
export class SessionType {
  @Field(() => ID, { description: '24 hexadecimal characters; not a credential.' })
  id: string;

  @Field(() => DateTime, { description: 'When it signed in.' })
  createdAt: Date;

  @Field(() => DateTime, { description: 'When it was last used, with a delay of some seconds.' })
  lastUsedAt: Date;

  @Field(() => DateTime, {
    description: 'When it ends, 30 days after it started; earlier if it is not used for 14 days.',
  })
  expiresAt: Date;

  @Field(() => String, {
    nullable: true,
    description: 'User agent at sign-in, at most 200 characters; null if there was none.',
  })
  userAgent: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Address at sign-in: an IPv4 address, or the /64 network of an IPv6 address.',
  })
  address: string | null;

  @Field(() => Boolean, { description: 'Whether it is the current session.' })
  current: boolean;
}

export const SessionConnection = connectionOf('Session', SessionType);

@InputType({ description: 'The session to end.' })
export class EndSessionInput {
  @Field(() => ID, { description: 'The session: 24 hexadecimal characters.' })
  sessionId: string;

  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;
}

@ObjectType({ description: 'Result of endSession.' })
export class EndSessionPayload {
  @Field(() => ID, { description: 'Id of the ended session.' })
  endedSessionId: string;
}

@InputType({ description: 'Input of endOtherSessions.' })
export class EndOtherSessionsInput {
  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;
}

@ObjectType({ description: 'Result of endOtherSessions.' })
export class EndOtherSessionsPayload {
  @Field(() => Int, { description: 'Number of sessions that were ended.' })
  ended: number;
}

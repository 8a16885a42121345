import { Field, InputType, ObjectType } from 'type-graphql';
import { ViewerType } from '../identity/graphql/viewer.types.js';

@InputType({ description: 'Input of requestAccountRemoval.' })
export class RequestAccountRemovalInput {
  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;

  @Field(() => String, {
    nullable: true,
    description:
      'If two-factor authentication is on, a code from the app, or a recovery code: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID.',
  })
  code?: string | null;
}

@ObjectType({ description: 'Result of requestAccountRemoval.' })
export class RequestAccountRemovalPayload {
  @Field(() => ViewerType, { description: 'The user, with the time of the removal.' })
  viewer: ViewerType;
}

@ObjectType({ description: 'Result of cancelAccountRemoval.' })
export class CancelAccountRemovalPayload {
  @Field(() => ViewerType, { description: 'The user, without a removal.' })
  viewer: ViewerType;
}

import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../../../foundation/graphql/node.types.js';
import { DateTime } from '../../../foundation/graphql/scalars.js';
import type { PlanKey } from '../../plans/plans.js';

export const PlanEnum = { STARTER: 'starter', PRO: 'pro', PREMIUM: 'premium' } as const satisfies Record<
  string,
  PlanKey
>;
registerEnumType(PlanEnum, {
  name: 'Plan',
  description: 'The plan of an account; `Viewer.usage` has its limits.',
  valuesConfig: {
    STARTER: { description: 'The free plan, without access to the API by keys.' },
    PRO: { description: 'With API keys; posts are counted for each connected account.' },
    PREMIUM: { description: 'The plan with the highest limits.' },
  },
});

@ObjectType('Viewer', {
  implements: Node,
  description: 'The authenticated user: the owner of the key or session, or the managed user of x-service-user-id.',
})
export class ViewerType {
  @Field(() => ID, { description: '24 hexadecimal characters, as sent in `x-service-user-id`.' })
  id: string;

  @Field(() => String, {
    description: 'E-mail address that the user signs in with, or that a workspace owner assigned.',
  })
  email: string;

  @Field(() => Boolean, {
    description:
      'Whether the address is confirmed. If the service sends e-mails, posts can be scheduled only then: EMAIL_NOT_CONFIRMED.',
  })
  emailConfirmed: boolean;

  @Field(() => String, { description: 'Name shown to people.' })
  displayName: string;

  @Field(() => PlanEnum, { description: 'Plan of the account; that of the workspace owner for a managed user.' })
  plan: PlanKey;

  @Field(() => Boolean, { description: 'Whether the user is managed by a workspace owner.' })
  managed: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the account is removed, with everything in it: seven days after requestAccountRemoval, unless cancelAccountRemoval is called before. Posts that are due later are not published. Null if no removal is pending. Of the workspace owner for a managed user.',
  })
  removalAt: Date | null;
}

@InputType({ description: 'A new name.' })
export class ChangeDisplayNameInput {
  @Field(() => String, {
    description: 'One line of at most 200 characters: DISPLAY_NAME_INVALID. A blank one is the e-mail address.',
  })
  displayName: string;
}

@ObjectType({ description: 'Answer of changeDisplayName.' })
export class ChangeDisplayNamePayload {
  @Field(() => ViewerType, { description: 'The user with the new name.' })
  viewer: ViewerType;
}

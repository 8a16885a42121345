import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { PlanKey } from '../plans/plans.js';

export const PlanEnum = { STARTER: 'starter', PRO: 'pro', PREMIUM: 'premium' } as const satisfies Record<
  string,
  PlanKey
>;
registerEnumType(PlanEnum, { name: 'Plan', description: 'What an account has paid for.' });

@ObjectType('Viewer', {
  description: 'Who is calling: the owner of the key or session, or the managed user of x-service-user-id.',
})
export class ViewerType {
  @Field(() => ID, { description: '24 hexadecimal characters: what `x-service-user-id` takes.' })
  id: string;

  @Field(() => String, {
    description: 'E-mail address that the user signs in with, or that a workspace owner named them by.',
  })
  email: string;

  @Field(() => Boolean, {
    description:
      'Whether the address is confirmed. Where e-mails are sent, posts are scheduled only then: EMAIL_NOT_CONFIRMED.',
  })
  emailConfirmed: boolean;

  @Field(() => String, { description: 'Name to show to people.' })
  displayName: string;

  @Field(() => PlanEnum, { description: 'Plan of the account; that of the workspace owner for a managed user.' })
  plan: PlanKey;

  @Field(() => Boolean, { description: 'Whether the call is for a user whom a workspace owner manages.' })
  managed: boolean;
}

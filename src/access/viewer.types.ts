import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import type { PlanKey } from '../plans/plans.js';

export const PlanEnum = { STARTER: 'starter', PRO: 'pro', PREMIUM: 'premium' } as const satisfies Record<
  string,
  PlanKey
>;
registerEnumType(PlanEnum, { name: 'Plan', description: 'What an account has paid for.' });

@ObjectType('Viewer', { description: 'Who is calling: the key’s owner, or the managed user of x-service-user-id.' })
export class ViewerType {
  @Field(() => ID)
  id: string;

  @Field(() => String)
  email: string;

  @Field(() => String)
  displayName: string;

  @Field(() => PlanEnum, { description: 'Plan of the key’s owner.' })
  plan: PlanKey;

  @Field(() => Boolean, { description: 'Whether this is a managed user.' })
  managed: boolean;
}

import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../foundation/graphql/connection.types.js';
import { UserUsage } from '../usage/usage.types.js';
import type { UsageSort } from '../usage/user-usage.repository.js';
import { ManagedUserType } from '../workspaces/workspace.types.js';

export const ClientUsageSortEnum = {
  POSTS_PER_MONTH: 'postsPerMonth',
  STORAGE: 'usedBytes',
} as const satisfies Record<string, UsageSort>;
registerEnumType(ClientUsageSortEnum, {
  name: 'ClientUsageSort',
  description: 'The order of clients: those first that use most; of equal ones, oldest first.',
  valuesConfig: {
    POSTS_PER_MONTH: { description: 'By the platform posts of the month.' },
    STORAGE: { description: 'By the bytes of their files.' },
  },
});

@ObjectType('ClientUsage', { description: 'What one client uses of the plan of the account that manages it.' })
export class ClientUsageType extends UserUsage {
  @Field(() => ManagedUserType, { description: 'The client.' })
  user: ManagedUserType;
}

export const ClientUsageConnection = connectionOf('ClientUsage', ClientUsageType);

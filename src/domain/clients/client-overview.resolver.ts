import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { ManagedUserType } from '../workspaces/workspace.types.js';
import { ClientOverviewType } from './client-overview.types.js';
import type { ClientsContext } from './clients.context.js';

/** Managed users as the clients of an agency. */
@Resolver(() => ManagedUserType)
export class ClientOverviewResolver {
  @FieldResolver(() => ClientOverviewType, { description: 'What needs attention, and the usage of the month.' })
  overview(@Root() { id }: ManagedUserType, @Ctx() { loaders }: ClientsContext): Promise<ClientOverviewType> {
    return loaders.overviewOfUser.load(id);
  }
}

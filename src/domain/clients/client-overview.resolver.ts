import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { COST } from '../../foundation/graphql/cost.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { ManagedUserType } from '../workspaces/workspace.types.js';
import { ClientOverviewType, ClientsSummaryType } from './client-overview.types.js';
import type { ClientsContext } from './clients.context.js';
import type { SummarizeClients } from './summarize-clients.use-case.js';

/** Managed users as the clients of an agency. */
@Resolver(() => ManagedUserType)
export class ClientOverviewResolver {
  constructor(private readonly needs: { summarizeClients: SummarizeClients }) {}

  @Query(() => ClientsSummaryType, {
    description:
      'What needs attention at all users of your workspace together, and their usage of the month. managedUsers sorted by ATTENTION has them one by one. WORKSPACE_ACCESS_DISABLED.',
    complexity: COST.managedUsers,
  })
  clientsSummary(@CurrentViewer() viewer: Viewer): Promise<ClientsSummaryType> {
    return this.needs.summarizeClients(viewer);
  }

  @FieldResolver(() => ClientOverviewType, { description: 'What needs attention, and the usage of the month.' })
  overview(@Root() { id }: ManagedUserType, @Ctx() { loaders }: ClientsContext): Promise<ClientOverviewType> {
    return loaders.overviewOfUser.load(id);
  }
}

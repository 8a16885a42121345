import { FieldResolver, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { listOf } from '../../foundation/graphql/cost.js';
import type { Viewer } from '../identity/viewer.js';
import { ViewerType } from '../identity/viewer.types.js';
import { CurrentViewer } from '../identity/viewer-context.js';
import { connectionsOfUser } from './connection.repository.js';
import { ConnectedAccountType, toConnectedAccountType } from './connection.types.js';

@Resolver(() => ViewerType)
export class ViewerConnectionsResolver {
  constructor(private readonly needs: { db: Db; clock: () => Date }) {}

  @FieldResolver(() => [ConnectedAccountType], {
    description: 'Connected accounts, oldest first: the targets of posts.',
    complexity: listOf(10),
  })
  async connectedAccounts(@CurrentViewer() viewer: Viewer): Promise<ConnectedAccountType[]> {
    const now = this.needs.clock();
    return (await connectionsOfUser(this.needs.db, viewer.userId)).map((one) => toConnectedAccountType(one, now));
  }
}

import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { AccountUsage } from '../usage/usage.types.js';
import type { AccountsContext } from './accounts.context.js';
import { ConnectedAccountType, toConnectedAccountType } from './connection.types.js';

@Resolver(() => AccountUsage)
export class AccountUsageResolver {
  constructor(private readonly needs: { clock: () => Date }) {}

  @FieldResolver(() => ConnectedAccountType, {
    nullable: true,
    description: 'Null while the account is not connected.',
  })
  async account(
    @Root() { platformId }: AccountUsage,
    @CurrentViewer() { userId }: Viewer,
    @Ctx() { loaders }: AccountsContext,
  ): Promise<ConnectedAccountType | null> {
    const connection = await loaders.connectionByKey.load({ userId, platformId });
    return connection && toConnectedAccountType(connection, this.needs.clock());
  }
}

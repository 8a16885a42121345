import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { AccountsContext } from '../../accounts/accounts.context.js';
import { ConnectedAccountType, toConnectedAccountType } from '../../accounts/connection.types.js';
import type { Viewer } from '../../identity/access/viewer.js';
import { CurrentViewer } from '../../identity/graphql/viewer.context.js';
import { PlatformPostType } from './post-group.types.js';

@Resolver(() => PlatformPostType)
export class PostAccountResolver {
  constructor(private readonly needs: { clock: () => Date }) {}

  @FieldResolver(() => ConnectedAccountType, {
    nullable: true,
    description: 'Null while the account is not connected.',
  })
  async account(
    @Root() { platformId }: PlatformPostType,
    @CurrentViewer() { userId }: Viewer,
    @Ctx() { loaders }: AccountsContext,
  ): Promise<ConnectedAccountType | null> {
    const connection = await loaders.connectionByKey.load({ userId, platformId });
    return connection && toConnectedAccountType(connection, this.needs.clock());
  }
}

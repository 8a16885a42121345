import { FieldResolver, Query, Resolver } from 'type-graphql';
import { CurrentViewer } from '../../api/context.js';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { listOf } from '../../foundation/graphql/cost.js';
import { connectionsOfUser } from '../accounts/connection.repository.js';
import { ConnectionType, toConnectionType } from '../accounts/connection.types.js';
import { findUser } from './access.repository.js';
import type { Viewer } from './viewer.js';
import { ViewerType } from './viewer.types.js';

@Resolver(() => ViewerType)
export class ViewerResolver {
  constructor(private readonly needs: { db: Db; clock: () => Date }) {}

  @Query(() => ViewerType, { description: 'The authenticated user.' })
  async viewer(@CurrentViewer() viewer: Viewer): Promise<ViewerType> {
    const user = await findUser(this.needs.db, viewer.userId);
    if (!user) throw new AppError('API_KEY_OWNER_INVALID');
    const { id, email, displayName, emailConfirmedAt } = user;
    return {
      id,
      email,
      emailConfirmed: emailConfirmedAt !== null,
      displayName,
      plan: viewer.plan,
      managed: viewer.userId !== viewer.ownerId,
    };
  }

  @FieldResolver(() => [ConnectionType], {
    description: 'Connected accounts, oldest first: the targets of posts.',
    complexity: listOf(10),
  })
  async connections(@CurrentViewer() viewer: Viewer): Promise<ConnectionType[]> {
    const now = this.needs.clock();
    return (await connectionsOfUser(this.needs.db, viewer.userId)).map((one) => toConnectionType(one, now));
  }
}

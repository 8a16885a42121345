import { Query, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { findUser } from './access.repository.js';
import type { Viewer } from './viewer.js';
import { ViewerType } from './viewer.types.js';
import { CurrentViewer } from './viewer-context.js';

@Resolver(() => ViewerType)
export class ViewerResolver {
  constructor(private readonly needs: { db: Db }) {}

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
}

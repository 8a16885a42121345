import { Arg, Mutation, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { COST } from '../../foundation/graphql/cost.js';
import type { Viewer } from '../identity/access/viewer.js';
import { SessionViewer } from '../identity/graphql/viewer.context.js';
import { userOf } from '../identity/graphql/viewer.resolver.js';
import type { Plans } from '../plans/plans.js';
import type { CancelRemoval } from './cancel-removal.use-case.js';
import {
  CancelAccountRemovalPayload,
  RequestAccountRemovalInput,
  RequestAccountRemovalPayload,
} from './removal.types.js';
import type { RequestRemoval } from './request-removal.use-case.js';

/** An owner removes their account. */
@Resolver()
export class RemovalResolver {
  constructor(
    private readonly needs: { db: Db; plans: Plans; requestRemoval: RequestRemoval; cancelRemoval: CancelRemoval },
  ) {}

  @Mutation(() => RequestAccountRemovalPayload, {
    description:
      'Removes the account that is signed in after seven days, with its managed users and everything in it; `Viewer.removalAt` says when. Until then everything works, and cancelAccountRemoval keeps the account. Posts that are due later are not published; posts that were published stay on their platforms. You are notified by e-mail, now and when it is done. A pending removal keeps its time. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED.',
    complexity: COST.password,
  })
  async requestAccountRemoval(
    @SessionViewer('OWN') viewer: Viewer,
    @Arg('input', () => RequestAccountRemovalInput, { description: 'Password and code.' })
    { password, code = null }: RequestAccountRemovalInput,
  ): Promise<RequestAccountRemovalPayload> {
    await this.needs.requestRemoval(viewer, { password, code });
    return { viewer: await userOf(this.needs, viewer) };
  }

  @Mutation(() => CancelAccountRemovalPayload, {
    description:
      'Keeps the account whose removal is pending; you are notified by e-mail. Nothing happens if none is. Dashboard sessions only. Errors: SESSION_REQUIRED.',
  })
  async cancelAccountRemoval(@SessionViewer('OWN') viewer: Viewer): Promise<CancelAccountRemovalPayload> {
    await this.needs.cancelRemoval(viewer);
    return { viewer: await userOf(this.needs, viewer) };
  }
}

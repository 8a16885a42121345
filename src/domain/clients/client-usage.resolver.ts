import { Arg, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import { AFTER, type Connection, FIRST, readPage } from '../../foundation/graphql/connection.types.js';
import { COST, points } from '../../foundation/graphql/cost.js';
import { NullOnlyWithError } from '../../foundation/graphql/directives.js';
import { CURSOR, cursorsOf } from '../../foundation/graphql/pagination.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import { periodOf } from '../plans/limits.js';
import { PlanUsage } from '../usage/usage.types.js';
import type { UsageSort } from '../usage/user-usage.repository.js';
import type { CountManagedUsers } from '../workspaces/count-managed-users.use-case.js';
import { ClientUsageConnection, ClientUsageSortEnum, type ClientUsageType } from './client-usage.types.js';
import type { ClientUsage } from './client-usage.use-case.js';

const cursorsBy = (sort: UsageSort) =>
  cursorsOf(`usage by client, ${sort}`, { used: z.int().min(0), time: CURSOR.time, id: CURSOR.id });
const CURSORS = { postsPerMonth: cursorsBy('postsPerMonth'), usedBytes: cursorsBy('usedBytes') };

/** The usage of the plan by client. */
@Resolver(() => PlanUsage)
export class ClientUsageResolver {
  constructor(private readonly needs: { clientUsage: ClientUsage; countManagedUsers: CountManagedUsers }) {}

  @NullOnlyWithError()
  @FieldResolver(() => ClientUsageConnection, {
    nullable: true,
    description:
      'What each user of your workspace uses; null only with an error: WORKSPACE_ACCESS_DISABLED, PAGE_INVALID.',
    complexity: points(() => COST.managedUsers),
  })
  clients(
    @Root() { periodStartsAt }: PlanUsage,
    @CurrentViewer() viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
    @Arg('sort', () => ClientUsageSortEnum, {
      defaultValue: ClientUsageSortEnum.POSTS_PER_MONTH,
      description: 'The order. A cursor is valid in the order that it was read in.',
    })
    sort: UsageSort = ClientUsageSortEnum.POSTS_PER_MONTH,
  ): Promise<Connection<ClientUsageType>> {
    return readPage(
      { first, after },
      {
        read: async (page) => {
          const users = await this.needs.clientUsage(viewer, periodOf(periodStartsAt), { ...page, sort });
          return users.map((user) => ({ ...user, user }));
        },
        count: () => this.needs.countManagedUsers(viewer, null),
        cursors: CURSORS[sort],
        positionOf: ({ user, ...usage }) => ({ used: usage[sort], time: user.createdAt, id: user.id }),
      },
    );
  }
}

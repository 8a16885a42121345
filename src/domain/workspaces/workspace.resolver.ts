import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { z } from 'zod';
import { AFTER, byTime, type Connection, FIRST, readPage } from '../../foundation/graphql/connection.types.js';
import { COST, points } from '../../foundation/graphql/cost.js';
import { CURSOR, cursorsOf } from '../../foundation/graphql/pagination.js';
import { parseId } from '../../foundation/graphql/parse-id.js';
import { mayDo, type Viewer } from '../identity/access/viewer.js';
import { CurrentViewer } from '../identity/graphql/viewer.context.js';
import type { CountManagedUsers } from './count-managed-users.use-case.js';
import type { CreateConnectionPage } from './create-connection-page.use-case.js';
import type { CreateManagedUser } from './create-managed-user.use-case.js';
import type { CreateManagedUserKey } from './create-managed-user-key.use-case.js';
import type { DetachManagedUser } from './detach-managed-user.use-case.js';
import type { ListManagedUsers } from './list-managed-users.use-case.js';
import {
  ConnectionPageType,
  CreateConnectionPageInput,
  CreateConnectionPagePayload,
  CreateManagedUserInput,
  CreateManagedUserKeyInput,
  CreateManagedUserKeyPayload,
  CreateManagedUserPayload,
  DetachManagedUserInput,
  DetachManagedUserPayload,
  ManagedUserConnection,
  ManagedUserFilterInput,
  type ManagedUserSort,
  ManagedUserSortEnum,
  ManagedUserType,
} from './workspace.types.js';
import type { WorkspacesContext } from './workspaces.context.js';

const OLDEST_FIRST = byTime('managedUsers');
const BY_ATTENTION = cursorsOf('managedUsers by attention', {
  problems: z.int32().min(0),
  time: CURSOR.time,
  id: CURSOR.id,
});

const listCost = ({ sort }: Record<string, unknown>): number =>
  sort === ManagedUserSortEnum.ATTENTION ? COST.managedUsers : 1;

/** The workspace of an account. Everything here needs workspace access: WORKSPACE_ACCESS_DISABLED. */
@Resolver(() => ManagedUserType)
export class WorkspaceResolver {
  constructor(
    private readonly needs: {
      listManagedUsers: ListManagedUsers;
      countManagedUsers: CountManagedUsers;
      createManagedUser: CreateManagedUser;
      detachManagedUser: DetachManagedUser;
      createManagedUserKey: CreateManagedUserKey;
      createConnectionPage: CreateConnectionPage;
    },
  ) {}

  @Query(() => ManagedUserConnection, {
    description: 'Users of your workspace. WORKSPACE_ACCESS_DISABLED, FILTER_INVALID.',
    complexity: points(listCost),
  })
  managedUsers(
    @CurrentViewer() viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
    @Arg('filter', () => ManagedUserFilterInput, {
      nullable: true,
      description: 'Filters users. If omitted, all are returned.',
    })
    filter?: ManagedUserFilterInput | null,
    @Arg('sort', () => ManagedUserSortEnum, {
      defaultValue: ManagedUserSortEnum.CREATED_AT,
      description: 'The order. A cursor is valid in the order that it was read in.',
    })
    sort: ManagedUserSort = ManagedUserSortEnum.CREATED_AT,
  ): Promise<Connection<ManagedUserType>> {
    const text = filter?.text ?? null;
    const { listManagedUsers, countManagedUsers } = this.needs;
    const count = () => countManagedUsers(viewer, text);
    if (sort === ManagedUserSortEnum.CREATED_AT) {
      return readPage(
        { first, after },
        {
          read: (page) => listManagedUsers.oldestFirst(viewer, text, page),
          count,
          cursors: OLDEST_FIRST,
          positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
        },
      );
    }
    return readPage(
      { first, after },
      {
        read: (page) => listManagedUsers.byAttention(viewer, text, page),
        count,
        cursors: BY_ATTENTION,
        positionOf: ({ problems, createdAt, id }) => ({ problems, time: createdAt, id }),
      },
    );
  }

  @FieldResolver(() => ConnectionPageType, {
    nullable: true,
    description:
      'The link with which the user connects accounts; null if none exists, it has expired, you lack the permission MANAGE, or an operator is signed in as the account.',
  })
  async connectionPage(
    @Root() user: ManagedUserType,
    @CurrentViewer() viewer: Viewer,
    @Ctx() { loaders }: WorkspacesContext,
  ): Promise<ConnectionPageType | null> {
    // Anyone with the link can connect accounts.
    const mayHaveIt = mayDo(viewer, 'MANAGE') && !viewer.session?.operator;
    return mayHaveIt ? loaders.connectionPageOfUser.load(user.id) : null;
  }

  @Mutation(() => CreateManagedUserPayload, {
    description:
      'Adds a user to your workspace, of at most 1,000. Errors: WORKSPACE_ACCESS_DISABLED, MANAGED_USER_LIMIT_REACHED, EMAIL_REQUIRED, EMAIL_INVALID, EMAIL_TAKEN, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE.',
    complexity: COST.recorded,
  })
  async createManagedUser(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => CreateManagedUserInput, { description: 'The user.' }) input: CreateManagedUserInput,
  ): Promise<CreateManagedUserPayload> {
    const { email: username, displayName = null } = input;
    return { user: await this.needs.createManagedUser(viewer, { username, displayName }) };
  }

  @Mutation(() => DetachManagedUserPayload, {
    description:
      'Detaches a user from your workspace; it is not deleted. Its link, its API keys, its calendar feed, the webhooks that you made for it and your exports end. Its files and drafts count for your account until they are deleted, and its posts of the month do. Errors: ID_INVALID, WORKSPACE_ACCESS_DISABLED, MANAGED_USER_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async detachManagedUser(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => DetachManagedUserInput, { description: 'The user.' }) input: DetachManagedUserInput,
  ): Promise<DetachManagedUserPayload> {
    const detachedUserId = parseId('userId', input.userId);
    await this.needs.detachManagedUser(viewer, detachedUserId);
    return { detachedUserId };
  }

  @Mutation(() => CreateManagedUserKeyPayload, {
    description:
      'Creates an API key for a user of your workspace, replacing the previous one. Errors: ID_INVALID, WORKSPACE_ACCESS_DISABLED, WORKSPACE_OWNER_WITHOUT_API, MANAGED_USER_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async createManagedUserKey(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => CreateManagedUserKeyInput, { description: 'The user.' }) input: CreateManagedUserKeyInput,
  ): Promise<CreateManagedUserKeyPayload> {
    return this.needs.createManagedUserKey(viewer, parseId('userId', input.userId));
  }

  @Mutation(() => CreateConnectionPagePayload, {
    description:
      'Creates the link with which a user of your workspace connects accounts, or extends the existing one. Errors: ID_INVALID, WORKSPACE_ACCESS_DISABLED, EXPIRY_DAYS_INVALID, MANAGED_USER_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async createConnectionPage(
    @CurrentViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => CreateConnectionPageInput, { description: 'The link.' }) input: CreateConnectionPageInput,
  ): Promise<CreateConnectionPagePayload> {
    const userId = parseId('userId', input.userId);
    return { connectionPage: await this.needs.createConnectionPage(viewer, { ...input, userId }) };
  }
}

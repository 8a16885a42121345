import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { AFTER, byTime, type Connection, FIRST, readPage } from '../../foundation/graphql/connection.types.js';
import { COST } from '../../foundation/graphql/cost.js';
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
  ManagedUserType,
} from './workspace.types.js';
import type { WorkspacesContext } from './workspaces.context.js';

const MANAGED_USERS = byTime('managedUsers');

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
    description: 'Users of your workspace, oldest first. WORKSPACE_ACCESS_DISABLED, FILTER_INVALID.',
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
  ): Promise<Connection<ManagedUserType>> {
    const text = filter?.text ?? null;
    return readPage(
      { first, after },
      {
        read: (page) => this.needs.listManagedUsers(viewer, text, page),
        count: () => this.needs.countManagedUsers(viewer, text),
        cursors: MANAGED_USERS,
        positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
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

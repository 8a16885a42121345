import { Arg, Ctx, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { AFTER, type Connection, FIRST } from '../../foundation/graphql/connection.types.js';
import { COST, listOf } from '../../foundation/graphql/cost.js';
import { DateTime } from '../../foundation/graphql/scalars.js';
import { PLATFORM_KEYS } from '../../platforms/port/platform.js';
import type { Viewer } from '../identity/access/viewer.js';
import { CurrentViewer, SessionViewer } from '../identity/graphql/viewer.context.js';
import type { AccountsContext } from './accounts.context.js';
import type { CheckAccount } from './check-account.use-case.js';
import type { ConnectAccount } from './connect-account.use-case.js';
import type { Connectable } from './connectable.js';
import {
  CheckAccountInput,
  CheckAccountPayload,
  ConnectAccountInput,
  ConnectAccountPayload,
  CreateLoginUrlInput,
  CreateLoginUrlPayload,
  DisconnectAccountInput,
  DisconnectAccountPayload,
} from './connection.inputs.js';
import { connectionsByPlatformId } from './connection.repository.js';
import {
  AccountError,
  ConnectablePlatformType,
  ConnectedAccountConnection,
  ConnectedAccountFilterInput,
  ConnectedAccountType,
  toConnectedAccountType,
  WHICH_ACCOUNTS,
} from './connection.types.js';
import type { DisconnectAccount } from './disconnect-account.use-case.js';
import type { LoginUrl } from './login-url.js';
import { isTarget, parseTarget } from './platform-id.js';
import { accountsOf } from './viewer-connections.resolver.js';

@Resolver(() => ConnectedAccountType)
export class ConnectionResolver {
  constructor(
    private readonly needs: {
      db: Db;
      clock: () => Date;
      connectAccount: ConnectAccount;
      disconnectAccount: DisconnectAccount;
      checkAccount: CheckAccount;
      connectablePlatforms: readonly Connectable[];
      loginUrl: LoginUrl;
    },
  ) {}

  @Query(() => ConnectedAccountConnection, {
    description: 'Connected accounts, oldest first: the targets of posts.',
  })
  connectedAccounts(
    @CurrentViewer() viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
    @Arg('filter', () => ConnectedAccountFilterInput, WHICH_ACCOUNTS) filter?: ConnectedAccountFilterInput | null,
  ): Promise<Connection<ConnectedAccountType>> {
    return accountsOf(this.needs, viewer, { first, after }, filter ?? {});
  }

  @Query(() => ConnectedAccountType, {
    nullable: true,
    description: 'Your connected account with this id; null if you have none.',
  })
  async connectedAccount(
    @CurrentViewer() viewer: Viewer,
    @Arg('platformId', () => String, {
      description: '`<platform>-<account id>`; a skyfeed account may also be given by its DID.',
    })
    platformId: string,
  ): Promise<ConnectedAccountType | null> {
    if (!isTarget(platformId)) return null;
    const { platformId: printed } = parseTarget(platformId);
    const [found] = await connectionsByPlatformId(this.needs.db, viewer.userId, [printed]);
    return found ? toConnectedAccountType(found, this.needs.clock()) : null;
  }

  @Query(() => [ConnectablePlatformType], {
    description:
      'How accounts of each platform are connected: with credential fields, or a login. Requires no authentication.',
    complexity: listOf(PLATFORM_KEYS.length),
  })
  connectablePlatforms(): ConnectablePlatformType[] {
    return this.needs.connectablePlatforms.map(({ platform, typed, login }) => ({
      platform,
      fields: [...(typed?.fields ?? [])],
      login: login && { fields: [...login.fields], configured: login.isConfigured },
    }));
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'When a post to it last succeeded, whether or not the post still exists.',
  })
  async lastPublishedAt(
    @Root() connection: ConnectedAccountType,
    @Ctx() { loaders }: AccountsContext,
  ): Promise<Date | null> {
    return (await loaders.activityOfConnection.load(connection.id)).lastPublishedAt;
  }

  @FieldResolver(() => AccountError, {
    nullable: true,
    description: 'The last error of a post to it; null once a later one has succeeded.',
  })
  async lastError(
    @Root() connection: ConnectedAccountType,
    @Ctx() { loaders }: AccountsContext,
  ): Promise<AccountError | null> {
    return (await loaders.activityOfConnection.load(connection.id)).lastError;
  }

  @Mutation(() => ConnectAccountPayload, {
    description:
      'Connects an account with credentials entered by its owner (an app password, a bot token, an access token), or updates an existing connection. Dashboard sessions only. Errors: SESSION_REQUIRED, PLATFORM_NOT_CONNECTABLE, CREDENTIAL_FIELD_INVALID, CONNECTION_REFUSED, PLATFORM_NOT_AVAILABLE, CHANNEL_LIMIT_REACHED.',
    complexity: COST.recorded,
  })
  async connectAccount(
    @SessionViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => ConnectAccountInput, { description: 'The account.' }) input: ConnectAccountInput,
  ): Promise<ConnectAccountPayload> {
    const values = new Map(input.fields.map(({ name, value }) => [name, value]));
    const connection = await this.needs.connectAccount(viewer, { platform: input.platform, values });
    return { account: toConnectedAccountType(connection, this.needs.clock()) };
  }

  @Mutation(() => CreateLoginUrlPayload, {
    description:
      'Creates a URL that starts a login at a platform (OAuth 2); the login ends with the account connected, and its failures are shown on a page. Dashboard sessions only. Errors: SESSION_REQUIRED, PLATFORM_NOT_CONNECTABLE, PLATFORM_NOT_CONFIGURED, CREDENTIAL_FIELD_INVALID, URL_INVALID, RETURN_ADDRESS_INVALID.',
  })
  createLoginUrl(
    @SessionViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => CreateLoginUrlInput, { description: 'The login.' }) input: CreateLoginUrlInput,
  ): CreateLoginUrlPayload {
    const { platform, fields, returnTo = null } = input;
    const values = new Map(fields.map(({ name, value }) => [name, value]));
    return { url: this.needs.loginUrl(viewer, { platform, values, returnTo }) };
  }

  @Mutation(() => CheckAccountPayload, {
    description:
      'Checks with the platform whether the credentials of a connection work. A failed check is a result, not an error. Errors: PLATFORM_ID_FORMAT_INVALID, CONNECTION_NOT_FOUND.',
    complexity: COST.platformRequest,
  })
  async checkAccount(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => CheckAccountInput, { description: 'The connection.' }) input: CheckAccountInput,
  ): Promise<CheckAccountPayload> {
    return { check: await this.needs.checkAccount(viewer, input.platformId) };
  }

  @Mutation(() => DisconnectAccountPayload, {
    description:
      'Removes a connection with its credentials. Its posts are kept; scheduled posts to it will fail. Dashboard sessions only. Errors: SESSION_REQUIRED, CONNECTION_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async disconnectAccount(
    @SessionViewer('MANAGE') viewer: Viewer,
    @Arg('input', () => DisconnectAccountInput, { description: 'The connection.' }) input: DisconnectAccountInput,
  ): Promise<DisconnectAccountPayload> {
    const platformId = isTarget(input.platformId) ? parseTarget(input.platformId).platformId : null;
    const removed = platformId && (await this.needs.disconnectAccount(viewer, platformId));
    if (!removed) throw new AppError('CONNECTION_NOT_FOUND');
    return { disconnectedAccountId: removed.id, platformId: removed.platformId };
  }
}

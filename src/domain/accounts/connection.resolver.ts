import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { COST, listOf } from '../../foundation/graphql/cost.js';
import { PLATFORM_KEYS, type PlatformKey } from '../../platforms/port/platform.js';
import { assertSession, type Viewer } from '../identity/viewer.js';
import { CurrentViewer } from '../identity/viewer-context.js';
import { PlatformEnum } from '../platforms/platform.types.js';
import type { AccountsContext } from './accounts-context.js';
import type { CheckConnection } from './check-connection.use-case.js';
import type { ConnectAccount } from './connect-account.use-case.js';
import type { ConnectUrl } from './connect-url.js';
import type { Connectable } from './connectable.js';
import {
  CheckConnectionInput,
  CheckConnectionPayload,
  ConnectWithPasswordInput,
  ConnectWithPasswordPayload,
  CredentialInput,
  DisconnectInput,
  DisconnectPayload,
} from './connection.inputs.js';
import { connectionsByPlatformId, connectionsOfUser, deleteConnection } from './connection.repository.js';
import { ConnectablePlatformType, ConnectionError, ConnectionType, toConnectionType } from './connection.types.js';
import { isTarget, parseTarget } from './platform-id.js';

@Resolver(() => ConnectionType)
export class ConnectionResolver {
  constructor(
    private readonly needs: {
      db: Db;
      clock: () => Date;
      connectAccount: ConnectAccount;
      checkConnection: CheckConnection;
      connectablePlatforms: readonly Connectable[];
      connectUrl: ConnectUrl;
    },
  ) {}

  @Query(() => [ConnectionType], {
    description: 'Connected accounts, oldest first: the targets of posts.',
    complexity: listOf(10),
  })
  async connections(@CurrentViewer() viewer: Viewer): Promise<ConnectionType[]> {
    const now = this.needs.clock();
    return (await connectionsOfUser(this.needs.db, viewer.userId)).map((one) => toConnectionType(one, now));
  }

  @Query(() => ConnectionType, {
    nullable: true,
    description: 'One connection by its platform id; null if there is none.',
  })
  async connection(
    @CurrentViewer() viewer: Viewer,
    @Arg('platformId', () => String, { description: 'As returned by connections.' }) platformId: string,
  ): Promise<ConnectionType | null> {
    if (!isTarget(platformId)) return null;
    const { platformId: printed } = parseTarget(platformId);
    const [found] = await connectionsByPlatformId(this.needs.db, viewer.userId, [printed]);
    return found ? toConnectionType(found, this.needs.clock()) : null;
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

  @Query(() => String, {
    description:
      'URL that starts a login at a platform (OAuth 2). Open it in the browser of this session; the login ends with the account connected. Dashboard sessions only: SESSION_REQUIRED. PLATFORM_NOT_CONNECTABLE, PLATFORM_NOT_CONFIGURED, CREDENTIAL_FIELD_INVALID, RETURN_ADDRESS_INVALID; later failures are shown on a page.',
  })
  connectUrl(
    @CurrentViewer() viewer: Viewer,
    @Arg('platform', () => PlatformEnum, { description: 'One of `connectablePlatforms` that has a `login`.' })
    platform: PlatformKey,
    @Arg('fields', () => [CredentialInput], {
      defaultValue: [],
      description: 'The fields of its login, if any; a page asks for missing ones.',
    })
    fields: CredentialInput[],
    @Arg('returnTo', () => String, {
      nullable: true,
      description:
        'Where the browser is redirected at the end, with `connected=<platform id>` for each account: a URL of this service or of a site that its operator allows (`CORS_ORIGINS`). If null, the login ends on a page that lists the connected accounts.',
    })
    returnTo: string | undefined,
  ): string {
    assertSession(viewer);
    const values = new Map(fields.map(({ name, value }) => [name, value]));
    return this.needs.connectUrl(viewer, { platform, values, returnTo: returnTo ?? null });
  }

  @FieldResolver(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When a post to it last succeeded, whether or not the post still exists.',
  })
  async lastSuccessfulPost(
    @Root() connection: ConnectionType,
    @Ctx() { loaders }: AccountsContext,
  ): Promise<Date | null> {
    return (await loaders.activityOfConnection.load(connection.id)).lastSuccessfulPost;
  }

  @FieldResolver(() => ConnectionError, {
    nullable: true,
    description: 'The last error of a post to it; null once a later one has succeeded.',
  })
  async lastError(
    @Root() connection: ConnectionType,
    @Ctx() { loaders }: AccountsContext,
  ): Promise<ConnectionError | null> {
    return (await loaders.activityOfConnection.load(connection.id)).lastError;
  }

  @Mutation(() => ConnectWithPasswordPayload, {
    description:
      'Connects an account with credentials entered by its owner (an app password, a bot token, an access token), or updates an existing connection. Dashboard sessions only: SESSION_REQUIRED. PLATFORM_NOT_CONNECTABLE, CREDENTIAL_FIELD_INVALID, CONNECTION_REFUSED, CHANNEL_LIMIT_REACHED.',
    complexity: COST.platformRequest,
  })
  async connectWithPassword(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => ConnectWithPasswordInput, { description: 'The account.' }) input: ConnectWithPasswordInput,
  ): Promise<ConnectWithPasswordPayload> {
    assertSession(viewer);
    const values = new Map(input.fields.map(({ name, value }) => [name, value]));
    const connection = await this.needs.connectAccount(viewer, { platform: input.platform, values });
    return { connection: toConnectionType(connection, this.needs.clock()) };
  }

  @Mutation(() => CheckConnectionPayload, {
    description:
      'Checks with the platform whether the credentials of a connection work. PLATFORM_ID_FORMAT_INVALID, CONNECTION_NOT_FOUND. A failed check is a result, not an error.',
    complexity: COST.platformRequest,
  })
  async checkConnection(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => CheckConnectionInput, { description: 'The connection.' }) input: CheckConnectionInput,
  ): Promise<CheckConnectionPayload> {
    return { check: await this.needs.checkConnection(viewer, input.platformId) };
  }

  @Mutation(() => DisconnectPayload, {
    description:
      'Removes a connection with its credentials. Its posts are kept; scheduled posts to it will fail. Dashboard sessions only: SESSION_REQUIRED. CONNECTION_NOT_FOUND.',
  })
  async disconnect(
    @CurrentViewer() viewer: Viewer,
    @Arg('input', () => DisconnectInput, { description: 'The connection.' }) input: DisconnectInput,
  ): Promise<DisconnectPayload> {
    assertSession(viewer);
    const platformId = isTarget(input.platformId) ? parseTarget(input.platformId).platformId : null;
    if (!platformId || !(await deleteConnection(this.needs.db, viewer.userId, platformId))) {
      throw new AppError('CONNECTION_NOT_FOUND');
    }
    return { platformId };
  }
}

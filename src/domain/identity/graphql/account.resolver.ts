import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Db } from '../../../foundation/database/unit-of-work.js';
import {
  AFTER,
  byTime,
  type Connection,
  FIRST,
  oldestFirst,
  pageOf,
} from '../../../foundation/graphql/connection.types.js';
import { COST } from '../../../foundation/graphql/cost.js';
import { parseId } from '../../../foundation/graphql/parse-id.js';
import { activeApiKeys } from '../access/api-key.repository.js';
import type { Viewer } from '../access/viewer.js';
import type { CreateApiKey } from '../create-api-key.use-case.js';
import type { LeaveAccount } from '../leave-account.use-case.js';
import type { RenameApiKey } from '../rename-api-key.use-case.js';
import type { RevokeApiKey } from '../revoke-api-key.use-case.js';
import type { SignIn } from '../sign-in.use-case.js';
import type { SignOut } from '../sign-out.use-case.js';
import type { SignUp } from '../sign-up.use-case.js';
import {
  ApiKeyConnection,
  type ApiKeyType,
  CreateApiKeyInput,
  CreateApiKeyPayload,
  RenameApiKeyInput,
  RenameApiKeyPayload,
  RevokeApiKeyInput,
  RevokeApiKeyPayload,
  SignInInput,
  SignInPayload,
  SignOutPayload,
  SignUpInput,
  SignUpPayload,
} from './account.types.js';
import { requireBrowser, SessionViewer, type ViewerContext } from './viewer.context.js';

const API_KEYS = byTime('apiKeys');

/** Sessions of the dashboard, and API keys. */
@Resolver()
export class AccountResolver {
  constructor(
    private readonly needs: {
      db: Db;
      signUp: SignUp;
      /** Whether e-mail addresses must be confirmed. */
      confirmsEmail: boolean;
      signIn: SignIn;
      signOut: SignOut;
      leaveAccount: LeaveAccount;
      createApiKey: CreateApiKey;
      renameApiKey: RenameApiKey;
      revokeApiKey: RevokeApiKey;
    },
  ) {}

  @Mutation(() => SignUpPayload, {
    description:
      'Requests an account on the free plan. It does not start a session: confirm the address if the response says so, then sign in. The response is the same if an account with this address already exists; an e-mail to the address says so. Limited to 5 per hour and 20 per day from one network. Errors: COOKIES_UNAVAILABLE, SIGN_UP_DISABLED, SIGN_UP_THROTTLED, EMAIL_INVALID, PASSWORD_INVALID, PASSWORD_WEAK, DISPLAY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE.',
    complexity: COST.password,
  })
  async signUp(
    @Arg('input', () => SignUpInput, { description: 'The account.' }) input: SignUpInput,
    @Ctx() context: ViewerContext,
  ): Promise<SignUpPayload> {
    const { email, password, displayName = null } = input;
    await this.needs.signUp({ email, password, displayName, address: requireBrowser(context).address });
    return { confirmationRequired: this.needs.confirmsEmail };
  }

  @Mutation(() => SignInPayload, {
    description:
      'Starts a 30-day dashboard session and sets its cookie. The owner is notified by e-mail if the browser is new. SECOND_FACTOR_REQUIRED: the password was right. Codes are refused after 10 wrong ones, or 20 in a day. Errors: COOKIES_UNAVAILABLE, SIGN_IN_FAILED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SIGN_IN_THROTTLED, SECOND_FACTOR_THROTTLED, ACCOUNT_ON_HOLD, ACCOUNT_INACTIVE, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE.',
    complexity: COST.password,
  })
  async signIn(
    @Arg('input', () => SignInInput, { description: 'Who.' }) input: SignInInput,
    @Ctx() context: ViewerContext,
  ): Promise<SignInPayload> {
    const browser = requireBrowser(context);
    const { email, password, code = null } = input;
    const { session } = await this.needs.signIn({ email, password, code, browser });
    browser.begin(session);
    browser.become(session.token);
    return { expiresAt: session.expiresAt, cookieKept: browser.keepsCookies };
  }

  @Mutation(() => SignOutPayload, {
    description:
      'Ends the session identified by the cookie. An operator who is signed in as another account leaves that account, and is signed in as before. Errors: COOKIES_UNAVAILABLE.',
  })
  async signOut(@Ctx() context: ViewerContext): Promise<SignOutPayload> {
    const { token, end, operatorToken, endOperator } = requireBrowser(context);
    if (operatorToken !== undefined) {
      const left = await this.needs.leaveAccount(operatorToken);
      endOperator();
      return { ended: left };
    }
    const ended = await this.needs.signOut(token);
    end();
    return { ended };
  }

  @Query(() => ApiKeyConnection, {
    description: 'Your active keys, at most 10, oldest first. Dashboard sessions only: SESSION_REQUIRED.',
  })
  async apiKeys(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('first', () => Int, FIRST) first?: number | null,
    @Arg('after', () => String, AFTER) after?: string | null,
  ): Promise<Connection<ApiKeyType>> {
    const keys = await activeApiKeys(this.needs.db, viewer.userId);
    return pageOf({ first, after }, keys, {
      cursors: API_KEYS,
      positionOf: ({ createdAt, id }) => ({ time: createdAt, id }),
      compare: oldestFirst,
    });
  }

  @Mutation(() => CreateApiKeyPayload, {
    description:
      'Creates an API key; at most 10 can be active. Dashboard sessions only. Errors: SESSION_REQUIRED, API_KEY_LIMIT_REACHED, API_KEY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, API_KEY_PLAN_REQUIRED.',
    complexity: COST.recorded,
  })
  async createApiKey(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('input', () => CreateApiKeyInput, { description: 'The key.' }) input: CreateApiKeyInput,
  ): Promise<CreateApiKeyPayload> {
    const { rawKey, ...apiKey } = await this.needs.createApiKey(viewer, { ...input });
    return { apiKey, rawKey };
  }

  @Mutation(() => RenameApiKeyPayload, {
    description:
      'Changes the name of an API key. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, API_KEY_NAME_INVALID, TEXT_NOT_PUBLISHABLE, API_KEY_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async renameApiKey(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('input', () => RenameApiKeyInput, { description: 'Key and name.' }) input: RenameApiKeyInput,
  ): Promise<RenameApiKeyPayload> {
    const { name } = input;
    return { apiKey: await this.needs.renameApiKey(viewer, { id: parseId('apiKeyId', input.apiKeyId), name }) };
  }

  @Mutation(() => RevokeApiKeyPayload, {
    description:
      'Revokes an API key, effective from the next request. Dashboard sessions only. Errors: SESSION_REQUIRED, ID_INVALID, API_KEY_NOT_FOUND.',
    complexity: COST.recorded,
  })
  async revokeApiKey(
    @SessionViewer('ADMINISTER') viewer: Viewer,
    @Arg('input', () => RevokeApiKeyInput, { description: 'The key.' }) input: RevokeApiKeyInput,
  ): Promise<RevokeApiKeyPayload> {
    const revokedApiKeyId = parseId('apiKeyId', input.apiKeyId);
    await this.needs.revokeApiKey(viewer, revokedApiKeyId);
    return { revokedApiKeyId };
  }
}

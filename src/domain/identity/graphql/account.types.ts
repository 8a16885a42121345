import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../../foundation/graphql/connection.types.js';
import { Node } from '../../../foundation/graphql/node.types.js';
import { DateTime } from '../../../foundation/graphql/scalars.js';
import { ApiKeyScope, DEFAULT_SCOPES } from '../access/scope.js';

registerEnumType(ApiKeyScope, {
  name: 'ApiKeyScope',
  description:
    'What an API key may do. A mutation of a key without the scope that it needs is API_KEY_SCOPE_REQUIRED. Sessions have the permissions of a role instead.',
  valuesConfig: {
    READ: { description: 'Queries and subscriptions, and checkAccount. Every key has it.' },
    DRAFT: { description: 'Mutations of drafts and their files: a person with PUBLISH schedules them.' },
    PUBLISH: {
      description:
        'Mutations of all posts and their files, and what is done on the platforms: comments, reactions, removal of published posts. It includes DRAFT.',
    },
    MANAGE: { description: 'Mutations of webhooks and of managed users, their keys and connection pages.' },
    MCP: { description: 'Use by an MCP client (`x-service-client: mcp`), if the account has MCP access.' },
    WORKSPACE: { description: 'Acting for managed users, if the account has workspace access.' },
  },
});

@InputType({ description: 'A new account.' })
export class SignUpInput {
  @Field(() => String, { description: 'E-mail address: EMAIL_INVALID.' })
  email: string;

  @Field(() => String, {
    description: '12 to 256 characters that are not easy to guess: PASSWORD_INVALID, PASSWORD_WEAK.',
  })
  password: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Display name, one line of at most 200 characters: DISPLAY_NAME_INVALID. Defaults to the e-mail address.',
  })
  displayName?: string | null;
}

@InputType({ description: 'Credentials to sign in with.' })
export class SignInInput {
  @Field(() => String, { description: 'E-mail address, in any letter case.' })
  email: string;

  @Field(() => String, { description: 'Password of the account.' })
  password: string;

  @Field(() => String, {
    nullable: true,
    description:
      'If two-factor authentication is on, the six digits from the authenticator app, or a recovery code: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID. Each code can be used once.',
  })
  code?: string | null;
}

@ObjectType({ description: 'Result of signUp: the same whether or not the address already has an account.' })
export class SignUpPayload {
  @Field(() => Boolean, {
    description:
      'Whether the account is created only when the link in the e-mail is opened, within 24 hours. If false, it exists already: sign in. This depends on the service’s configuration, never on the address.',
  })
  confirmationRequired: boolean;
}

@ObjectType({ description: 'Result of signIn. The response sets the session cookie.' })
export class SignInPayload {
  @Field(() => DateTime, { description: 'When the session ends.' })
  expiresAt: Date;

  @Field(() => Boolean, {
    description:
      'Whether the page that signed in will stay signed in: the browser sends the session’s cookie with its next requests. False for a page of another site, unless the operator allows it (CORS_ORIGINS and SESSION_COOKIE_SAME_SITE=none); a browser may still be set to refuse cookies of other sites.',
  })
  cookieKept: boolean;
}

@ObjectType({ description: 'Result of signOut. The response clears the cookie.' })
export class SignOutPayload {
  @Field(() => Boolean, { description: 'Whether a session was ended.' })
  ended: boolean;
}

@ObjectType('ApiKey', { implements: Node, description: 'An API key, without its secret.' })
export class ApiKeyType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'Name given by its owner.' })
  name: string;

  @Field(() => String, { description: 'Its public prefix.' })
  prefix: string;

  @Field(() => [ApiKeyScope], { description: 'What it may do: READ, and what was chosen when it was created.' })
  scopes: ApiKeyScope[];

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt: Date;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When it was last used, with a delay of some seconds; null if never.',
  })
  lastUsedAt: Date | null;
}

export const ApiKeyConnection = connectionOf('ApiKey', ApiKeyType);

@InputType({ description: 'A new API key.' })
export class CreateApiKeyInput {
  @Field(() => String, { defaultValue: 'Default', description: '1 to 100 characters: API_KEY_NAME_INVALID.' })
  name: string;

  @Field(() => [ApiKeyScope], {
    defaultValue: DEFAULT_SCOPES,
    description: 'What the key may do besides READ, which every key has. An empty list makes a read-only key.',
  })
  scopes: ApiKeyScope[];
}

@ObjectType({ description: 'Result of createApiKey.' })
export class CreateApiKeyPayload {
  @Field(() => ApiKeyType, { description: 'The key.' })
  apiKey: ApiKeyType;

  @Field(() => String, { description: 'The key, as sent in `x-api-key`. It is shown only once.' })
  rawKey: string;
}

@InputType({ description: 'A new name for an API key.' })
export class RenameApiKeyInput {
  @Field(() => ID, { description: 'The key: 24 hexadecimal characters.' })
  apiKeyId: string;

  @Field(() => String, { description: '1 to 100 characters: API_KEY_NAME_INVALID.' })
  name: string;
}

@ObjectType({ description: 'Result of renameApiKey.' })
export class RenameApiKeyPayload {
  @Field(() => ApiKeyType, { description: 'The key.' })
  apiKey: ApiKeyType;
}

@InputType({ description: 'The API key to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: 'The key: 24 hexadecimal characters.' })
  apiKeyId: string;
}

@ObjectType({ description: 'Result of revokeApiKey.' })
export class RevokeApiKeyPayload {
  @Field(() => ID, { description: 'Id of the revoked key.' })
  revokedApiKeyId: string;
}

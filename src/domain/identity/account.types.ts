import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';

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
      'Name to show, one line of at most 200 characters: DISPLAY_NAME_INVALID. The e-mail address when left out.',
  })
  displayName?: string | null;
}

@InputType({ description: 'Who signs in.' })
export class SignInInput {
  @Field(() => String, { description: 'E-mail address, in any letter case.' })
  email: string;

  @Field(() => String, { description: 'What the account was made with.' })
  password: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Where two-factor sign-in is on, the six digits that the authenticator app shows, or a recovery code: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID. Each is good once.',
  })
  code?: string | null;
}

@ObjectType({ description: 'Answer of signUp: the same for an address that has an account and for one that has none.' })
export class SignUpPayload {
  @Field(() => Boolean, {
    description:
      'Whether the account is made when the link in the e-mail is opened, within 24 hours. Else it is there: sign in. It depends on the service alone, never on the address.',
  })
  confirmationRequired: boolean;
}

@ObjectType({ description: 'Answer of signIn. The session’s cookie comes with it.' })
export class SignInPayload {
  @Field(() => ID, { description: 'The user who is signed in.' })
  userId: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the session ends.' })
  expiresAt: Date;
}

@ObjectType({ description: 'Answer of signOut. The cookie is taken back with it.' })
export class SignOutPayload {
  @Field(() => Boolean, { description: 'Whether there was a session to end.' })
  ended: boolean;
}

@ObjectType('ApiKey', { description: 'An API key, without its secret.' })
export class ApiKeyType {
  @Field(() => ID, { description: '24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: 'Name that its owner gave it.' })
  name: string;

  @Field(() => String, { description: 'Its public beginning.' })
  prefix: string;

  @Field(() => Boolean, { description: 'May send `x-service-client: mcp`, when the account may too.' })
  mcpAccess: boolean;

  @Field(() => Boolean, { description: 'May act for managed users, when the account may too.' })
  workspaceAccess: boolean;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was made.' })
  createdAt: Date;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When it was used last, some seconds behind; null: never.',
  })
  lastUsedAt: Date | null;
}

@InputType({ description: 'A new API key.' })
export class CreateApiKeyInput {
  @Field(() => String, { defaultValue: 'Default', description: '1 to 100 characters: API_KEY_NAME_INVALID.' })
  name: string;

  @Field(() => Boolean, { defaultValue: false, description: 'May send `x-service-client: mcp`.' })
  mcpAccess: boolean;

  @Field(() => Boolean, { defaultValue: false, description: 'May act for managed users.' })
  workspaceAccess: boolean;
}

@ObjectType({ description: 'Answer of createApiKey.' })
export class CreateApiKeyPayload {
  @Field(() => ApiKeyType, { description: 'The key.' })
  apiKey: ApiKeyType;

  @Field(() => String, { description: 'The key as `x-api-key` takes it. It is shown this once.' })
  rawKey: string;
}

@InputType({ description: 'A new name for an API key.' })
export class RenameApiKeyInput {
  @Field(() => ID, { description: 'The key: 24 hexadecimal characters.' })
  id: string;

  @Field(() => String, { description: '1 to 100 characters: API_KEY_NAME_INVALID.' })
  name: string;
}

@ObjectType({ description: 'Answer of renameApiKey.' })
export class RenameApiKeyPayload {
  @Field(() => ApiKeyType, { description: 'The key.' })
  apiKey: ApiKeyType;
}

@InputType({ description: 'The API key to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: 'The key: 24 hexadecimal characters.' })
  id: string;
}

@ObjectType({ description: 'Answer of revokeApiKey.' })
export class RevokeApiKeyPayload {
  @Field(() => ID, { description: 'Id of the key that works no more.' })
  revokedId: string;
}

import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, InputType, Int, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Two-factor sign-in of an account.' })
export class TwoFactor {
  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'Since when it is on; null: it is off.' })
  enabledAt: Date | null;

  @Field(() => Int, { description: 'Recovery codes that were not used yet, of ten.' })
  recoveryCodesLeft: number;
}

@InputType({ description: 'Who sets up two-factor sign-in.' })
export class BeginTwoFactorInput {
  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;
}

@ObjectType({ description: 'Answer of beginTwoFactor. Its secret is shown this once.' })
export class BeginTwoFactorPayload {
  @Field(() => String, { description: 'What an authenticator app takes when it is typed in, in base32.' })
  secret: string;

  @Field(() => String, {
    description: 'The same as the address for a QR code: `otpauth://totp/…` (SHA-1, six digits, 30 seconds).',
  })
  uri: string;

  @Field(() => GraphQLDateTimeISO, { description: 'Until when a code can confirm it: ten minutes.' })
  expiresAt: Date;
}

@InputType({ description: 'The first code of an authenticator app.' })
export class ConfirmTwoFactorInput {
  @Field(() => String, { description: 'Six digits: SECOND_FACTOR_INVALID.' })
  code: string;
}

@ObjectType({ description: 'Answer of confirmTwoFactor.' })
export class ConfirmTwoFactorPayload {
  @Field(() => [String], {
    description: 'Ten recovery codes, shown this once. Each stands in for a code of the app, once.',
  })
  recoveryCodes: string[];
}

@InputType({ description: 'Who switches two-factor sign-in off.' })
export class DisableTwoFactorInput {
  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;

  @Field(() => String, { description: 'A code of the app, or a recovery code: SECOND_FACTOR_INVALID.' })
  code: string;
}

@ObjectType({ description: 'Answer of disableTwoFactor.' })
export class DisableTwoFactorPayload {
  @Field(() => TwoFactor, { description: 'How it is now: off.' })
  twoFactor: TwoFactor;
}

@InputType({ description: 'Who wants other recovery codes.' })
export class NewRecoveryCodesInput {
  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;

  @Field(() => String, { description: 'A code of the app, or a recovery code: SECOND_FACTOR_INVALID.' })
  code: string;
}

@ObjectType({ description: 'Answer of newRecoveryCodes.' })
export class NewRecoveryCodesPayload {
  @Field(() => [String], { description: 'Ten recovery codes, shown this once. Those from before are of no use.' })
  recoveryCodes: string[];
}

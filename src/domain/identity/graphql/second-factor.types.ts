import { Field, InputType, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../../../foundation/graphql/scalars.js';

@ObjectType({ description: 'Two-factor authentication of an account.' })
export class TwoFactor {
  @Field(() => DateTime, { nullable: true, description: 'When it was turned on; null if it is off.' })
  enabledAt: Date | null;

  @Field(() => Int, { description: 'Number of unused recovery codes, out of ten.' })
  recoveryCodesLeft: number;
}

@InputType({ description: 'Input of beginTwoFactor.' })
export class BeginTwoFactorInput {
  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;
}

@ObjectType({ description: 'Result of beginTwoFactor. The secret is shown only once.' })
export class BeginTwoFactorPayload {
  @Field(() => String, { description: 'The secret for manual entry in an authenticator app, in base32.' })
  secret: string;

  @Field(() => String, {
    description: 'The secret as a URI for a QR code: `otpauth://totp/…` (SHA-1, six digits, 30 seconds).',
  })
  uri: string;

  @Field(() => DateTime, { description: 'When the setup expires: after ten minutes.' })
  expiresAt: Date;
}

@InputType({ description: 'The first code from an authenticator app.' })
export class ConfirmTwoFactorInput {
  @Field(() => String, { description: 'Six digits: SECOND_FACTOR_INVALID.' })
  code: string;
}

@ObjectType({ description: 'Result of confirmTwoFactor.' })
export class ConfirmTwoFactorPayload {
  @Field(() => [String], {
    description: 'Ten recovery codes, shown only once. Each can be used once instead of a code from the app.',
  })
  recoveryCodes: string[];
}

@InputType({ description: 'Input of disableTwoFactor.' })
export class DisableTwoFactorInput {
  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;

  @Field(() => String, { description: 'A code from the app, or a recovery code: SECOND_FACTOR_INVALID.' })
  code: string;
}

@ObjectType({ description: 'Result of disableTwoFactor.' })
export class DisableTwoFactorPayload {
  @Field(() => TwoFactor, { description: 'The new state: off.' })
  twoFactor: TwoFactor;
}

@InputType({ description: 'Input of regenerateRecoveryCodes.' })
export class RegenerateRecoveryCodesInput {
  @Field(() => String, { description: 'Your password: CURRENT_PASSWORD_WRONG.' })
  password: string;

  @Field(() => String, { description: 'A code from the app, or a recovery code: SECOND_FACTOR_INVALID.' })
  code: string;
}

@ObjectType({ description: 'Result of regenerateRecoveryCodes.' })
export class RegenerateRecoveryCodesPayload {
  @Field(() => [String], { description: 'Ten recovery codes, shown only once. The previous ones no longer work.' })
  recoveryCodes: string[];
}

import { Field, InputType, ObjectType } from 'type-graphql';
import { DateTime } from '../../../foundation/graphql/scalars.js';

const EMAIL = 'E-mail address, in any letter case: EMAIL_INVALID.';
const NEW_PASSWORD = '12 to 256 characters that are not easy to guess: PASSWORD_INVALID, PASSWORD_WEAK.';
const CODE =
  'If two-factor authentication is on, a code from the app, or a recovery code: SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID.';

@InputType({ description: 'A link from an e-mail that confirms an address.' })
export class ConfirmEmailInput {
  @Field(() => String, { description: 'The last segment of the link’s path: EMAIL_LINK_INVALID.' })
  token: string;

  @Field(() => String, {
    nullable: true,
    description:
      'For a sign-up link, the password chosen at sign-up: CURRENT_PASSWORD_WRONG. Ignored for an existing account.',
  })
  password?: string | null;
}

@ObjectType({ description: 'Result of confirmEmail.' })
export class ConfirmEmailPayload {
  @Field(() => String, { description: 'The confirmed address.' })
  email: string;
}

@InputType({ description: 'An address whose link was lost or has expired.' })
export class ResendConfirmationInput {
  @Field(() => String, { description: EMAIL })
  email: string;
}

@ObjectType({ description: 'Result of resendConfirmation: the same for every address.' })
export class ResendConfirmationPayload {
  @Field(() => Boolean, { description: 'Always true: an e-mail is sent if there is something to confirm.' })
  accepted: boolean;
}

@InputType({ description: 'An account whose password was forgotten.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: EMAIL })
  email: string;
}

@ObjectType({ description: 'Result of requestPasswordReset: the same for every address.' })
export class RequestPasswordResetPayload {
  @Field(() => Boolean, { description: 'Always true: an e-mail is sent if there is an account.' })
  accepted: boolean;
}

@InputType({ description: 'A new password, with a link from an e-mail.' })
export class ResetPasswordInput {
  @Field(() => String, { description: 'The last segment of the link’s path: EMAIL_LINK_INVALID.' })
  token: string;

  @Field(() => String, { description: NEW_PASSWORD })
  newPassword: string;
}

@ObjectType({ description: 'Result of resetPassword.' })
export class ResetPasswordPayload {
  @Field(() => Boolean, { description: 'Always true: the password is set. No session is started.' })
  changed: boolean;
}

@InputType({ description: 'The current and the new password.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'CURRENT_PASSWORD_WRONG.' })
  currentPassword: string;

  @Field(() => String, { description: NEW_PASSWORD })
  newPassword: string;

  @Field(() => String, { nullable: true, description: CODE })
  code?: string | null;
}

@ObjectType({ description: 'Result of changePassword. The response sets the session’s new cookie.' })
export class ChangePasswordPayload {
  @Field(() => DateTime, { description: 'When the session ends; unchanged.' })
  expiresAt: Date;
}

@InputType({ description: 'A new e-mail address.' })
export class ChangeEmailInput {
  @Field(() => String, { description: EMAIL })
  email: string;

  @Field(() => String, { description: 'CURRENT_PASSWORD_WRONG.' })
  currentPassword: string;

  @Field(() => String, { nullable: true, description: CODE })
  code?: string | null;
}

@ObjectType({ description: 'Result of changeEmail: the same for every address.' })
export class ChangeEmailPayload {
  @Field(() => Boolean, {
    description: 'Always true: the change takes effect once the link in the e-mail is opened.',
  })
  accepted: boolean;
}

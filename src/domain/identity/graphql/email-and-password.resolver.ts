import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { COST } from '../../../foundation/graphql/cost.js';
import type { Viewer } from '../access/viewer.js';
import type { ChangeEmail } from '../change-email.use-case.js';
import type { ChangePassword } from '../change-password.use-case.js';
import type { ConfirmEmail } from '../confirm-email.use-case.js';
import type { RequestPasswordReset } from '../request-password-reset.use-case.js';
import type { ResendConfirmation } from '../resend-confirmation.use-case.js';
import type { ResetPassword } from '../reset-password.use-case.js';
import {
  ChangeEmailInput,
  ChangeEmailPayload,
  ChangePasswordInput,
  ChangePasswordPayload,
  ConfirmEmailInput,
  ConfirmEmailPayload,
  RequestPasswordResetInput,
  RequestPasswordResetPayload,
  ResendConfirmationInput,
  ResendConfirmationPayload,
  ResetPasswordInput,
  ResetPasswordPayload,
} from './email-and-password.types.js';
import { PersonViewer, requireBrowser, type ViewerContext } from './viewer.context.js';

/** The e-mail address and the password of an account. */
@Resolver()
export class EmailAndPasswordResolver {
  constructor(
    private readonly needs: {
      confirmEmail: ConfirmEmail;
      resendConfirmation: ResendConfirmation;
      changeEmail: ChangeEmail;
      changePassword: ChangePassword;
      requestPasswordReset: RequestPasswordReset;
      resetPassword: ResetPassword;
    },
  ) {}

  @Mutation(() => ConfirmEmailPayload, {
    description:
      'Confirms an address with the token from the link that was sent to it. A token can be used once within 24 hours; that of a sign-up also requires its password, and ends after 10 wrong ones. Requires no session and starts none. EMAIL_TAKEN: another account has taken the address in the meantime. Errors: EMAIL_LINK_INVALID, CURRENT_PASSWORD_WRONG, EMAIL_TAKEN, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE.',
    complexity: COST.password,
  })
  confirmEmail(
    @Arg('input', () => ConfirmEmailInput, { description: 'The link.' }) { token, password = null }: ConfirmEmailInput,
  ): Promise<ConfirmEmailPayload> {
    return this.needs.confirmEmail({ token, password });
  }

  @Mutation(() => ResendConfirmationPayload, {
    description:
      'Resends the link to an unconfirmed address, replacing the previous one; at most 3 per hour. Requires no session. Errors: COOKIES_UNAVAILABLE, EMAIL_INVALID, ACCOUNT_MAIL_THROTTLED, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE.',
  })
  async resendConfirmation(
    @Arg('input', () => ResendConfirmationInput, { description: 'The address.' }) { email }: ResendConfirmationInput,
    @Ctx() context: ViewerContext,
  ): Promise<ResendConfirmationPayload> {
    await this.needs.resendConfirmation({ email, address: requireBrowser(context).address });
    return { accepted: true };
  }

  @Mutation(() => RequestPasswordResetPayload, {
    description:
      'Sends a password reset link that can be used once within an hour, replacing the previous one; at most 3 per hour. Requires no session. Errors: COOKIES_UNAVAILABLE, EMAIL_INVALID, ACCOUNT_MAIL_THROTTLED, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE.',
  })
  async requestPasswordReset(
    @Arg('input', () => RequestPasswordResetInput, { description: 'The account.' })
    { email }: RequestPasswordResetInput,
    @Ctx() context: ViewerContext,
  ): Promise<RequestPasswordResetPayload> {
    await this.needs.requestPasswordReset({ email, address: requireBrowser(context).address });
    return { accepted: true };
  }

  @Mutation(() => ResetPasswordPayload, {
    description:
      'Sets a new password with the token from a password reset link, which stays valid until a password is accepted. All sessions of the account end and none is started: sign in with the new password. Errors: EMAIL_LINK_INVALID, PASSWORD_INVALID, PASSWORD_WEAK, ACCOUNT_ELSEWHERE, DIRECTORY_UNAVAILABLE.',
    complexity: COST.password,
  })
  async resetPassword(
    @Arg('input', () => ResetPasswordInput, { description: 'Link and password.' })
    { token, newPassword }: ResetPasswordInput,
  ): Promise<ResetPasswordPayload> {
    await this.needs.resetPassword({ token, newPassword });
    return { changed: true };
  }

  @Mutation(() => ChangePasswordPayload, {
    description:
      'Changes your password. Your other sessions end; this one continues with a new cookie. At most 10 wrong passwords in 15 minutes. The errors of the second factor only if two-factor authentication is on. Dashboard sessions only. Errors: SESSION_REQUIRED, COOKIES_UNAVAILABLE, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, PASSWORD_INVALID, PASSWORD_WEAK, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED.',
    complexity: COST.password,
  })
  async changePassword(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => ChangePasswordInput, { description: 'Both passwords.' }) input: ChangePasswordInput,
    @Ctx() context: ViewerContext,
  ): Promise<ChangePasswordPayload> {
    const { devices, begin } = requireBrowser(context);
    const session = await this.needs.changePassword(viewer, { ...input, code: input.code ?? null });
    begin({ ...session, devices });
    return { expiresAt: session.expiresAt };
  }

  @Mutation(() => ChangeEmailPayload, {
    description:
      'Sends a confirmation link to a new address; the change takes effect once it is opened. At most 3 per hour. The old address is notified immediately. Changing the password, or ending another session, invalidates the link. The errors of the second factor only if two-factor authentication is on. Dashboard sessions only. Errors: SESSION_REQUIRED, COOKIES_UNAVAILABLE, EMAIL_INVALID, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, ACCOUNT_MAIL_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, DIRECTORY_UNAVAILABLE.',
    complexity: COST.password,
  })
  async changeEmail(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => ChangeEmailInput, { description: 'Address and password.' })
    { email, currentPassword, code = null }: ChangeEmailInput,
    @Ctx() context: ViewerContext,
  ): Promise<ChangeEmailPayload> {
    const { address } = requireBrowser(context);
    await this.needs.changeEmail(viewer, { email, currentPassword, code, address });
    return { accepted: true };
  }
}

import { Arg, Mutation, Query, Resolver } from 'type-graphql';
import { COST } from '../../../foundation/graphql/cost.js';
import type { Viewer } from '../access/viewer.js';
import type { BeginTwoFactor } from '../begin-two-factor.use-case.js';
import type { ConfirmTwoFactor } from '../confirm-two-factor.use-case.js';
import type { DisableTwoFactor } from '../disable-two-factor.use-case.js';
import type { FindTwoFactor } from '../find-two-factor.use-case.js';
import type { RegenerateRecoveryCodes } from '../regenerate-recovery-codes.use-case.js';
import {
  BeginTwoFactorInput,
  BeginTwoFactorPayload,
  ConfirmTwoFactorInput,
  ConfirmTwoFactorPayload,
  DisableTwoFactorInput,
  DisableTwoFactorPayload,
  RegenerateRecoveryCodesInput,
  RegenerateRecoveryCodesPayload,
  TwoFactor,
} from './second-factor.types.js';
import { PersonViewer } from './viewer.context.js';

/** Two-factor sign-in: an authenticator app, and recovery codes. */
@Resolver()
export class SecondFactorResolver {
  constructor(
    private readonly needs: {
      findTwoFactor: FindTwoFactor;
      beginTwoFactor: BeginTwoFactor;
      confirmTwoFactor: ConfirmTwoFactor;
      disableTwoFactor: DisableTwoFactor;
      regenerateRecoveryCodes: RegenerateRecoveryCodes;
    },
  ) {}

  @Query(() => TwoFactor, {
    description: 'Two-factor authentication of your account. Dashboard sessions only: SESSION_REQUIRED.',
  })
  twoFactor(@PersonViewer() viewer: Viewer): Promise<TwoFactor> {
    return this.needs.findTwoFactor(viewer);
  }

  @Mutation(() => BeginTwoFactorPayload, {
    description:
      'Generates a secret for your authenticator app, replacing an unconfirmed one; confirmTwoFactor then turns it on. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_ON.',
    complexity: COST.password,
  })
  beginTwoFactor(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => BeginTwoFactorInput, { description: 'Your password.' }) input: BeginTwoFactorInput,
  ): Promise<BeginTwoFactorPayload> {
    return this.needs.beginTwoFactor(viewer, input.password);
  }

  @Mutation(() => ConfirmTwoFactorPayload, {
    description:
      'Turns two-factor authentication on: from then on, signIn requires a code. You are notified by e-mail. Codes are refused after 10 wrong ones, or 20 in a day. Dashboard sessions only. Errors: SESSION_REQUIRED, SECOND_FACTOR_NOT_BEGUN, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED.',
    complexity: COST.password,
  })
  async confirmTwoFactor(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => ConfirmTwoFactorInput, { description: 'The code.' }) input: ConfirmTwoFactorInput,
  ): Promise<ConfirmTwoFactorPayload> {
    return { recoveryCodes: await this.needs.confirmTwoFactor(viewer, input.code) };
  }

  @Mutation(() => DisableTwoFactorPayload, {
    description:
      'Turns two-factor authentication off. You are notified by e-mail. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, SECOND_FACTOR_OFF.',
    complexity: COST.password,
  })
  async disableTwoFactor(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => DisableTwoFactorInput, { description: 'Password and code.' }) input: DisableTwoFactorInput,
  ): Promise<DisableTwoFactorPayload> {
    await this.needs.disableTwoFactor(viewer, { ...input });
    return { twoFactor: await this.needs.findTwoFactor(viewer) };
  }

  @Mutation(() => RegenerateRecoveryCodesPayload, {
    description:
      'Generates ten recovery codes, replacing the previous ones. You are notified by e-mail. Dashboard sessions only. Errors: SESSION_REQUIRED, CURRENT_PASSWORD_WRONG, PASSWORD_THROTTLED, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID, SECOND_FACTOR_THROTTLED, SECOND_FACTOR_OFF.',
    complexity: COST.password,
  })
  async regenerateRecoveryCodes(
    @PersonViewer() viewer: Viewer,
    @Arg('input', () => RegenerateRecoveryCodesInput, { description: 'Password and code.' })
    input: RegenerateRecoveryCodesInput,
  ): Promise<RegenerateRecoveryCodesPayload> {
    return { recoveryCodes: await this.needs.regenerateRecoveryCodes(viewer, { ...input }) };
  }
}

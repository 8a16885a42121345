import { makeQueueAccountMail } from '../../jobs/account-mail-queue.js';
import { makeQueueExport } from '../../jobs/export-queue.js';
import { makeMailQueue } from '../../jobs/mail-queue.js';
import { recordApiKeyUses } from '../domain/identity/access/api-key.repository.js';
import { recordApplicationUses } from '../domain/identity/access/application.repository.js';
import { makeAuthenticate } from '../domain/identity/access/authenticate.use-case.js';
import { makeCheckCurrentPassword } from '../domain/identity/access/current-password.use-case.js';
import { makeLastUse } from '../domain/identity/access/last-use.io.js';
import { makeGuardedAuthentication } from '../domain/identity/access/limit-wrong-keys.use-case.js';
import { recordSessionUses } from '../domain/identity/access/session.repository.js';
import { makeSignInThrottle } from '../domain/identity/access/sign-in-throttle.repository.js';
import { makeAccountThrottle } from '../domain/identity/account/account-throttle.repository.js';
import { makeAccountPageRouter } from '../domain/identity/account-page.http.js';
import { makeBeginTwoFactor } from '../domain/identity/begin-two-factor.use-case.js';
import { makeChangeDisplayName } from '../domain/identity/change-display-name.use-case.js';
import { makeChangeEmail } from '../domain/identity/change-email.use-case.js';
import { makeChangePassword } from '../domain/identity/change-password.use-case.js';
import { makeChangeTimeZone } from '../domain/identity/change-time-zone.use-case.js';
import { makeConfirmEmail } from '../domain/identity/confirm-email.use-case.js';
import { makeConfirmTwoFactor } from '../domain/identity/confirm-two-factor.use-case.js';
import { makeConnectApplication } from '../domain/identity/connect-application.use-case.js';
import { makeCreateApiKey } from '../domain/identity/create-api-key.use-case.js';
import { makeDisableTwoFactor } from '../domain/identity/disable-two-factor.use-case.js';
import { makeEndOtherSessions } from '../domain/identity/end-other-sessions.use-case.js';
import { makeEndSession } from '../domain/identity/end-session.use-case.js';
import { makeFindConfirmation } from '../domain/identity/find-confirmation.use-case.js';
import { makeFindOAuthClient } from '../domain/identity/find-oauth-client.use-case.js';
import { makeFindPasswordReset } from '../domain/identity/find-password-reset.use-case.js';
import { makeFindTwoFactor } from '../domain/identity/find-two-factor.use-case.js';
import { makeIssueTokens } from '../domain/identity/issue-tokens.use-case.js';
import { makeLeaveAccount } from '../domain/identity/leave-account.use-case.js';
import { makeListSessions } from '../domain/identity/list-sessions.use-case.js';
import { makeOAuthRouter } from '../domain/identity/oauth.http.js';
import { makeRegenerateRecoveryCodes } from '../domain/identity/regenerate-recovery-codes.use-case.js';
import { makeRenameApiKey } from '../domain/identity/rename-api-key.use-case.js';
import { makeRequestPasswordReset } from '../domain/identity/request-password-reset.use-case.js';
import { makeResendConfirmation } from '../domain/identity/resend-confirmation.use-case.js';
import { makeResetPassword } from '../domain/identity/reset-password.use-case.js';
import { makeRevokeApiKey } from '../domain/identity/revoke-api-key.use-case.js';
import { makeRevokeApplication } from '../domain/identity/revoke-application.use-case.js';
import { makeWithSecondFactor } from '../domain/identity/second-factor/with-second-factor.use-case.js';
import { makeSignIn } from '../domain/identity/sign-in.use-case.js';
import { makeSignOut } from '../domain/identity/sign-out.use-case.js';
import { makeSignUp } from '../domain/identity/sign-up.use-case.js';
import { makeAcceptInvitation } from '../domain/members/accept-invitation.use-case.js';
import { makeChangeMemberRole } from '../domain/members/change-member-role.use-case.js';
import { makeChangePersonName } from '../domain/members/change-person-name.use-case.js';
import { makeInviteMember } from '../domain/members/invite-member.use-case.js';
import { makeLimitMember } from '../domain/members/limit-member.use-case.js';
import { makeRemoveMember } from '../domain/members/remove-member.use-case.js';
import { makeRequireTwoFactor } from '../domain/members/require-two-factor.use-case.js';
import { makeRevokeInvitation } from '../domain/members/revoke-invitation.use-case.js';
import { makeTransferOwnership } from '../domain/members/transfer-ownership.use-case.js';
import { makeFindPushSubscription } from '../domain/notifications/find-push-subscription.use-case.js';
import { makeSetNotificationPreferences } from '../domain/notifications/set-notification-preferences.use-case.js';
import { makeSubscribeToPush } from '../domain/notifications/subscribe-to-push.use-case.js';
import { makeUnsubscribeRouter } from '../domain/notifications/unsubscribe.http.js';
import { makeUnsubscribe } from '../domain/notifications/unsubscribe.use-case.js';
import { EXPORT_URL_SECONDS, exportPath } from '../domain/owner/account-export.js';
import { makeAsOwner } from '../domain/owner/as-owner.use-case.js';
import { makeCancelRemoval } from '../domain/owner/cancel-removal.use-case.js';
import { makeExportRouter } from '../domain/owner/export.http.js';
import type { SignExport } from '../domain/owner/export.resolver.js';
import { makeListExports } from '../domain/owner/list-exports.use-case.js';
import { makeRequestExport } from '../domain/owner/request-export.use-case.js';
import { makeRequestRemoval } from '../domain/owner/request-removal.use-case.js';
import { makeStopReports } from '../domain/reports/stop-reports.use-case.js';
import type { ReadBody } from '../foundation/http/read-body.js';
import { makeDnsResolver } from '../foundation/http-client/dns-resolver.js';
import { makeHttp } from '../foundation/http-client/http.js';
import { makeRateLimiter } from '../foundation/request-limits/rate-limiter.js';
import { makeCountPoints } from '../foundation/request-limits/request-limit.repository.js';
import type { Parts } from './parts.js';

/** How long the document of an application may take, and its size. */
const CLIENT_DOCUMENT_MS = 5_000;
const CLIENT_DOCUMENT_BYTES = 16 * 1024;
/** Requests of OAuth from one network in a minute: an assistant of many users comes from few addresses. */
const OAUTH_OF_A_NETWORK = 600;

/** Who is calling, what people do with their login and their account, and its members: passwords, addresses, sessions, keys, second factor. */
export function makeIdentity(parts: Parts, readBody: ReadBody) {
  const readForm = readBody.form();
  const { config, db, transaction, cipher, clock, boss, publicUrl, log, onStop } = parts;
  const { plans } = config;
  const keyUse = makeLastUse({ store: (uses) => recordApiKeyUses(db, uses), clock, log });
  onStop('the uses of API keys', keyUse.stop);
  const applicationUse = makeLastUse({ store: (uses) => recordApplicationUses(db, uses), clock, log });
  onStop('the uses of applications', applicationUse.stop);
  const sessionUse = makeLastUse({ store: (uses) => recordSessionUses(db, uses), clock, log });
  onStop('the uses of sessions', sessionUse.stop);

  const throttle = makeAccountThrottle(db, config.signUpsPerDay);
  const signInThrottle = makeSignInThrottle(db);
  const checkCurrentPassword = makeCheckCurrentPassword({ db, throttle: signInThrottle });
  const mailQueue = makeMailQueue(boss, publicUrl);
  const queueAccountMail = makeQueueAccountMail(boss, publicUrl);
  const withSecondFactor = makeWithSecondFactor({
    db,
    transaction,
    cipher,
    throttle: signInThrottle,
    mailQueue,
    clock,
  });
  const signingIn = {
    db,
    transaction,
    cipher,
    throttle: signInThrottle,
    checkCurrentPassword,
    withSecondFactor,
    mailQueue,
    clock,
    log,
  };
  const { inPodOf, inPodOfToken, withDirectory, claim: claimAddress } = parts.addresses;
  const accounts = {
    transaction,
    clock,
    plans,
    throttle,
    mailQueue,
    queueAccountMail,
    checkCurrentPassword,
    signInThrottle,
    claimAddress,
  };

  // Without a mail server no confirmation links are delivered.
  const confirmsEmail = config.mail.smtpUrl !== null;
  const findPasswordReset = makeFindPasswordReset({ db, clock });
  const confirmEmail = makeConfirmEmail({ db, transaction, clock, plans, throttle, claimAddress });
  const resetPassword = makeResetPassword({ ...accounts, findPasswordReset });

  const acceptInvitation = makeAcceptInvitation({ db, transaction, claimAddress, clock });

  const authenticating = { db, clock, plans, confirmEmail: confirmsEmail };
  const count = makeCountPoints(db);
  const authentication = makeGuardedAuthentication({
    authentication: makeAuthenticate({
      ...authenticating,
      noteKeyUse: keyUse.note,
      noteApplicationUse: applicationUse.note,
      noteSessionUse: sessionUse.note,
    }),
    count,
    perMinute: config.requestLimits.wrongKeysPerMinute,
  });
  const recheck = makeAuthenticate({
    ...authenticating,
    noteKeyUse: () => undefined,
    noteApplicationUse: () => undefined,
    noteSessionUse: () => undefined,
  });

  const { objectAddresses: addresses, storage } = parts;
  const signExport: SignExport = ({ id, key }) =>
    `${publicUrl()}${exportPath(id)}?${addresses.sign({ method: 'GET', key, contentType: null }, EXPORT_URL_SECONDS)}`;
  /** For documents of clients. */
  const clients = makeHttp({
    timeoutMs: CLIENT_DOCUMENT_MS,
    maxAnswerBytes: CLIENT_DOCUMENT_BYTES,
    allowPrivate: config.privateAddresses.has('applications'),
    resolve: makeDnsResolver(),
  });
  onStop('the client for documents of applications', clients.close);
  const asOwner = makeAsOwner({ checkCurrentPassword, withSecondFactor });

  return {
    authentication,
    recheck,
    accountPages: makeAccountPageRouter({
      readForm,
      findConfirmation: makeFindConfirmation({ db, clock }),
      confirmEmail,
      findPasswordReset,
      resetPassword,
      log,
    }),
    unsubscribePages: makeUnsubscribeRouter({
      readForm,
      unsubscribes: [makeUnsubscribe({ transaction, cipher }), makeStopReports({ db, transaction, cipher })],
      log,
      dashboard: config.http.dashboard,
    }),
    // Without the dashboard there is no page to sign in.
    oauth: config.http.dashboard
      ? makeOAuthRouter({
          authenticate: authentication.bySession,
          findClient: makeFindOAuthClient({ http: clients.http }),
          connectApplication: makeConnectApplication({ db, transaction, plans, clock }),
          issueTokens: makeIssueTokens({ transaction, clock, followingTokens: parts.followingTokens }),
          readBody,
          limitNetwork: makeRateLimiter({ limit: OAUTH_OF_A_NETWORK, count }),
          publicUrl,
          anyHost: config.http.publicUrl === null,
          log,
        })
      : null,
    exportDownloads: makeExportRouter({ db, clock, storage, addresses, log }),
    useCases: {
      signUp: inPodOf(makeSignUp({ ...accounts, open: config.signUp, confirmEmail: confirmsEmail })),
      confirmsEmail,
      confirmEmail: inPodOfToken(confirmEmail),
      resendConfirmation: inPodOf(makeResendConfirmation(accounts)),
      changeDisplayName: makeChangeDisplayName({ transaction }),
      changeTimeZone: makeChangeTimeZone({ transaction }),
      changeEmail: withDirectory(makeChangeEmail({ ...accounts, withSecondFactor })),
      changePassword: makeChangePassword({ ...accounts, withSecondFactor }),
      requestPasswordReset: inPodOf(makeRequestPasswordReset(accounts)),
      resetPassword: inPodOfToken(resetPassword),
      signIn: inPodOf(makeSignIn(signingIn)),
      signOut: makeSignOut({ transaction }),
      leaveAccount: makeLeaveAccount({ transaction }),
      listSessions: makeListSessions(signingIn),
      endSession: makeEndSession(signingIn),
      endOtherSessions: makeEndOtherSessions(signingIn),
      findTwoFactor: makeFindTwoFactor(signingIn),
      beginTwoFactor: makeBeginTwoFactor(signingIn),
      confirmTwoFactor: makeConfirmTwoFactor(signingIn),
      disableTwoFactor: makeDisableTwoFactor(signingIn),
      regenerateRecoveryCodes: makeRegenerateRecoveryCodes(signingIn),
      requestExport: makeRequestExport({ asOwner, queueExport: makeQueueExport(boss), clock }),
      listExports: makeListExports({ db }),
      signExport,
      requestRemoval: makeRequestRemoval({ asOwner, mailQueue, clock }),
      cancelRemoval: makeCancelRemoval({ transaction, mailQueue, clock }),
      inviteMember: makeInviteMember({ db, transaction, throttle, queueAccountMail, clock }),
      revokeInvitation: makeRevokeInvitation({ transaction }),
      acceptInvitation: {
        find: inPodOfToken(acceptInvitation.find),
        asPerson: acceptInvitation.asPerson,
        asNewPerson: inPodOfToken(acceptInvitation.asNewPerson),
      },
      changeMemberRole: makeChangeMemberRole({ transaction, clock }),
      changePersonName: makeChangePersonName({ transaction }),
      removeMember: makeRemoveMember({ transaction, clock }),
      limitMember: makeLimitMember({ transaction, clock }),
      transferOwnership: makeTransferOwnership({ asOwner, mailQueue }),
      requireTwoFactor: makeRequireTwoFactor({ transaction }),
      setNotificationPreferences: makeSetNotificationPreferences({ transaction }),
      findPushSubscription: makeFindPushSubscription({ db, cipher, clock }),
      subscribeToPush: makeSubscribeToPush({
        ...{ transaction, cipher, clock },
        allowPrivate: config.privateAddresses.has('push'),
      }),
      createApiKey: makeCreateApiKey({ transaction, plans, clock }),
      renameApiKey: makeRenameApiKey({ transaction }),
      revokeApiKey: makeRevokeApiKey({ transaction, clock }),
      revokeApplication: makeRevokeApplication({ transaction }),
    },
  };
}

import { setMaxListeners } from 'node:events';
import { Router } from 'express';
import { makeQueueAccountMail } from '../../jobs/account-mail-queue.js';
import { makeMailQueue } from '../../jobs/mail-queue.js';
import { makeMediaQueue } from '../../jobs/media-queue.js';
import { makePublishQueue } from '../../jobs/publish-queue.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import { makeRest } from '../../rest-compat/rest.js';
import { makeChargeOperation } from '../api/charge-operation.js';
import type { MakeContext } from '../api/context.js';
import { makeLoaders } from '../api/loaders.js';
import { makeSchema } from '../api/schema.js';
import { makeHttpServer } from '../api/server.js';
import { makeOpenSession } from '../api/socket-session.js';
import { makeAttachAccounts } from '../domain/accounts/attach-accounts.use-case.js';
import { makeBeginLogin } from '../domain/accounts/begin-login.use-case.js';
import { makeCheckConnection } from '../domain/accounts/check-connection.use-case.js';
import { makeCompleteLogin } from '../domain/accounts/complete-login.use-case.js';
import { makeConnectAccount } from '../domain/accounts/connect-account.use-case.js';
import { makeConnectUrl } from '../domain/accounts/connect-url.js';
import { connectablePlatforms } from '../domain/accounts/connectable.js';
import { makeRegisteredClients } from '../domain/accounts/instance-client.repository.js';
import { makeMarkRevoked } from '../domain/accounts/load-account.use-case.js';
import { makeLoginRouter } from '../domain/accounts/login.http.js';
import { makeRedirectUri } from '../domain/accounts/login-address.js';
import { makeBeginLoginInBrowser } from '../domain/accounts/login-browser.js';
import { makeFindConnectedAccount } from '../domain/engagement/connected-account.use-case.js';
import { makeFetchOnce } from '../domain/engagement/fetch-once.use-case.js';
import { makeInteract } from '../domain/engagement/interact.use-case.js';
import { makeManageReplies } from '../domain/engagement/replies.use-case.js';
import { makeFindStatistics } from '../domain/engagement/statistics.use-case.js';
import { RESYNC } from '../domain/events/live-hub.js';
import { ACCESS_CHANGES, recordApiKeyUses } from '../domain/identity/access.repository.js';
import { makeAccountPageRouter } from '../domain/identity/account-page.http.js';
import { makeAccountThrottle } from '../domain/identity/account-throttle.repository.js';
import { makeAuthenticate } from '../domain/identity/authenticate.use-case.js';
import { makeChangePassword } from '../domain/identity/change-password.use-case.js';
import {
  makeChangeEmail,
  makeConfirmEmail,
  makeFindConfirmation,
  makeResendConfirmation,
} from '../domain/identity/confirm-email.use-case.js';
import { makeCheckCurrentPassword } from '../domain/identity/current-password.use-case.js';
import { makeLastUse } from '../domain/identity/last-use.js';
import { limitWrongKeys } from '../domain/identity/limit-wrong-keys.use-case.js';
import { makeCreateApiKey, makeRenameApiKey, makeRevokeApiKey } from '../domain/identity/manage-api-keys.use-case.js';
import {
  makeBeginTwoFactor,
  makeConfirmTwoFactor,
  makeDisableTwoFactor,
  makeFindTwoFactor,
  makeNewRecoveryCodes,
} from '../domain/identity/manage-second-factor.use-case.js';
import { makeEndOtherSessions, makeEndSession, makeListSessions } from '../domain/identity/manage-sessions.use-case.js';
import {
  makeFindPasswordReset,
  makeRequestPasswordReset,
  makeResetPassword,
} from '../domain/identity/reset-password.use-case.js';
import { recordSessionUses } from '../domain/identity/session.repository.js';
import { makeSignIn } from '../domain/identity/sign-in.use-case.js';
import { makeSignInThrottle } from '../domain/identity/sign-in-throttle.repository.js';
import { makeSignUp } from '../domain/identity/sign-up.use-case.js';
import { makeAccessWatch } from '../domain/identity/watch-access.use-case.js';
import { makeWithSecondFactor } from '../domain/identity/with-second-factor.use-case.js';
import { makeCreateUpload } from '../domain/media/create-upload.use-case.js';
import { makeDeleteMedia, makeDeleteObjects } from '../domain/media/delete-media.use-case.js';
import { makeFollowProcessing } from '../domain/media/follow-processing.use-case.js';
import { makeMediaOfGroup } from '../domain/media/media-of-group.js';
import { makeMediaProcesses } from '../domain/media/media-process.js';
import { makeProbe } from '../domain/media/probe.js';
import { makeProcessVideoRouter } from '../domain/media/process-video.http.js';
import { makeProcessVideo } from '../domain/media/process-video.use-case.js';
import { makeReadMedia } from '../domain/media/read-media.use-case.js';
import { makeReceiveUpload } from '../domain/media/receive-upload.use-case.js';
import { removeLeftoverFolders } from '../domain/media/temporary-folder.js';
import { makeCreatePostGroup } from '../domain/posts/create-post-group.use-case.js';
import { makeDeletePostGroup } from '../domain/posts/delete-post-group.use-case.js';
import { makeFollowAccount, makeFollowPostGroup } from '../domain/posts/follow-post-progress.use-case.js';
import { makeHeldAnswers } from '../domain/posts/held-answers.js';
import { makeRecordChanges } from '../domain/posts/record-changes.repository.js';
import { makeRetryPlatformPost } from '../domain/posts/retry-platform-post.use-case.js';
import { makeTexts } from '../domain/posts/texts.js';
import { makeUpdatePostGroup } from '../domain/posts/update-post-group.use-case.js';
import { makeUsageLimiter } from '../domain/usage/limit-subscriptions.use-case.js';
import { makeNotifyLimitExceeded } from '../domain/usage/notify-limit-exceeded.use-case.js';
import { makeReadPostToValidate } from '../domain/validation/read-post.use-case.js';
import { makeValidator } from '../domain/validation/validator.js';
import { makeAnnounceEvents } from '../domain/webhooks/announce-events.use-case.js';
import { makeFollowDeliveries } from '../domain/webhooks/follow-deliveries.use-case.js';
import {
  makeCreateWebhook,
  makeDeleteWebhook,
  makeRegenerateWebhookSecret,
  makeUpdateWebhook,
} from '../domain/webhooks/manage-webhooks.use-case.js';
import {
  makeRedeliverSkipped,
  makeRedeliverWebhook,
  makeSendTestWebhook,
} from '../domain/webhooks/redeliver.use-case.js';
import { connectionPagePath, makeConnectionPageRouter } from '../domain/workspaces/connection-page.http.js';
import {
  makeCreateConnectionPage,
  makeFindConnectionPages,
  makeOpenConnectionPage,
} from '../domain/workspaces/connection-page.use-case.js';
import {
  makeCreateManagedUser,
  makeCreateManagedUserKey,
  makeDetachManagedUser,
  makeListManagedUsers,
} from '../domain/workspaces/manage-users.use-case.js';
import { makeCpuQueue } from '../foundation/concurrency/cpu-queue.js';
import { makeReadBody } from '../foundation/http/read-body.js';
import { listen } from '../foundation/process/ports.js';
import { makeRateLimiter } from '../foundation/request-limits/rate-limiter.js';
import { makeCountPoints } from '../foundation/request-limits/request-limit.repository.js';
import type { ConfiguredPlatform } from '../platforms/platform-directory.js';
import type { PlatformKey } from '../platforms/port/platform.js';
import { findPlatform } from '../platforms/registry.js';
import { OBJECTS_PATH } from '../storage/disk-storage.http.js';
import type { Parts } from './parts.js';

/** Files that one process inspects concurrently. */
const MEDIA_AT_ONCE = 2;

/** The `api` role: everything served over HTTP and web sockets. Returns the port that it listens on. */
export async function startApi(parts: Parts): Promise<number> {
  const {
    config,
    log,
    clock,
    db,
    transaction,
    cipher,
    boss,
    hub,
    platformDirectory,
    loadAccount,
    storage,
    publicUrl,
    onStop,
  } = parts;
  const { channelPricing, http } = config;

  const keyUse = makeLastUse({ store: (uses) => recordApiKeyUses(db, uses), clock, log });
  onStop('the uses of API keys', keyUse.stop);
  const sessionUse = makeLastUse({ store: (uses) => recordSessionUses(db, uses), clock, log });
  onStop('the uses of sessions', sessionUse.stop);
  const signInThrottle = makeSignInThrottle(db);
  const checkCurrentPassword = makeCheckCurrentPassword({ db, throttle: signInThrottle });
  const mailQueue = makeMailQueue(boss);
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
  const throttle = makeAccountThrottle(db, config.accountThrottle);
  // Without a mail server no confirmation links are delivered.
  const confirmsEmail = config.mail.smtpUrl !== null;
  const queueAccountMail = makeQueueAccountMail(boss, publicUrl);
  const accounts = { transaction, clock, throttle, mailQueue, queueAccountMail, checkCurrentPassword, signInThrottle };
  const findPasswordReset = makeFindPasswordReset({ db, clock });
  const confirmEmail = makeConfirmEmail({ db, transaction, clock, throttle });
  const resetPassword = makeResetPassword({ ...accounts, findPasswordReset });
  const findSession = (key: PlatformKey) => platformDirectory(key)?.session ?? null;
  const hasServers = (key: PlatformKey) => findPlatform(key)?.defaultBaseUrl === null;
  const attachAccounts = makeAttachAccounts({ cipher, clock, channelPricing, findSession, hasServers });
  const connectAccount = makeConnectAccount({ transaction, attachAccounts, findConnectable: platformDirectory });
  const connectable = connectablePlatforms(platformDirectory);
  const origins = () => [new URL(publicUrl()).origin, ...http.corsOrigins];
  const redirectUri = makeRedirectUri({ publicUrl, named: (key) => config.platforms[key].redirectUri });
  const beginLogin = makeBeginLoginInBrowser({
    beginLogin: makeBeginLogin({
      db,
      clock,
      cipher,
      findLogin: platformDirectory,
      redirectUri,
      registeredClients: makeRegisteredClients({ db, cipher, redirectUri }),
    }),
    publicUrl,
  });
  const pageUrl = (token: string) => `${publicUrl()}${connectionPagePath(token)}`;
  const workspace = { db, transaction, clock, cipher, pageUrl };
  const notifyLimitExceeded = makeNotifyLimitExceeded({ transaction, mailQueue, log });
  const cpuQueue = makeCpuQueue();
  const validator = makeValidator({ blocks: config.blocks, cpuQueue, log });
  const webhookQueue = makeWebhookQueue(boss);
  const announce = makeAnnounceEvents({ webhookQueue });
  const recordChanges = makeRecordChanges({ publishQueue: makePublishQueue(boss), announce });
  const webhooks = { db, transaction, cipher, clock, webhookQueue, ...config.webhooks };

  const probe = makeProbe(makeMediaProcesses({ concurrency: MEDIA_AT_ONCE }));
  const readMedia = makeReadMedia({ db, transaction, storage, probe, clock });
  const deleteObjects = makeDeleteObjects({ storage, log });
  const mediaQueue = makeMediaQueue(boss);
  const mediaOfGroup = makeMediaOfGroup({ deleteObjects });
  const changingPosts = { db, transaction, clock, recordChanges, notifyLimitExceeded, validator, mediaOfGroup };
  const receiveUpload = makeReceiveUpload({ db, transaction, storage, deleteObjects, mediaQueue, clock });
  const temporary = `${config.dataDir}/temporary`;
  await removeLeftoverFolders(temporary);
  const video = makeProcessVideo({
    db,
    transaction,
    clock,
    storage,
    probe,
    deleteObjects,
    recordChanges,
    temporary,
    log,
  });
  onStop('the videos under way', video.finish);

  const connected = { db, loadAccount, markRevoked: makeMarkRevoked({ db, clock }), findPlatform: platformDirectory };
  const findNetworkAccount = makeFindConnectedAccount({
    ...connected,
    featureOf: ({ interactions }: ConfiguredPlatform) => interactions,
    notFound: 'NETWORK_CONNECTION_NOT_FOUND',
  });
  const findRepliesAccount = makeFindConnectedAccount({
    ...connected,
    featureOf: ({ replies }: ConfiguredPlatform) => replies,
    notFound: 'THREADTALK_CONNECTION_NOT_FOUND',
  });

  const schema = makeSchema({
    db,
    clock,
    signUp: makeSignUp({ ...accounts, open: config.signUp, confirmEmail: confirmsEmail }),
    confirmsEmail,
    confirmEmail,
    resendConfirmation: makeResendConfirmation(accounts),
    changeEmail: makeChangeEmail({ ...accounts, withSecondFactor }),
    changePassword: makeChangePassword(accounts),
    requestPasswordReset: makeRequestPasswordReset(accounts),
    resetPassword,
    signIn: makeSignIn(signingIn),
    listSessions: makeListSessions(signingIn),
    endSession: makeEndSession(signingIn),
    endOtherSessions: makeEndOtherSessions(signingIn),
    findTwoFactor: makeFindTwoFactor(signingIn),
    beginTwoFactor: makeBeginTwoFactor(signingIn),
    confirmTwoFactor: makeConfirmTwoFactor(signingIn),
    disableTwoFactor: makeDisableTwoFactor(signingIn),
    newRecoveryCodes: makeNewRecoveryCodes(signingIn),
    createApiKey: makeCreateApiKey({ transaction, clock }),
    renameApiKey: makeRenameApiKey({ db }),
    revokeApiKey: makeRevokeApiKey({ db, clock }),
    connectAccount,
    checkConnection: makeCheckConnection({ db, clock, loadAccount, findProbing: platformDirectory }),
    connectablePlatforms: connectable,
    connectUrl: makeConnectUrl({ findLogin: platformDirectory, publicUrl, origins }),
    listManagedUsers: makeListManagedUsers(workspace),
    createManagedUser: makeCreateManagedUser(workspace),
    detachManagedUser: makeDetachManagedUser(workspace),
    createManagedUserKey: makeCreateManagedUserKey(workspace),
    createConnectionPage: makeCreateConnectionPage(workspace),
    interact: makeInteract({ findNetworkAccount, clock }),
    manageReplies: makeManageReplies({ findRepliesAccount, clock }),
    findStatistics: makeFindStatistics({ findNetworkAccount, fetchOnce: makeFetchOnce({ db, clock }), clock }),
    validator,
    cpuQueue,
    readPostToValidate: makeReadPostToValidate({ db, readMedia }),
    createUpload: makeCreateUpload({ transaction, clock, storage, mediaQueue, recordChanges }),
    readMedia,
    deleteMedia: makeDeleteMedia({ transaction, clock, deleteObjects, recordChanges }),
    createPostGroup: makeCreatePostGroup(changingPosts),
    updatePostGroup: makeUpdatePostGroup(changingPosts),
    deletePostGroup: makeDeletePostGroup(changingPosts),
    retryPlatformPost: makeRetryPlatformPost(changingPosts),
    createWebhook: makeCreateWebhook(webhooks),
    updateWebhook: makeUpdateWebhook(webhooks),
    deleteWebhook: makeDeleteWebhook(webhooks),
    regenerateWebhookSecret: makeRegenerateWebhookSecret(webhooks),
    redeliverWebhook: makeRedeliverWebhook(webhooks),
    redeliverSkipped: makeRedeliverSkipped(webhooks),
    sendTestWebhook: makeSendTestWebhook(webhooks),
  });
  const live = {
    followPostGroup: makeFollowPostGroup({ db, hub, clock }),
    followAccount: makeFollowAccount({ db, hub, clock }),
    followDeliveries: makeFollowDeliveries({ db, hub }),
  };
  const findConnectionPages = makeFindConnectionPages(workspace);
  const held = makeHeldAnswers();
  const makeContext: MakeContext = ({ reader, ...request }) => {
    const texts = makeTexts({ db, held, viewer: request.viewer, reader, cpuQueue });
    return { ...request, loaders: makeLoaders({ db, texts, findConnectionPages }), texts, live };
  };
  const openConnectionPage = makeOpenConnectionPage({ db, clock });
  const readBody = makeReadBody(http.requestTimeoutMs);
  const readForm = readBody.form();
  const connectionPage = makeConnectionPageRouter({
    db,
    clock,
    openConnectionPage,
    connectAccount,
    connectablePlatforms: connectable,
    beginLogin,
    readForm,
    publicUrl,
    log,
  });

  const count = makeCountPoints(db);
  const { wrongKeysPerMinute, maxOperationPoints, pointsPerMinute } = config.requestLimits;
  const authentication = limitWrongKeys({
    authentication: makeAuthenticate({
      db,
      clock,
      noteKeyUse: keyUse.note,
      noteSessionUse: sessionUse.note,
      confirmEmail: confirmsEmail,
    }),
    count,
    perMinute: wrongKeysPerMinute,
  });
  const chargeOperation = makeChargeOperation({
    schema,
    maxOperationPoints,
    pointsPerMinute,
    limitRate: makeRateLimiter({ limit: pointsPerMinute, count }),
  });
  const { rateLimitPerMinute } = http;
  const watchAccess = makeAccessWatch({
    authentication,
    recheck: makeAuthenticate({
      db,
      clock,
      noteKeyUse: () => undefined,
      noteSessionUse: () => undefined,
      confirmEmail: confirmsEmail,
    }),
    follow: (listener) => hub.follow(ACCESS_CHANGES, null, (notice) => listener(notice === RESYNC ? null : notice)),
    clock,
    log,
  });
  onStop('the watch over open access', async () => watchAccess.stop());
  const usage = makeUsageLimiter({ db, transaction, limits: config.live.perAccount, log });
  onStop('the counts of open web sockets', usage.stop);
  const loginPages = makeLoginRouter({
    authenticate: authentication.bySession,
    openLink: openConnectionPage,
    linkPath: connectionPagePath,
    findLogin: platformDirectory,
    beginLogin,
    completeLogin: makeCompleteLogin({
      db,
      transaction,
      clock,
      cipher,
      attachAccounts,
      findLogin: platformDirectory,
      redirectUri,
    }),
    readForm,
    publicUrl,
    origins,
    log,
  });
  const goingAway = new AbortController();
  setMaxListeners(0, goingAway.signal);
  const processVideoPage = makeProcessVideoRouter({
    authenticate: authentication.bySession,
    watchAccess,
    usage,
    origins,
    processVideo: video.processVideo,
    followProcessing: makeFollowProcessing({ db, clock }),
    goingAway: goingAway.signal,
    log,
  });

  const { server, close } = await makeHttpServer({
    schema,
    authentication,
    chargeOperation,
    rest: makeRest({
      schema,
      authentication,
      limitRest: rateLimitPerMinute === null ? null : makeRateLimiter({ limit: rateLimitPerMinute, count }),
      makeContext,
      readBody,
      maxBodyBytes: http.maxBodyBytes,
      log,
    }),
    makeContext,
    openSession: makeOpenSession({ watchAccess, usage, limits: config.live.perSocket }),
    socketLimits: config.live.perSocket,
    readBody,
    health: parts.health,
    ...http,
    publicUrl,
    pages: [
      ...(parts.serveObjects ? [Router().use(OBJECTS_PATH, parts.serveObjects(receiveUpload))] : []),
      makeAccountPageRouter({
        readForm,
        findConfirmation: makeFindConfirmation({ db, clock }),
        confirmEmail,
        findPasswordReset,
        resetPassword,
        log,
      }),
      connectionPage,
      loginPages,
      processVideoPage,
    ],
    log,
  });
  onStop('the API', () => {
    goingAway.abort();
    return close();
  });
  const port = await listen(server, { ...http, variable: 'PORT' });
  parts.listensOn(port);
  return port;
}

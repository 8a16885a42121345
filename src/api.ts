import { setMaxListeners } from 'node:events';
import { Router } from 'express';
import { makeQueueAccountMail } from '../jobs/account-mail-queue.js';
import { makeMailQueue } from '../jobs/mail-queue.js';
import { makeMediaQueue } from '../jobs/media-queue.js';
import { makePublishQueue } from '../jobs/publish-queue.js';
import { makeWebhookQueue } from '../jobs/webhook-queue.js';
import { noteApiKeyUses } from './access/access.repository.js';
import { makeAccountPageRouter } from './access/account-page.http.js';
import { makeAccountThrottle } from './access/account-throttle.repository.js';
import { makeAuthenticate } from './access/authenticate.use-case.js';
import { makeChangePassword } from './access/change-password.use-case.js';
import {
  makeChangeEmail,
  makeConfirmEmail,
  makeFindConfirmation,
  makeResendConfirmation,
} from './access/confirm-email.use-case.js';
import { makeCheckCurrentPassword } from './access/current-password.use-case.js';
import { makeLastUse } from './access/last-use.js';
import { limitWrongKeys } from './access/limit-wrong-keys.use-case.js';
import { makeCreateApiKey, makeRenameApiKey, makeRevokeApiKey } from './access/manage-api-keys.use-case.js';
import {
  makeBeginTwoFactor,
  makeConfirmTwoFactor,
  makeDisableTwoFactor,
  makeFindTwoFactor,
  makeNewRecoveryCodes,
} from './access/manage-second-factor.use-case.js';
import { makeEndOtherSessions, makeEndSession, makeListSessions } from './access/manage-sessions.use-case.js';
import {
  makeFindPasswordReset,
  makeRequestPasswordReset,
  makeResetPassword,
} from './access/reset-password.use-case.js';
import { noteSessionUses } from './access/session.repository.js';
import { makeSignIn } from './access/sign-in.use-case.js';
import { makeSignInThrottle } from './access/sign-in-throttle.repository.js';
import { makeSignUp } from './access/sign-up.use-case.js';
import { makeAccessWatch } from './access/watch-access.use-case.js';
import { makeWithSecondFactor } from './access/with-second-factor.use-case.js';
import type { Parts } from './app.js';
import { makeAttachAccounts } from './connections/attach-accounts.use-case.js';
import { makeBeginLogin } from './connections/begin-login.use-case.js';
import { makeCheckConnection } from './connections/check-connection.use-case.js';
import { makeCompleteLogin } from './connections/complete-login.use-case.js';
import { makeConnectAccount } from './connections/connect-account.use-case.js';
import { makeConnectUrl } from './connections/connect-url.js';
import { connectablePlatforms } from './connections/connectable.js';
import { makeRegisteredClients } from './connections/instance-client.repository.js';
import { makeLoginRouter } from './connections/login.http.js';
import { makeRedirectUri } from './connections/login-address.js';
import { makeBeginLoginInBrowser } from './connections/login-browser.js';
import { makeMarkRevoked } from './connections/open-account.use-case.js';
import { listen } from './embedded/ports.js';
import { makeChargeOperation } from './graphql/charge-operation.js';
import type { MakeContext } from './graphql/context.js';
import { makeHeldAnswers } from './graphql/held-answers.js';
import { makeLoaders } from './graphql/loaders.js';
import { makeSchema } from './graphql/schema.js';
import { makeOpenSession } from './graphql/socket-session.js';
import { makeTexts } from './graphql/texts.js';
import { makeReadBody } from './http/read-body.js';
import { makeHttpServer } from './http/server.js';
import { makeInTurn } from './in-turn.js';
import { makeFollowAccount, makeFollowPostGroup } from './live/follow-events.use-case.js';
import { makeUsageLimiter } from './live/limit-usage.use-case.js';
import { RESYNC } from './live/live-hub.js';
import { makeCreateUpload } from './media/create-upload.use-case.js';
import { makeDeleteMedia, makeDeleteObjects } from './media/delete-media.use-case.js';
import { makeFollowProcessing } from './media/follow-processing.use-case.js';
import { makeMediaProcesses } from './media/media-process.js';
import { makeProbe } from './media/probe.js';
import { makeProcessVideoRouter } from './media/process-video.http.js';
import { makeProcessVideo } from './media/process-video.use-case.js';
import { makeReadMedia } from './media/read-media.use-case.js';
import { makeReceiveUpload } from './media/receive-upload.use-case.js';
import { removeLeftoverFolders } from './media/temporary-folder.js';
import { makeAskOnce } from './network/ask-once.use-case.js';
import { makeInteract } from './network/interact.use-case.js';
import { makeFindNetworkAccount } from './network/network-account.use-case.js';
import { makeFindStatistics } from './network/statistics.use-case.js';
import { makeTellOfBreach } from './plans/tell-of-breach.use-case.js';
import type { PlatformKey } from './platforms/platform.js';
import { findPlatform } from './platforms/registry.js';
import { makeCreatePostGroup } from './posts/create-post-group.use-case.js';
import { makeDeletePostGroup } from './posts/delete-post-group.use-case.js';
import { makeRetryPlatformPost } from './posts/retry-platform-post.use-case.js';
import { makeUpdatePostGroup } from './posts/update-post-group.use-case.js';
import { makeRateLimiter } from './request-limits/rate-limiter.js';
import { makeCountPoints } from './request-limits/request-limit.repository.js';
import { OBJECTS_PATH } from './storage/disk-storage.http.js';
import { makeReadPostToValidate } from './validation/read-post.use-case.js';
import { makeValidator } from './validation/validator.js';
import { makeAnnounceEvents } from './webhooks/announce-events.use-case.js';
import { makeFollowDeliveries } from './webhooks/follow-deliveries.use-case.js';
import {
  makeCreateWebhook,
  makeDeleteWebhook,
  makeRegenerateWebhookSecret,
  makeUpdateWebhook,
} from './webhooks/manage-webhooks.use-case.js';
import { makeRedeliverSkipped, makeRedeliverWebhook, makeSendTestWebhook } from './webhooks/send-again.use-case.js';
import { connectionPagePath, makeConnectionPageRouter } from './workspace/connection-page.http.js';
import {
  makeCreateConnectionPage,
  makeFindConnectionPages,
  makeOpenConnectionPage,
} from './workspace/connection-page.use-case.js';
import {
  makeCreateManagedUser,
  makeCreateManagedUserKey,
  makeDetachManagedUser,
  makeListManagedUsers,
} from './workspace/manage-users.use-case.js';

/** Files that one process reads at the same time. */
const MEDIA_AT_ONCE = 2;

/** The `api` role: everything that answers over HTTP and web sockets. The answer is the port that it listens on. */
export async function startApi(parts: Parts): Promise<number> {
  const { config, log, clock, db, transaction, cipher, boss, hub, reach, openAccount, storage, publicUrl, onStop } =
    parts;
  const { channelPricing, http } = config;

  const keyUse = makeLastUse({ store: (uses) => noteApiKeyUses(db, uses), clock, log });
  onStop('the uses of API keys', keyUse.stop);
  const sessionUse = makeLastUse({ store: (uses) => noteSessionUses(db, uses), clock, log });
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
  // Without a mail server nobody gets a link.
  const confirmsEmail = config.mail.smtpUrl !== null;
  const queueAccountMail = makeQueueAccountMail(boss, publicUrl);
  const accounts = { transaction, clock, throttle, mailQueue, queueAccountMail, checkCurrentPassword, signInThrottle };
  const findPasswordReset = makeFindPasswordReset({ db, clock });
  const confirmEmail = makeConfirmEmail({ db, transaction, clock, throttle });
  const resetPassword = makeResetPassword({ ...accounts, findPasswordReset });
  const findSession = (key: PlatformKey) => reach(key)?.session ?? null;
  const hasServers = (key: PlatformKey) => findPlatform(key)?.defaultBaseUrl === null;
  const attachAccounts = makeAttachAccounts({ cipher, clock, channelPricing, findSession, hasServers });
  const connectAccount = makeConnectAccount({ transaction, attachAccounts, findConnectable: reach });
  const connectable = connectablePlatforms(reach);
  const origins = () => [new URL(publicUrl()).origin, ...http.corsOrigins];
  const redirectUri = makeRedirectUri({ publicUrl, named: (key) => config.platforms[key].redirectUri });
  const beginLogin = makeBeginLoginInBrowser({
    beginLogin: makeBeginLogin({
      db,
      clock,
      cipher,
      findLogin: reach,
      redirectUri,
      registeredClients: makeRegisteredClients({ db, cipher, redirectUri }),
    }),
    publicUrl,
  });
  const pageUrl = (token: string) => `${publicUrl()}${connectionPagePath(token)}`;
  const workspace = { db, transaction, clock, cipher, pageUrl };
  const tellOfBreach = makeTellOfBreach({ transaction, mailQueue, log });
  const inTurn = makeInTurn();
  const validator = makeValidator({ blocks: config.blocks, inTurn, log });
  const webhookQueue = makeWebhookQueue(boss);
  const announce = makeAnnounceEvents({ webhookQueue });
  const publishQueue = makePublishQueue(boss);
  const scheduling = { transaction, clock, publishQueue, announce, tellOfBreach, validator };
  const webhooks = { db, transaction, cipher, clock, webhookQueue, ...config.webhooks };

  const probe = makeProbe(makeMediaProcesses({ concurrency: MEDIA_AT_ONCE }));
  const readMedia = makeReadMedia({ db, transaction, storage, probe, clock });
  const deleteObjects = makeDeleteObjects({ storage, log });
  const mediaQueue = makeMediaQueue(boss);
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
    publishQueue,
    temporary,
    log,
  });
  onStop('the videos under way', video.finish);

  const findNetworkAccount = makeFindNetworkAccount({
    db,
    openAccount,
    markRevoked: makeMarkRevoked({ db, clock }),
    findInteracting: reach,
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
    checkConnection: makeCheckConnection({ db, clock, openAccount, findProbing: reach }),
    connectablePlatforms: connectable,
    connectUrl: makeConnectUrl({ findLogin: reach, publicUrl, origins }),
    listManagedUsers: makeListManagedUsers(workspace),
    createManagedUser: makeCreateManagedUser(workspace),
    detachManagedUser: makeDetachManagedUser(workspace),
    createManagedUserKey: makeCreateManagedUserKey(workspace),
    createConnectionPage: makeCreateConnectionPage(workspace),
    interact: makeInteract({ findNetworkAccount, clock }),
    findStatistics: makeFindStatistics({ findNetworkAccount, askOnce: makeAskOnce({ db, clock }), clock }),
    validator,
    inTurn,
    readPostToValidate: makeReadPostToValidate({ db, readMedia }),
    createUpload: makeCreateUpload({ transaction, clock, storage, mediaQueue, publishQueue }),
    readMedia,
    deleteMedia: makeDeleteMedia({ transaction, clock, deleteObjects, publishQueue }),
    createPostGroup: makeCreatePostGroup(scheduling),
    updatePostGroup: makeUpdatePostGroup(scheduling),
    deletePostGroup: makeDeletePostGroup({ ...scheduling, deleteObjects }),
    retryPlatformPost: makeRetryPlatformPost({ db, ...scheduling }),
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
    const texts = makeTexts({ db, held, viewer: request.viewer, reader, inTurn });
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
    follow: (listener) => hub.followAccess((notice) => listener(notice === RESYNC ? null : notice)),
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
    findLogin: reach,
    beginLogin,
    completeLogin: makeCompleteLogin({
      db,
      transaction,
      clock,
      cipher,
      attachAccounts,
      findLogin: reach,
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
    limitRest: rateLimitPerMinute === null ? null : makeRateLimiter({ limit: rateLimitPerMinute, count }),
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

import { Router } from 'express';
import { makeMailQueue } from '../jobs/mail-queue.js';
import { makeMediaQueue } from '../jobs/media-queue.js';
import { makePublishQueue } from '../jobs/publish-queue.js';
import { noteApiKeyUses } from './access/access.repository.js';
import { makeAuthenticate } from './access/authenticate.use-case.js';
import { makeKeyUse } from './access/key-use.js';
import { makeCreateApiKey, makeRenameApiKey, makeRevokeApiKey } from './access/manage-api-keys.use-case.js';
import { makeBeginSession, makeSignIn } from './access/sign-in.use-case.js';
import { makeSignInThrottle } from './access/sign-in-throttle.repository.js';
import { makeSignUp } from './access/sign-up.use-case.js';
import type { Parts } from './app.js';
import { makeCheckConnection } from './connections/check-connection.use-case.js';
import { makeConnectAccount } from './connections/connect-account.use-case.js';
import { listen } from './embedded/ports.js';
import type { MakeContext } from './graphql/context.js';
import { makeLoaders } from './graphql/loaders.js';
import { makeSchema } from './graphql/schema.js';
import { makeHttpServer } from './http/server.js';
import { makeFollowAccount, makeFollowPostGroup } from './live/follow-events.use-case.js';
import { makeCreateUpload } from './media/create-upload.use-case.js';
import { makeDeleteMedia, makeDeleteObjects } from './media/delete-media.use-case.js';
import { makeFollowProcessing } from './media/follow-processing.use-case.js';
import { makeMediaProcesses } from './media/media-process.js';
import { makeProbe } from './media/probe.js';
import { makeProcessVideoRouter } from './media/process-video.http.js';
import { makeProcessVideo } from './media/process-video.use-case.js';
import { makeReadMedia } from './media/read-media.use-case.js';
import { removeLeftoverFolders } from './media/temporary-folder.js';
import { makeTellOfBreach } from './plans/tell-of-breach.use-case.js';
import { connectablePlatforms } from './platforms/registry.js';
import { makeCreatePostGroup } from './posts/create-post-group.use-case.js';
import { makeDeletePostGroup } from './posts/delete-post-group.use-case.js';
import { makeRetryPlatformPost } from './posts/retry-platform-post.use-case.js';
import { makeUpdatePostGroup } from './posts/update-post-group.use-case.js';
import { OBJECTS_PATH } from './storage/disk-storage.http.js';
import { makeReadPostToValidate } from './validation/read-post.use-case.js';
import { makeValidator } from './validation/validator.js';
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

  const keyUse = makeKeyUse({ store: (uses) => noteApiKeyUses(db, uses), clock, log });
  onStop(keyUse.stop);
  const beginSession = makeBeginSession({ transaction, clock });
  const connectAccount = makeConnectAccount({ transaction, cipher, clock, channelPricing, findConnectable: reach });
  const pageUrl = (token: string) => `${publicUrl()}${connectionPagePath(token)}`;
  const workspace = { db, transaction, clock, cipher, pageUrl };
  const tellOfBreach = makeTellOfBreach({ transaction, mailQueue: makeMailQueue(boss), log });
  const validator = makeValidator({ blocks: config.blocks, log });
  const scheduling = { transaction, clock, publishQueue: makePublishQueue(boss), tellOfBreach, validator };

  const probe = makeProbe(makeMediaProcesses({ concurrency: MEDIA_AT_ONCE }));
  const readMedia = makeReadMedia({ db, storage, probe, clock });
  const deleteObjects = makeDeleteObjects({ storage, log });
  const temporary = `${config.dataDir}/temporary`;
  await removeLeftoverFolders(temporary);
  const video = makeProcessVideo({ db, transaction, clock, storage, probe, deleteObjects, temporary, log });
  onStop(video.finish);

  const schema = makeSchema({
    db,
    clock,
    signUp: makeSignUp({ db, clock, open: config.signUp }),
    signIn: makeSignIn({ db, throttle: makeSignInThrottle(db), beginSession, clock }),
    beginSession,
    createApiKey: makeCreateApiKey({ transaction, clock }),
    renameApiKey: makeRenameApiKey({ db }),
    revokeApiKey: makeRevokeApiKey({ db, clock }),
    connectAccount,
    checkConnection: makeCheckConnection({ db, clock, openAccount, findProbing: reach }),
    connectablePlatforms,
    listManagedUsers: makeListManagedUsers(workspace),
    createManagedUser: makeCreateManagedUser(workspace),
    detachManagedUser: makeDetachManagedUser(workspace),
    createManagedUserKey: makeCreateManagedUserKey(workspace),
    createConnectionPage: makeCreateConnectionPage(workspace),
    validator,
    readPostToValidate: makeReadPostToValidate({ db, readMedia }),
    createUpload: makeCreateUpload({ db, transaction, clock, storage, mediaQueue: makeMediaQueue(boss) }),
    readMedia,
    deleteMedia: makeDeleteMedia({ transaction, clock, deleteObjects }),
    createPostGroup: makeCreatePostGroup(scheduling),
    updatePostGroup: makeUpdatePostGroup(scheduling),
    deletePostGroup: makeDeletePostGroup({ ...scheduling, deleteObjects }),
    retryPlatformPost: makeRetryPlatformPost({ db, ...scheduling }),
  });
  const live = {
    followPostGroup: makeFollowPostGroup({ db, hub, clock }),
    followAccount: makeFollowAccount({ db, hub, clock }),
  };
  const findConnectionPages = makeFindConnectionPages(workspace);
  const makeContext: MakeContext = (request) => ({
    ...request,
    loaders: makeLoaders({ db, findConnectionPages }),
    live,
  });
  const connectionPage = makeConnectionPageRouter({
    db,
    clock,
    openConnectionPage: makeOpenConnectionPage({ db, clock }),
    connectAccount,
    connectablePlatforms,
    log,
  });

  const authentication = makeAuthenticate({ db, clock, noteKeyUse: keyUse.note });
  const processVideoPage = makeProcessVideoRouter({
    authenticate: authentication.bySession,
    origins: () => [new URL(publicUrl()).origin, ...http.corsOrigins],
    processVideo: video.processVideo,
    followProcessing: makeFollowProcessing({ db, clock }),
    log,
  });

  const { server, close } = await makeHttpServer({
    schema,
    authentication,
    makeContext,
    checkHealth: () => db.query('SELECT 1'),
    ...http,
    publicUrl,
    pages: [...(parts.objects ? [Router().use(OBJECTS_PATH, parts.objects)] : []), connectionPage, processVideoPage],
    log,
  });
  onStop(close);
  const port = await listen(server, { ...http, variable: 'PORT' });
  parts.listensOn(port);
  return port;
}

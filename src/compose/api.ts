import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { Router } from 'express';
import { makeRest } from '../../rest-compat/rest.js';
import { makeChargeOperation } from '../api/charge-operation.js';
import type { MakeContext } from '../api/context.js';
import { makeDashboard } from '../api/dashboard.js';
import { makeDocs } from '../api/docs-site.http.js';
import { makeHealthRouter } from '../api/health.js';
import { makeInvalidOperations } from '../api/invalid-operations.js';
import { makeLoaders } from '../api/loaders.js';
import { NO_OPERATION_TRACES } from '../api/operation-traces.js';
import { makeSchema } from '../api/schema.js';
import { makeHttpServer } from '../api/server.js';
import { makeOpenSession } from '../api/socket-session.js';
import { recordAudit } from '../domain/audit/audit.repository.js';
import { RESYNC } from '../domain/events/live-hub.js';
import { ACCESS_CHANGES } from '../domain/identity/access/caller.repository.js';
import { makeAccessWatch } from '../domain/identity/access/watch-access.use-case.js';
import { makeChallenge } from '../domain/identity/applications/oauth-metadata.js';
import { makeFollowProcessing } from '../domain/media/follow-processing.use-case.js';
import { mediaWithGroups } from '../domain/media/media.context.js';
import { makeProcessVideoRouter } from '../domain/media/process-video.http.js';
import { makeStoreUpload } from '../domain/media/store-upload.use-case.js';
import { makeFollowNotifications } from '../domain/notifications/follow-notifications.use-case.js';
import { makeFollowAccount } from '../domain/posts/progress/follow-account.use-case.js';
import { makeFollowPostGroup } from '../domain/posts/progress/follow-post-group.use-case.js';
import { makeResponseMemory } from '../domain/posts/reading/response-memory.js';
import { makeTexts } from '../domain/posts/reading/texts.io.js';
import { makeUsageLimiter } from '../domain/usage/limit-subscriptions.use-case.js';
import { makeFollowDeliveries } from '../domain/webhooks/follow-deliveries.use-case.js';
import { makeCpuQueue } from '../foundation/concurrency/cpu-queue.js';
import { makeUnderWay } from '../foundation/concurrency/under-way.js';
import { ICON_PATH } from '../foundation/http/brand.js';
import { ownOrigins, type SessionPages } from '../foundation/http/cors.js';
import { makePageStyleRouter } from '../foundation/http/page-style.http.js';
import { makeReadBody } from '../foundation/http/read-body.js';
import { listen } from '../foundation/process/ports.js';
import { makeRateLimiter } from '../foundation/request-limits/rate-limiter.js';
import { makeCountPoints } from '../foundation/request-limits/request-limit.repository.js';
import { makeMcp } from '../mcp/router.js';
import { OBJECTS_PATH } from '../storage/disk-storage.http.js';
import { makeAccounts } from './api-accounts.js';
import { makeCalendar } from './api-calendar.js';
import { makeEngagement } from './api-engagement.js';
import { makeIdentity } from './api-identity.js';
import { makePosts } from './api-posts.js';
import { makeReads } from './api-reads.js';
import { makeReports } from './api-reports.js';
import type { Parts } from './parts.js';

/** The `api` role: everything served over HTTP and web sockets. Returns the port that it listens on. */
export async function startApi(parts: Parts): Promise<number> {
  const { config, log, clock, db, transaction, hub, publicUrl, storage, metrics, traces, onStop } = parts;
  const { http } = config;
  const { maxOperationPoints, pointsPerMinute, invalidOperationsPerMinute } = config.requestLimits;
  const { rateLimitPerMinute } = http;
  const origins = () => [...ownOrigins(publicUrl()), ...http.corsOrigins];
  const pages: SessionPages = { origins, sameSite: http.sessionSameSite, anyHost: http.publicUrl === null };

  // One for all requests, so that a turn of the event loop has one piece of heavy work of any kind.
  const cpuQueue = makeCpuQueue();
  const readBody = makeReadBody(http.requestTimeoutMs, cpuQueue);
  const readForm = readBody.form();

  const identity = makeIdentity(parts, readBody);
  const { authentication, recheck } = identity;
  const authenticate = authentication.bySession;
  const accounts = makeAccounts(parts, { readForm, origins, authenticate });
  const posts = await makePosts(parts, cpuQueue);
  const calendar = makeCalendar(parts, cpuQueue);
  const engagement = makeEngagement(parts, posts);
  const reports = makeReports(parts, engagement);
  const schema = makeSchema({
    noteOperator: (viewer, mutation) => recordAudit(db, viewer, { action: 'operator_changed', details: { mutation } }),
    publicUrl,
    db,
    clock,
    plans: config.plans,
    ...identity.useCases,
    ...accounts.useCases,
    ...engagement,
    ...posts.useCases,
    ...calendar.useCases,
    ...reports.useCases,
  });

  /** Where browsers read and upload files. */
  const mediaOrigins = async () =>
    [storage.publicUrl('image/x'), await storage.signUpload('image/x', 'image/png', 60)].map(
      (address) => new URL(address).origin,
    );
  const live = {
    followPostGroup: makeFollowPostGroup({ db, hub }),
    followAccount: makeFollowAccount({ db, hub, clock }),
    followDeliveries: makeFollowDeliveries({ db, hub }),
    followNotifications: makeFollowNotifications({ db, hub }),
  };
  const { findConnectionPages } = accounts;
  const memory = makeResponseMemory();
  const readsOf = makeReads(parts);
  const makeContext: MakeContext = ({ reader, ...request }) => {
    const reads = readsOf(request.viewer);
    const { read } = reads;
    const texts = makeTexts({ read, memory, viewer: request.viewer, reader, cpuQueue });
    const loaders = makeLoaders({ db, read, texts, findConnectionPages });
    return { ...request, ...reads, loaders, texts, files: mediaWithGroups(db, loaders), live, compat: null };
  };

  const watchAccess = makeAccessWatch({
    authentication,
    recheck,
    follow: (listener) => hub.follow(ACCESS_CHANGES, null, (notice) => listener(notice === RESYNC ? null : notice)),
    clock,
    log,
  });
  onStop('the watch over open access', async () => watchAccess.stop());
  const usage = makeUsageLimiter({ db, transaction, limits: config.live.perAccount, log });
  onStop('the counts of open web sockets', usage.stop);
  metrics?.watch({ live: usage.held });

  const operations = makeUnderWay();
  const goingAway = new AbortController();
  setMaxListeners(0, goingAway.signal);
  const count = makeCountPoints(db);
  const limitRate = makeRateLimiter({ limit: pointsPerMinute, count });
  const charging = { maxOperationPoints, pointsPerMinute, limitRate };
  const chargeOperation = makeChargeOperation({ schema, ...charging });
  const operator = http.operatorConsole ? (await import('./api-operator.js')).makeOperator(parts, authenticate) : null;
  const { server, close } = await makeHttpServer({
    schema,
    authentication,
    chargeOperation,
    operator: operator && {
      ...operator,
      chargeOperation: makeChargeOperation({ schema: operator.schema, ...charging }),
    },
    invalidOperations: makeInvalidOperations(invalidOperationsPerMinute),
    rest: makeRest({
      schema,
      authentication,
      limitRest: makeRateLimiter({ limit: rateLimitPerMinute, count }),
      makeContext,
      runOperation: operations.run,
      readBody,
      maxBodyBytes: http.maxBodyBytes,
      log,
    }),
    mcp: makeMcp({
      schema,
      chargeOperation,
      makeContext,
      operations,
      authenticate: authentication.byKeyOrToken,
      storeUpload: makeStoreUpload({ db, storage, receiveUpload: posts.receiveUpload }),
      challenge: identity.oauth && makeChallenge(publicUrl),
      readBody,
      maxBodyBytes: http.maxBodyBytes,
      origins,
      goingAway: goingAway.signal,
      publicUrl,
      log,
    }),
    makeContext,
    operations,
    openSession: makeOpenSession({ watchAccess, usage, limits: config.live.perSocket }),
    socketLimits: config.live.perSocket,
    readBody,
    health: makeHealthRouter(parts.health, { showChecks: false }),
    ...http,
    dashboard: http.dashboard
      ? makeDashboard({ folder: path.join(parts.builtFolder, 'dashboard'), brand: config.brand, mediaOrigins })
      : null,
    docs: makeDocs({ folder: path.join(parts.builtFolder, 'docs'), build: parts.buildDocs, log }),
    publicUrl,
    pages,
    pageRoutes: [
      makePageStyleRouter(config.brand, http.dashboard ? ICON_PATH : null),
      ...(parts.serveObjects ? [Router().use(OBJECTS_PATH, parts.serveObjects(posts.receiveUpload))] : []),
      identity.accountPages,
      identity.unsubscribePages,
      ...(identity.oauth ? [identity.oauth] : []),
      identity.exportDownloads,
      calendar.calendarFeeds,
      reports.reportPages,
      accounts.connectionPage,
      accounts.loginPages,
      accounts.accountPictures,
      makeProcessVideoRouter({
        authenticate,
        watchAccess,
        usage,
        pages,
        processVideo: posts.processVideo,
        followProcessing: makeFollowProcessing({ db, clock }),
        goingAway: goingAway.signal,
        log,
      }),
    ],
    traceRequests: traces?.requests ?? null,
    traceOperations: traces ?? NO_OPERATION_TRACES,
    observeRequest: (line) => metrics?.request(line),
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

import { type ErrorRequestHandler, type RequestHandler, type Response, Router } from 'express';
import type { Logger } from 'pino';
import { AppError } from '../../foundation/errors/app-error.js';
import { dashboardCors, type SessionPages } from '../../foundation/http/cors.js';
import { dropBody } from '../../foundation/http/drop-body.js';
import type { Authenticate } from '../identity/access/authenticate.use-case.js';
import { assertMayWrite } from '../identity/access/operator-session.js';
import { accessHeaders, assertPermission, mayDo, type Viewer } from '../identity/access/viewer.js';
import type { AccessWatch } from '../identity/access/watch-access.use-case.js';
import type { UsageLimiter } from '../usage/limit-subscriptions.use-case.js';
import type { FollowProcessing } from './follow-processing.use-case.js';
import type { ProcessVideo } from './process-video.use-case.js';
import { ClientDisconnected, receiveVideo } from './video-form.io.js';

const PROCESS_VIDEO = '/media/process-video';
const PROCESSING_PROGRESS = '/media/processing-progress';

/** Uploads through the server, for the dashboard [process-video/dashboard-only]: a session opens them. */
export function makeProcessVideoRouter(needs: {
  authenticate: Authenticate;
  watchAccess: AccessWatch;
  /** A stream of progress counts as a subscription. */
  usage: UsageLimiter;
  /** Whose pages may use a session. */
  pages: SessionPages;
  processVideo: ProcessVideo;
  followProcessing: FollowProcessing;
  /** Aborts when the service stops: clients reconnect to another process with Last-Event-ID. */
  goingAway: AbortSignal;
  log: Logger;
}): Router {
  const { authenticate, watchAccess, usage, pages, processVideo, followProcessing, goingAway, log } = needs;
  const router = Router();

  const access: RequestHandler = async (request, response, next) => {
    const viewer = await authenticate(accessHeaders(request.headers));
    assertMayWrite(viewer);
    assertPermission(viewer, 'DRAFT');
    response.locals.viewer = viewer;
    next();
  };
  router.use([PROCESS_VIDEO, PROCESSING_PROGRESS], dashboardCors(pages));

  router.post(PROCESS_VIDEO, access, async (request, response) => {
    const sessionId = await processVideo(viewerOf(response), (folder) => receiveVideo(request, folder));
    response.json({ sessionId });
  });

  router.get(`${PROCESSING_PROGRESS}/:sessionId`, async ({ params, headers, ip = '' }, response) => {
    const end = new AbortController();
    const abort = () => end.abort();
    // Reconnecting clients get the reason.
    const { viewer, close } = await watchAccess.open('bySession', accessHeaders(headers), ip, abort);
    const undo = [close, () => goingAway.removeEventListener('abort', abort)];
    goingAway.addEventListener('abort', abort);
    const finish = () => {
      for (const one of undo.splice(0)) one();
      abort();
    };
    response.on('close', finish);
    if (!mayDo(viewer, 'READ')) {
      finish();
      return assertPermission(viewer, 'READ');
    }
    const leave = await usage.openSubscription(viewer.ownerId);
    undo.push(leave);
    if (end.signal.aborted) {
      finish();
      return void response.end();
    }
    const after = Number(/^\d{1,9}$/.exec(String(headers['last-event-id'] ?? ''))?.[0] ?? 0);
    const options = { after, signal: end.signal };
    const events = await followProcessing(viewer, String(params.sessionId), options);
    // 204 stops an EventSource from reconnecting.
    if (!events) return void response.status(204).end();
    response.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
    response.flushHeaders();
    try {
      for await (const { number, ...event } of events) {
        response.write(`id: ${number}\nevent: progress\ndata: ${JSON.stringify(event)}\n\n`);
      }
    } catch (error) {
      if (!end.signal.aborted) throw error;
    }
    response.end();
  });

  const onError: ErrorRequestHandler = async (error, request, response, _next) => {
    if (error instanceof ClientDisconnected || response.destroyed) return;
    const known = error instanceof AppError ? error : new AppError('INTERNAL_ERROR');
    const { requestId } = response.locals;
    if (known.code === 'INTERNAL_ERROR')
      log.error({ err: error, requestId }, 'Unexpected failure while processing a video');
    // Clients reconnect to an interrupted stream.
    if (response.headersSent) return void response.destroy();
    await dropBody(request, response);
    response.status(known.status).json(known.restBody());
  };
  router.use([PROCESS_VIDEO, PROCESSING_PROGRESS], onError);
  return router;
}

const viewerOf = (response: Response): Viewer => response.locals.viewer;

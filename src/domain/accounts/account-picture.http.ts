import { Router } from 'express';
import { isId } from '../../foundation/database/id.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { contentSecurityPolicy } from '../../foundation/http/security-headers.js';
import { DAY_SECONDS } from '../../foundation/time/durations.js';
import type { Authenticate } from '../identity/access/authenticate.use-case.js';
import { accessHeaders } from '../identity/access/viewer.js';
import type { ReadAccountPicture } from './account-picture.use-case.js';

/**
 * Profile pictures of the viewer's accounts, for pages of a dashboard session. Without a body: 401, 404 for what is no
 * account of the viewer's or has no picture, and 204 where the picture cannot be had from its platform.
 */
export function makeAccountPictureRouter({
  authenticate,
  readAccountPicture,
}: {
  /** By a dashboard session. */
  authenticate: Authenticate;
  readAccountPicture: ReadAccountPicture;
}): Router {
  const router = Router();
  router.get('/account-pictures/:id', async (request, response) => {
    const viewer = await authenticate(accessHeaders(request.headers)).catch((error) => {
      if (error instanceof AppError) return null;
      throw error;
    });
    if (!viewer) return void response.status(401).end();
    const { id } = request.params;
    const picture = isId(id) ? await readAccountPicture(viewer.userId, id.toLowerCase()) : 'none';
    if (typeof picture === 'string') return void response.status(picture === 'unavailable' ? 204 : 404).end();
    response
      .set({
        'Cache-Control': `private, max-age=${DAY_SECONDS}`,
        'Content-Security-Policy': contentSecurityPolicy({ sandbox: '' }),
        'Cross-Origin-Resource-Policy': 'same-origin',
      })
      .type(picture.contentType)
      .send(picture.bytes);
  });
  return router;
}

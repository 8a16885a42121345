import { Router } from 'express';
import { isId } from '../../foundation/database/id.js';
import { AppError } from '../../foundation/errors/app-error.js';
import { contentSecurityPolicy } from '../../foundation/http/security-headers.js';
import { DAY_SECONDS } from '../../foundation/time/durations.js';
import type { Authenticate } from '../identity/access/authenticate.use-case.js';
import {
  type AccessHeaders,
  accessHeaders,
  assertPermission,
  NOT_THEIRS,
  type Viewer,
} from '../identity/access/viewer.js';
import type { ReadAccountPicture } from './account-picture.use-case.js';

/** For the viewer the account does not exist. */
const MISSING: ReadonlySet<string> = new Set([...NOT_THEIRS, 'PERMISSION_REQUIRED']);

/**
 * Profile pictures of the viewer's accounts, for pages of a dashboard session. Without a body: 401, 404 for what is no
 * account of the viewer's or has no picture, and 204 where the picture cannot be had from its platform.
 */
export function makeAccountPictureRouter({
  authenticate,
  ownerOf,
  readAccountPicture,
}: {
  /** By a dashboard session. */
  authenticate: Authenticate;
  /** The account of a connection. */
  ownerOf: (connectionId: string) => Promise<string | null>;
  readAccountPicture: ReadAccountPicture;
}): Router {
  const router = Router();

  async function readerOf(access: AccessHeaders): Promise<Viewer | 'none' | null> {
    try {
      const viewer = await authenticate(access);
      assertPermission(viewer, 'READ');
      return viewer;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return MISSING.has(error.code) ? 'none' : null;
    }
  }

  router.get('/account-pictures/:id', async (request, response) => {
    const id = isId(request.params.id) ? request.params.id.toLowerCase() : null;
    // An image sends no header that names the account.
    const serviceUserId = id === null ? undefined : ((await ownerOf(id)) ?? undefined);
    const viewer = await readerOf({ ...accessHeaders(request.headers), serviceUserId });
    if (!viewer) return void response.status(401).end();
    const picture = id === null || viewer === 'none' ? 'none' : await readAccountPicture(viewer.userId, id);
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

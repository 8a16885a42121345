/** DELETE /rest/posts/:urn. */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { deleted } from '../kit/unpublish.js';
import type { PlatformSetup } from '../port/platform.js';
import type { Unpublish } from '../port/unpublish.js';
import { connect, refusal } from './client.js';
import { deletionFailures } from './failures.js';
import { toNative } from './urns.js';

export const makeUnpublish =
  (http: Http, setup: PlatformSetup): Unpublish =>
  async (account, { postedId }) => {
    const connected = connect(http, account, setup, 'prepare', deletionFailures);
    if (connected.kind === 'failed') return connected;
    const path = `/posts/${encodeURIComponent(toNative(postedId))}`;
    const removed = await connected.client.rest(path, z.unknown(), { method: 'DELETE' });
    const result = deleted(removed);
    return result.kind === 'failed' && removed.kind === 'rejected' ? refusal(removed) : result;
  };

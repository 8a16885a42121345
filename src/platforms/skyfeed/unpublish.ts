/** com.atproto.repo.deleteRecord: a record that is not there is deleted, too. */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { deleted } from '../kit/unpublish.js';
import type { PlatformSetup } from '../port/platform.js';
import type { Unpublish } from '../port/unpublish.js';
import { connect } from './client.js';

export const makeUnpublish =
  (http: Http, setup: PlatformSetup): Unpublish =>
  async (account, { postedId }) => {
    const connected = connect(http, account, setup, 'prepare');
    if (connected.kind === 'failed') return connected;
    const [collection, rkey] = postedId.split('/').slice(-2);
    const json = { repo: account.accountId, collection, rkey };
    return deleted(await connected.xrpc('com.atproto.repo.deleteRecord', z.unknown(), { method: 'POST', json }));
  };

/** DELETE /:post of the Graph APIs that delete posts. */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import { failed } from '../kit/failed-step.js';
import { deleted, unpublishFailures } from '../kit/unpublish.js';
import type { PlatformSetup } from '../port/platform.js';
import type { Unpublish } from '../port/unpublish.js';
import { type GraphApi, openGraph } from './graph-api.js';
import { UNKNOWN_OBJECT } from './graph-errors.js';

const successSchema = z.object({ success: z.literal(true) });

/** `scope`: what a token needs for it. */
export function makeGraphUnpublish(api: GraphApi, scope: string) {
  const { platform } = api;
  const failures = unpublishFailures(api.failures, [{ error: 100, subcode: UNKNOWN_OBJECT }]);
  return (http: Http, setup: PlatformSetup): Unpublish =>
    async (account, { postedId }) => {
      const opened = openGraph(http, { ...api, failures }, setup, account, 'prepare');
      if (opened.kind === 'failed') return opened;
      const { graph, scopes } = opened;
      // Unknown for accounts that were connected before their scopes were stored: the platform decides.
      if (scopes.length > 0 && !scopes.includes(scope)) {
        const happened = `was not given permission by the owner of this account to let this service delete posts (${scope})`;
        const context = { platform, purpose: 'prepare', secrets: [] } as const;
        return failed('PERMISSION_DENIED', context, { outcome: 'rejected', happened });
      }
      return deleted(await graph.delete(`/${encodeURIComponent(postedId)}`, successSchema));
    };
}

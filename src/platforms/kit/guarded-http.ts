/** A guard before every publishing request, shared by all platforms. */
import type { Http } from '../../foundation/http-client/http.js';

export interface SendGuard {
  /** Called before each publishing request is made; rejects when it must not be. */
  beforeSend(): Promise<void>;
  /** Called when the connection is established and the first byte is about to be sent. */
  mayLeave(): boolean;
}

/** A publishing request was blocked: nothing was sent. */
export class SendRefused extends Error {}

/**
 * The client with a guard before its publishing requests; other requests pass. Rejects with SendRefused if the guard
 * allowed the request but not its first byte.
 */
export const guardedHttp =
  (http: Http, guard: SendGuard): Http =>
  async (request) => {
    if (!request.publishes) return http(request);
    await guard.beforeSend();
    let refused = false;
    const result = await http({
      ...request,
      mayLeave: () => {
        refused = !guard.mayLeave();
        return !refused;
      },
    });
    if (refused) throw new SendRefused('The lease of the attempt had run out');
    return result;
  };

/** What stands before every publishing request, for all platforms in one place. */
import type { Http } from '../../foundation/http-client/http.js';

export interface SendGuard {
  /** Called before each publishing request is made; rejects when it must not be. */
  beforeSend(): Promise<void>;
  /** Called when a connection stands and the first byte is about to leave. */
  mayLeave(): boolean;
}

/** A publishing request was held back: nothing of it left. */
export class SendRefused extends Error {}

/**
 * The client with a guard before its publishing requests. Everything else passes. Rejects with SendRefused when the
 * guard let a request be made, but not leave.
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

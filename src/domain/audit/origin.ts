/**
 * Where the current action comes from. It is set once, where a request or a command enters the service, and follows its
 * asynchronous calls, so that no use case passes it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { storableText } from '../../foundation/database/storable-text.js';

/** A request, or a command of the operator. `operator`: who acts as the operator, in the console or by a command. */
export type Origin =
  | { kind: 'request'; address: string | null; userAgent: string | null; requestId: string; operator: string | null }
  | { kind: 'command'; operator: string };

const MAX_USER_AGENT = 256;

const origins = new AsyncLocalStorage<Origin>();

/** Runs `work`, and all that it starts, as coming from a request. */
export const fromRequest = <T>(
  { address, userAgent, requestId }: { address: string | undefined; userAgent: string | undefined; requestId: string },
  work: () => T,
): T => {
  const agent = userAgent === undefined ? null : storableText(userAgent.slice(0, MAX_USER_AGENT));
  return origins.run({ kind: 'request', address: address || null, userAgent: agent, requestId, operator: null }, work);
};

/** The same as coming from a command of the operator, who is named. */
export const fromCommand = <T>(operator: string, work: () => T): T => origins.run({ kind: 'command', operator }, work);

/** The same as coming from a request to the operator's console, by the operator with this e-mail address. */
export const fromConsole = <T>(operator: string, work: () => T): T => {
  const origin = origins.getStore();
  if (origin?.kind !== 'request') throw new Error('A request to the console is a request.');
  return origins.run({ ...origin, operator }, work);
};

/** Null: the service itself, such as a job. */
export const currentOrigin = (): Origin | null => origins.getStore() ?? null;

/** What a line of the log has of it. */
export const originFields = (): { requestId?: string } => {
  const origin = currentOrigin();
  return origin?.kind === 'request' ? { requestId: origin.requestId } : {};
};

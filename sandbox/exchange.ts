import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { AccountCore } from './account.js';
import type { Clients } from './clients.js';
import type { ActiveFault, CallKind, Faults } from './faults.js';
import type { Grants } from './grants.js';
import type { Numbers } from './numbers.js';
import type { RateState, RateWindow } from './rate-window.js';
import type { Store } from './store.js';
import type { SandboxAccount, SandboxPlatform } from './types.js';
import type { Work } from './work.js';

/** The services of the sandbox that all platforms use. */
export interface SandboxContext {
  url: string;
  store: Store;
  grants: Grants;
  clients: Clients;
  /** The key of signatures, which clients cannot forge. */
  signingKey: Buffer;
  /** One for each platform. */
  demoAccounts: readonly AccountCore[];
  /** The account as a client sees it. */
  present(account: AccountCore): SandboxAccount;
  /** What the platforms count of posts and accounts. */
  numbers: Numbers;
  faults: Faults;
  /** Aborted when the sandbox closes. */
  closing: AbortSignal;
  /** Starts work that a platform continues after its response. */
  beginWork(): Work;
  /** When the request arrived, ISO 8601. */
  receivedAt(req: Request): string;
}

/** A response. A body is sent as JSON, a text unchanged. */
export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Thrown when a platform refuses a request; has its response. */
export class Refusal extends Error {
  constructor(readonly reply: Reply) {
    super(`refused with ${reply.status}`);
  }
}

/** A platform's own error responses. */
export interface Wire {
  platform: SandboxPlatform;
  authExpired(): Reply;
  rateLimited(resetAt: number): Reply;
  serverError(): Reply;
  rejected(): Reply;
  /** The body could not be read: not JSON, or too large (413). */
  unreadableBody(status: number): Reply;
  /** The platform's general rate limit and the headers that report it, if it has one. */
  rate?: { window: RateWindow; headers(state: RateState): Record<string, string> };
}

/** A request that passed the platform's checks: its account, and what it does. */
export interface Call {
  accountId: string | null;
  run(): Reply | Promise<Reply>;
  /** The response to `auth_expired` for this call, if it differs from that of other calls. */
  authExpired?(): Reply;
}

/** Sends a reply, with the platform's rate-limit headers. */
function send(res: Response, reply: Reply, headers: Record<string, string> = {}): void {
  if (res.destroyed) return;
  res.status(reply.status).set({ ...headers, ...reply.headers });
  if (reply.body === undefined) res.end();
  else if (typeof reply.body === 'string') res.send(reply.body);
  else res.json(reply.body);
}

async function delay(context: SandboxContext, milliseconds: number): Promise<void> {
  await sleep(milliseconds, undefined, { signal: context.closing });
}

/** Does the call's work as the fault allows; null: no response is sent. */
async function perform(
  context: SandboxContext,
  wire: Wire,
  fault: ActiveFault | undefined,
  call: Call,
  req: Request,
): Promise<Reply | null> {
  switch (fault?.kind) {
    case undefined:
      return call.run();
    case 'auth_expired':
      return call.authExpired?.() ?? wire.authExpired();
    case 'rate_limited':
      return wire.rateLimited(Date.now() + fault.resetSeconds * 1000);
    case 'server_error':
      return wire.serverError();
    case 'rejected':
      return wire.rejected();
    case 'answer_after_store':
      await call.run();
      return fault.answer ?? wire.serverError();
    case 'answer':
      return fault.answer ?? wire.serverError();
    case 'timeout_before_store':
      return null;
    case 'reset_before_store':
      req.socket.resetAndDestroy();
      return null;
    case 'delay_before_store':
      await delay(context, fault.delayMs);
      return call.run();
    case 'timeout_after_store':
      await call.run();
      return null;
    case 'reset_after_store':
      await call.run();
      req.socket.resetAndDestroy();
      return null;
    case 'error_after_store':
      await call.run();
      return wire.serverError();
    case 'delay_after_store': {
      const reply = await call.run();
      await delay(context, fault.delayMs);
      return reply;
    }
  }
}

/**
 * Makes a handler of an endpoint. `prepare` checks the request and throws a Refusal. Faults apply only to requests
 * that pass, so that none is used up by a request that the platform would have refused anyway.
 */
export function endpoint(
  context: SandboxContext,
  wire: Wire,
  kind: CallKind,
  prepare: (req: Request, res: Response) => Call,
): RequestHandler {
  return async (req, res) => {
    let headers: Record<string, string> = {};
    const count = (accountId: string | null) => {
      if (!wire.rate) return;
      const state = wire.rate.window.take(accountId ?? 'anonymous');
      headers = wire.rate.headers(state);
      if (state.exceeded) throw new Refusal(wire.rateLimited(state.resetAt));
    };
    let reply: Reply | null;
    let counted = false;
    try {
      const call = prepare(req, res);
      counted = true;
      count(call.accountId);
      reply = await perform(
        context,
        wire,
        context.faults.take(wire.platform, call.accountId, kind, req.path),
        call,
        req,
      );
    } catch (error) {
      if (context.closing.aborted) return;
      if (!(error instanceof Refusal)) throw error;
      if (!counted && wire.rate) headers = wire.rate.headers(wire.rate.window.take('anonymous'));
      reply = error.reply;
    }
    if (reply) send(res, reply, headers);
  };
}

/** Responds to unknown paths and unreadable bodies, in the platform's format. */
export function wireErrors(wire: Wire): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (res.headersSent) return next(error);
    const status = (error as { status?: unknown }).status;
    if (typeof status === 'number' && status >= 400 && status < 500) return send(res, wire.unreadableBody(status));
    console.error(error);
    send(res, wire.serverError());
  };
}

import { type ExecutionResult, GraphQLError, OperationTypeNode } from 'graphql';
import type { WebSocket } from 'ws';
import type { AccessHeaders } from '../domain/identity/access/viewer.js';
import type { AccessWatch } from '../domain/identity/access/watch-access.use-case.js';
import type { UsageLimiter } from '../domain/usage/limit-subscriptions.use-case.js';
import { OpenSubscription, type SendResults } from './open-subscription.js';
import { type SubscriptionArgs, subscribeShared } from './shared-execution.js';
import { CloseCode, endSocket, operationSlots, type SocketLimits, subscriptionSlots } from './socket-limits.js';

/** An authenticated socket: its operations, within the limits. */
export interface SocketSession {
  /**
   * Takes a slot of the socket for an operation. Returns a function that releases it, or why there is none:
   * SUBSCRIPTION_LIMIT_REACHED, SOCKET_OPERATION_LIMIT_REACHED.
   */
  takeSlot(kind: OperationTypeNode): (() => void) | GraphQLError;
  /** Results are passed to `send`; a refusal is returned. `release` is called when the subscription ends. */
  subscribe(
    args: SubscriptionArgs,
    send: SendResults,
    release: () => void,
  ): Promise<ExecutionResult | OpenSubscription>;
}

/**
 * Authenticates the client of a socket, or rejects with the missing access. The socket is closed when the access ends.
 */
export type OpenSession = (socket: WebSocket, headers: AccessHeaders, address: string) => Promise<SocketSession>;

export const makeOpenSession =
  ({
    watchAccess,
    usage,
    limits,
  }: {
    watchAccess: AccessWatch;
    usage: UsageLimiter;
    limits: SocketLimits;
  }): OpenSession =>
  async (socket, headers, address) => {
    const access = await watchAccess.open('byAny', headers, address, ({ status, message }) =>
      endSocket(socket, status === 503 ? CloseCode.BUSY : CloseCode.FORBIDDEN, message),
    );
    const account = access.viewer.ownerId;
    const leave = await usage.openSocket(account).catch((error) => {
      access.close();
      throw error;
    });
    const close = () => {
      access.close();
      leave();
    };
    if (socket.readyState === socket.OPEN) socket.once('close', close);
    else close();
    const operations = operationSlots();
    const subscriptions = subscriptionSlots(limits);

    return {
      takeSlot(kind) {
        try {
          return (kind === OperationTypeNode.SUBSCRIPTION ? subscriptions : operations).take();
        } catch (error) {
          return asGraphqlError(error);
        }
      },
      subscribe: (args, send, release) =>
        orRefusal(async () => {
          const endOfAccount = await usage.openSubscription(account).catch((error) => {
            release();
            throw error;
          });
          const subscription = new OpenSubscription(send, both(release, endOfAccount));
          try {
            const result = await subscribeShared(args, subscription);
            if (typeof result === 'function') return subscription.opened(result);
            subscription.end();
            return result;
          } catch (error) {
            subscription.end();
            throw error;
          }
        }),
    };
  };

/** A top-level function, because its closure is kept as long as the subscription is open. */
const both = (first: () => void, second: () => void) => () => {
  first();
  second();
};

/** Exceeding a limit is an error of the operation. */
async function orRefusal<Result>(run: () => Promise<Result>): Promise<Result | ExecutionResult> {
  try {
    return await run();
  } catch (error) {
    return { errors: [asGraphqlError(error)] };
  }
}

function asGraphqlError(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}

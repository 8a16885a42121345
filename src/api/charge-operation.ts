import {
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
} from 'graphql';
// Its CommonJS build: the ESM build loads a second copy of graphql, which does not recognize these types.
import { getComplexity } from 'graphql-query-complexity/cjs';
import type { Viewer } from '../domain/identity/access/viewer.js';
import { networkOf } from '../domain/identity/account/network-of.js';
import { AppError } from '../foundation/errors/app-error.js';
import { COST, estimateCost } from '../foundation/graphql/cost.js';
import { assertBounded, tooLarge } from '../foundation/graphql/limits.js';
import { type RateLimiter, rateLimited } from '../foundation/request-limits/rate-limiter.js';

/** The cost of an operation: `extensions.cost` of its response. */
export interface OperationCost {
  /** Points of the operation. */
  requested: number;
  /** Points of the account in a minute. */
  limit: number;
  /** Remaining points; null if nothing was counted, as for operations that are not valid. */
  remaining: number | null;
  /** Whole seconds until the limit resets; null if nothing was counted. */
  resetsInSeconds: number | null;
}

/** An operation before it is executed. */
export interface OperationToCharge {
  document: DocumentNode;
  operationName: string | null | undefined;
  variables: Record<string, unknown> | null | undefined;
  viewer: () => Promise<Viewer>;
  /** Where it comes from. */
  address: string;
}

export interface Charge {
  cost: OperationCost;
  /** Null: it may be executed. */
  refusal: GraphQLError | null;
  /** If the operation is a subscription: what pays for its events. */
  payEvent: PayEvent;
}

/** Pays for one event of a subscription. Returns 0, or the seconds until the account has points again. */
export type PayEvent = () => Promise<number>;

export interface ChargeOperation {
  (operation: OperationToCharge): Promise<Charge>;
  /** The cost of a request rejected before there is an operation. */
  nothing: OperationCost;
}

/**
 * Counts the cost of an operation, its variables included, against the points of its account, before anything of it is
 * executed. Each event of a subscription costs its selection again. Managed users count for the workspace owner. A person
 * who is signed in has separate points: a member who is limited to a client uses up nothing of others. Callers without a
 * valid key or session are counted by address.
 */
export function makeChargeOperation(needs: {
  schema: GraphQLSchema;
  maxOperationPoints: number;
  pointsPerMinute: number;
  limitRate: RateLimiter;
}): ChargeOperation {
  const { schema, limitRate, pointsPerMinute: limit } = needs;
  const max = Math.min(needs.maxOperationPoints, limit);
  const nothing: OperationCost = { requested: 0, limit, remaining: null, resetsInSeconds: null };

  const charge = async (operation: OperationToCharge): Promise<Charge> => {
    const found = costOf(schema, operation);
    if (found === 0) return { cost: nothing, refusal: null, payEvent: FREE };
    const requested = typeof found === 'number' ? found : 0;
    let refusal = typeof found === 'number' ? null : found;
    if (requested > max) refusal = tooLarge(`Query cost limit of ${max} exceeded, found ${requested}.`);
    if (refusal && refusal.extensions.code !== 'OPERATION_TOO_LARGE') return { cost: nothing, refusal, payEvent: FREE };
    try {
      // What is too large is charged as well: to find that out is work.
      const points = refusal ? COST.refused : requested;
      const key = `graphql:${await payerOf(operation)}`;
      const { allowed, remaining, resetsInSeconds } = await limitRate(key, points);
      if (!allowed) refusal = asGraphqlError(rateLimited(resetsInSeconds));
      const payEvent = paysEvents(limitRate, key, Math.max(1, requested - COST.subscription));
      return { cost: { requested, limit, remaining, resetsInSeconds }, refusal, payEvent };
    } catch (error) {
      return { cost: { ...nothing, requested }, refusal: asGraphqlError(error as Error), payEvent: FREE };
    }
  };
  return Object.assign(charge, { nothing });
}

const FREE: PayEvent = async () => 0;

/** A top-level function: an open subscription keeps what it returns, and nothing else of the operation. */
const paysEvents =
  (limitRate: RateLimiter, key: string, points: number): PayEvent =>
  async () => {
    const { allowed, resetsInSeconds } = await limitRate(key, points);
    return allowed ? 0 : resetsInSeconds;
  };

/** Whose points an operation consumes. An error of the access checks is reported by the field that needs the viewer. */
async function payerOf({ viewer, address }: OperationToCharge): Promise<string> {
  try {
    const { ownerId, session } = await viewer();
    return session && !session.operator ? `${ownerId}:${session.personId}` : ownerId;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'RATE_LIMITED') return networkOf(address);
    throw error;
  }
}

/** The cost of an operation, or why it is rejected. 0: execution rejects it by itself, before any resolver. */
function costOf(schema: GraphQLSchema, operation: OperationToCharge): number | GraphQLError {
  const { document, operationName } = operation;
  const variables = operation.variables ?? {};
  const definition = getOperationAST(document, operationName);
  if (!definition) return 0;
  try {
    assertBounded(variables);
    if (getVariableValues(schema, definition.variableDefinitions ?? [], variables, { maxErrors: 1 }).errors) return 0;
    // Alone: the library counts every operation of a document.
    const query = { ...document, definitions: [definition, ...document.definitions.filter(isFragment)] };
    const cost = getComplexity({ schema, query, variables, estimators: [estimateCost] });
    // A sum of tenths is no whole number in binary.
    return Math.ceil(Number(cost.toFixed(3)));
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    // An argument whose variable has no value has nodes; an error for too many fields has none.
    return error.nodes || error.extensions.code ? error : tooLarge(error.message);
  }
}

const isFragment = ({ kind }: DefinitionNode): boolean => kind === Kind.FRAGMENT_DEFINITION;

/** An error of the catalogue as execution would report it. */
const asGraphqlError = (error: Error): GraphQLError => new GraphQLError(error.message, { originalError: error });

import { costLimitRule } from '@escape.tech/graphql-armor-cost-limit';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';

/** What one operation may ask for. Introspection is free, so that tools work. */
export const OPERATION_LIMITS = { depth: 10, aliases: 15, tokens: 2000, cost: 10_000 };

/** A field costs 1; a page costs its fields times its written size: a full page of 100 groups with posts, about 2500. */
const COST = { objectCost: 1, scalarCost: 1, depthCostFactor: 1, flattenFragments: true };

// Without these two, a limit throws out of the validation instead of becoming one of its errors. The rules call theirs
// syntax errors, which they are not.
const reported = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError) =>
      context?.reportError(
        new GraphQLError(error.message.replace('Syntax Error: ', ''), { extensions: { code: 'OPERATION_TOO_LARGE' } }),
      ),
  ],
};

/** Validation rules for every door; the number of tokens is the parser's own option. */
export const limitRules: ValidationRule[] = [
  maxDepthRule({ n: OPERATION_LIMITS.depth, ...reported }),
  maxAliasesRule({ n: OPERATION_LIMITS.aliases, ...reported }),
  costLimitRule({ maxCost: OPERATION_LIMITS.cost, ...COST, ...reported }),
] as ValidationRule[];

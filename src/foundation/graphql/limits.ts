import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { GraphQLError, type ValidationContext, type ValidationRule } from 'graphql';

/**
 * Limits of one operation, in addition to its cost. Validation is quadratic in places: with 1,000 tokens, its worst
 * case stays under 25 ms.
 */
export const OPERATION_LIMITS = {
  depth: 10,
  aliases: 15,
  tokens: 1000,
  /** Values in the variables, at all levels together. */
  variableValues: 5000,
  variableDepth: 30,
};

/** The error of an operation that exceeds a limit. */
export const tooLarge = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'OPERATION_TOO_LARGE' } });

// Without these two options, a limit throws out of validation instead of being reported as one of its errors. The rules
// report syntax errors, which these are not.
const reported = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError) =>
      context?.reportError(tooLarge(error.message.replace('Syntax Error: ', ''))),
  ],
};

/** Validation rules for HTTP and web sockets; the token limit is an option of the parser. */
export const limitRules: ValidationRule[] = [
  maxDepthRule({ n: OPERATION_LIMITS.depth, ...reported }) as ValidationRule,
  maxAliasesRule({ n: OPERATION_LIMITS.aliases, ...reported }) as ValidationRule,
];

/** Throws if the variables are too large to be coerced. */
export function assertBounded(variables: Record<string, unknown>): void {
  const { variableValues: max, variableDepth } = OPERATION_LIMITS;
  let count = 0;
  let level: unknown[] = [variables];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > variableDepth) throw tooLarge(`Variables depth limit of ${variableDepth} exceeded.`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Object.values(value)) {
        count += 1;
        if (count > max) throw tooLarge(`Variables limit of ${max} values exceeded.`);
        next.push(inner);
      }
    }
    level = next;
  }
}

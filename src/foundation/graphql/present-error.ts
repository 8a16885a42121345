import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.js';
import { documentationOf, fieldOf, guidanceOf } from '../errors/guidance.js';
import { internalError, logFailure } from '../errors/temporary-failure.js';
import { detailsOf } from './enum-values.js';
import { argumentsOf, pathTo } from './input-field.js';

interface Presenting {
  schema: GraphQLSchema;
  /** The public URL; known once it listens. */
  publicUrl: () => string;
  log: Logger;
}

/**
 * An error as clients see it: the catalogue's code and details, or GraphQL's own message about an invalid operation.
 * Anything else is logged with its cause and the request id, and masked.
 */
export function presentError(error: GraphQLError, requestId: string, presenting: Presenting): GraphQLFormattedError {
  const { message, locations, path, originalError, extensions } = error;
  const { schema, publicUrl, log } = presenting;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  const cause = rootCause(originalError);
  if (cause instanceof AppError) {
    // A scalar that refuses a variable: GraphQL's message says where.
    const field = inputField(schema, error, cause) ?? withoutValue(message, originalError).field;
    return { message: cause.message, ...place, extensions: extensionsOf(cause, publicUrl(), field) };
  }
  if (cause === undefined) {
    const { field, ...shown } = withoutValue(message, originalError);
    const known = refusal(extensions, originalError);
    return { ...shown, ...place, extensions: { ...guidanceOf(String(known.code)), ...known, ...(field && { field }) } };
  }
  // Without a path it comes from a variable: scalars include the rejected value in the error, recursively.
  if (path === undefined && cause instanceof RangeError) {
    const code = 'BAD_USER_INPUT';
    return { message: 'A variable is nested too deeply', ...place, extensions: { ...guidanceOf(code), code } };
  }
  const masked = internalError(cause);
  logFailure(log, { error: cause, shown: masked, requestId, path }, 'Unexpected failure in an operation');
  return { message: masked.message, ...place, extensions: extensionsOf(masked, publicUrl()) };
}

/** The extensions of an error of the catalogue. Details that are named like guidance are more specific than it. */
export const extensionsOf = (error: AppError, publicUrl: string, field?: string): Record<string, unknown> => ({
  ...guidanceOf(error.code),
  ...detailsOf(error),
  ...(field && { field }),
  code: error.code,
  documentation: documentationOf(error.code, publicUrl),
});

/** Where in the arguments of its root field an error is. */
function inputField(schema: GraphQLSchema, { path, nodes }: GraphQLError, cause: AppError): string | undefined {
  const field = fieldOf(cause);
  const [node] = nodes ?? [];
  if (field === undefined || path?.length !== 1 || node?.kind !== 'Field') return undefined;
  return pathTo(argumentsOf(schema, node.name.value), field);
}

/** The error that a resolver threw; undefined if GraphQL itself rejected the operation. */
export function rootCause(error: Error | undefined | null): Error | undefined {
  let cause = error;
  while (cause instanceof GraphQLError) cause = cause.originalError;
  return cause ?? undefined;
}

/** GraphQL quotes the rejected value, which may be a password: the response says where and why, but not what. */
function withoutValue(message: string, why: Error | undefined): { message: string; field?: string } {
  const before = message.slice(0, message.length - (why?.message.length ?? 0));
  const [, variable, where = ''] = /^(Variable "\$\w+" got invalid value) .*?( at "[^"]*")?; $/s.exec(before) ?? [];
  if (variable === undefined) return { message };
  const reason = why?.message.replace(/ value: .*$/s, ' value');
  // Such as ` at "input.posts[1].content"`.
  const field = where.slice(5, -1).replace(/\[(\d+)\]/g, '.$1');
  return { message: `${variable}${where}; ${reason}`, ...(field && { field }) };
}

/** Apollo overwrites the code of our validation rules, and adds its HTTP status. */
function refusal(
  { stacktrace: _, http: __, ...extensions }: Record<string, unknown>,
  original: unknown,
): Record<string, unknown> {
  const own = original instanceof GraphQLError ? original.extensions.code : undefined;
  return { code: 'BAD_USER_INPUT', ...extensions, ...(own !== undefined && { code: own }) };
}

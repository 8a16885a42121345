import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { AppError } from '../errors/app-error.js';
import { internalError } from '../errors/temporary-failure.js';
import { detailsOf } from './enum-values.js';

/**
 * An error as clients see it: the catalogue's code and details, or GraphQL's own message about an invalid operation.
 * Anything else is logged with its cause and the request id, and masked.
 */
export function presentError(error: GraphQLError, requestId: string, log: Logger): GraphQLFormattedError {
  const { message, locations, path, originalError, extensions } = error;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  const cause = rootCause(originalError);
  if (cause instanceof AppError) {
    return { message: cause.message, ...place, extensions: { ...detailsOf(cause), code: cause.code } };
  }
  if (cause === undefined) {
    return { message: withoutValue(message, originalError), ...place, extensions: refusal(extensions, originalError) };
  }
  // Without a path it comes from a variable: scalars include the rejected value in the error, recursively.
  if (path === undefined && cause instanceof RangeError) {
    return { message: 'A variable is nested too deeply', ...place, extensions: { code: 'BAD_USER_INPUT' } };
  }
  log.error({ err: cause, requestId, path }, 'Unexpected failure in an operation');
  const masked = internalError(cause);
  return { message: masked.message, ...place, extensions: { ...masked.details, code: masked.code } };
}

/** The error that a resolver threw; undefined if GraphQL itself rejected the operation. */
export function rootCause(error: Error | undefined | null): Error | undefined {
  let cause = error;
  while (cause instanceof GraphQLError) cause = cause.originalError;
  return cause ?? undefined;
}

/** GraphQL quotes the rejected value, which may be a password: the response says where and why, but not what. */
function withoutValue(message: string, why: Error | undefined): string {
  const before = message.slice(0, message.length - (why?.message.length ?? 0));
  const [, variable, where = ''] = /^(Variable "\$\w+" got invalid value) .*?( at "[^"]*")?; $/s.exec(before) ?? [];
  return variable === undefined ? message : `${variable}${where}; ${why?.message.replace(/ value: .*$/s, ' value')}`;
}

/** Apollo overwrites the code of our validation rules, and adds its HTTP status. */
function refusal({ stacktrace: _, http: __, ...extensions }: Record<string, unknown>, original: unknown) {
  const own = original instanceof GraphQLError ? original.extensions.code : undefined;
  return { code: 'BAD_USER_INPUT', ...extensions, ...(own !== undefined && { code: own }) };
}

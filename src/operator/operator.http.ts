import type { RequestHandler } from 'express';
import { fromConsole } from '../domain/audit/origin.js';
import type { Authenticate } from '../domain/identity/access/authenticate.use-case.js';
import { accessHeaders } from '../domain/identity/access/viewer.js';
import { AppError } from '../foundation/errors/app-error.js';
import { extensionsOf } from '../foundation/graphql/present-error.js';
import type { Operator } from './operator.repository.js';

/**
 * Lets operators pass, by the cookie of their session and with a second factor; what they do is recorded under their
 * address. For everybody else the console does not exist: `notFound` responds as if it were switched off.
 */
export const onlyOperators =
  (needs: {
    /** By a dashboard session. */
    authenticate: Authenticate;
    findOperator: (personId: string) => Promise<Operator | null>;
    notFound: RequestHandler;
    publicUrl: () => string;
  }): RequestHandler =>
  async (request, response, next) => {
    const operator = request.method === 'POST' ? await operatorOf(needs, request.headers) : null;
    if (!operator) return needs.notFound(request, response, next);
    if (operator.hasSecondFactor) return fromConsole(operator.email, next);
    const error = new AppError('OPERATOR_SECOND_FACTOR_REQUIRED');
    response.status(error.status).json({
      errors: [{ message: error.message, extensions: extensionsOf(error, needs.publicUrl()) }],
      extensions: { requestId: response.locals.requestId },
    });
  };

async function operatorOf(
  { authenticate, findOperator }: Pick<Parameters<typeof onlyOperators>[0], 'authenticate' | 'findOperator'>,
  headers: Record<string, unknown>,
): Promise<Operator | null> {
  const access = accessHeaders(headers, { bearer: true });
  const { apiKey, sessionToken, operatorToken } = access;
  // An operator who is signed in as another account leaves it first.
  if (apiKey !== undefined || sessionToken === undefined || operatorToken !== undefined) return null;
  try {
    const { session } = await authenticate({ ...access, serviceUserId: undefined });
    return session && (await findOperator(session.personId));
  } catch (error) {
    // No session, or that of an account that is inactive or on hold.
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
}

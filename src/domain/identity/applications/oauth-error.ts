/** Error codes of OAuth 2.1, RFC 7591 and RFC 8707. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** The refusal of an application's request, in the words of OAuth: its developer reads the description. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';

  constructor(
    readonly code: OAuthErrorCode,
    description: string,
  ) {
    super(description);
  }

  get status(): number {
    return this.code === 'invalid_client' ? 401 : 400;
  }
}

/** A parameter of a request; null if it is missing or empty. Error: invalid_request, if it is repeated. */
export function parameter(source: unknown, name: string): string | null {
  const value: unknown = Object(source)[name];
  if (value === undefined || value === '') return null;
  if (typeof value !== 'string') throw new OAuthError('invalid_request', `${name} is given more than once`);
  return value;
}

/** The same for one that must be there. */
export function requiredParameter(source: unknown, name: string): string {
  const value = parameter(source, name);
  if (value === null) throw new OAuthError('invalid_request', `${name} is missing`);
  return value;
}

import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { expiredToken, refuse } from './wire.js';

export const accessLifetime = 2 * 3600;
export const refreshLifetime = 90 * 24 * 3600;

/** What an access token of an app password may do; and what a refresh token may. */
export type TokenScope = 'com.atproto.appPass' | 'com.atproto.refresh';

export interface TokenPayload {
  scope: TokenScope;
  sub: string;
  aud: string;
  iat: number;
  exp: number;
  jti?: string;
}

interface ServiceToken {
  iss: string;
  aud: string;
  lxm?: string;
  iat: number;
  exp: number;
  jti: string;
}

function bearer(authorization: string | undefined): string {
  const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (token === undefined) throw refuse(401, 'AuthMissing', 'Authentication Required');
  return token;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs and checks session tokens: JWTs with HS256, as a PDS issues them. */
export class Tokens {
  constructor(private readonly key: Buffer) {}

  sign(payload: TokenPayload): string {
    const typ = payload.scope === 'com.atproto.refresh' ? 'refresh+jwt' : 'at+jwt';
    const content = `${encode({ typ, alg: 'HS256' })}.${encode(payload)}`;
    return `${content}.${this.signature(content).toString('base64url')}`;
  }

  /**
   * A token with which a service calls one method of another for an account (service auth). A real data server signs it
   * with the key in the account's DID document; here one process is all of them.
   */
  signForService(claims: Pick<ServiceToken, 'iss' | 'aud' | 'lxm'> & { exp?: number }): string {
    const iat = Math.floor(Date.now() / 1000);
    const payload: ServiceToken = { iat, ...claims, exp: claims.exp ?? iat + 60, jti: randomUUID() };
    const content = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode(payload)}`;
    return `${content}.${this.signature(content).toString('base64url')}`;
  }

  /** The account that a service token is from; refuses one for another service or method. */
  verifyForService(authorization: string | undefined, aud: string, lxm: string): string {
    const payload = this.read<ServiceToken>(bearer(authorization));
    if (!payload?.iss) throw refuse(401, 'BadJwtSignature', 'jwt signature does not match jwt issuer');
    if (payload.exp * 1000 <= Date.now()) throw refuse(401, 'JwtExpired', 'jwt expired');
    if (payload.aud !== aud) throw refuse(401, 'BadJwtAudience', 'jwt audience does not match service did');
    if (payload.lxm !== lxm)
      throw refuse(401, 'BadJwtLexiconMethod', `bad jwt lexicon method ("lxm"), must match: ${lxm}`);
    return payload.iss;
  }

  /** Reads the bearer token of a request; refuses it as a PDS does. */
  verify(authorization: string | undefined, scope: TokenScope): TokenPayload {
    const payload = this.read<TokenPayload>(bearer(authorization));
    if (!payload) throw refuse(400, 'InvalidToken', 'Token could not be verified');
    if (payload.exp * 1000 <= Date.now()) throw expiredToken();
    if (payload.scope !== scope) throw refuse(400, 'InvalidToken', 'Bad token scope');
    return payload;
  }

  private read<Payload>(token: string): Payload | null {
    const [header, payload, signature, ...rest] = token.split('.');
    if (!header || !payload || !signature || rest.length > 0) return null;
    const expected = this.signature(`${header}.${payload}`);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payload;
  }

  private signature(content: string): Buffer {
    return createHmac('sha256', this.key).update(content).digest();
  }
}

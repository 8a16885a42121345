import { createHmac, timingSafeEqual } from 'node:crypto';
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

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Signs and checks session tokens: JWTs with HS256, as a PDS issues them. */
export class Tokens {
  constructor(private readonly key: Buffer) {}

  sign(payload: TokenPayload): string {
    const typ = payload.scope === 'com.atproto.refresh' ? 'refresh+jwt' : 'at+jwt';
    const content = `${encode({ typ, alg: 'HS256' })}.${encode(payload)}`;
    return `${content}.${this.signature(content).toString('base64url')}`;
  }

  /** Reads the bearer token of a request; refuses it as a PDS does. */
  verify(authorization: string | undefined, scope: TokenScope): TokenPayload {
    const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined) throw refuse(401, 'AuthMissing', 'Authentication Required');
    const payload = this.read(token);
    if (!payload) throw refuse(400, 'InvalidToken', 'Token could not be verified');
    if (payload.exp * 1000 <= Date.now()) throw expiredToken();
    if (payload.scope !== scope) throw refuse(400, 'InvalidToken', 'Bad token scope');
    return payload;
  }

  private read(token: string): TokenPayload | null {
    const [header, payload, signature, ...rest] = token.split('.');
    if (!header || !payload || !signature || rest.length > 0) return null;
    const expected = this.signature(`${header}.${payload}`);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as TokenPayload;
  }

  private signature(content: string): Buffer {
    return createHmac('sha256', this.key).update(content).digest();
  }
}

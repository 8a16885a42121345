/**
 * A login at a platform, from its start in a user's browser to the connected accounts.
 *
 * state     the OAuth state: identifies the login, and can be used once
 * issuer    the server at which it was begun. An answer counts only at that server's redirect address, and with that
 *           server's issuer where it names one: a malicious server could forward the browser to an honest one, and would
 *           be sent the honest one's code (RFC 9700, section 4.4).
 * browser   a cookie of the browser in which it was begun. It continues only there: otherwise an attacker could
 *           have somebody else finish their login, and so connect that person's account to theirs.
 * link      the token of the connection page on which it was begun; null: in a dashboard session
 * phase     begun → over, or begun → over → choosing → over when it gives access to several accounts
 */
import { z } from 'zod';
import { MINUTE_MS } from '../../foundation/time/durations.js';

export type LoginPhase = 'begun' | 'choosing' | 'over';

export const LOGIN_MS = 10 * MINUTE_MS;

/** What a login remembers, encrypted: it opens accounts. */
const secretsSchema = z.object({
  codeVerifier: z.string(),
  redirectUri: z.string(),
  /** Who has to answer; null for a platform that has one server. */
  issuer: z.object({ identifier: z.string(), required: z.boolean() }).nullable(),
  /** What the platform's adapter has to know again. */
  remembered: z.record(z.string(), z.string()),
  link: z.string().nullable(),
  /** Where the person goes on when all is done. */
  returnTo: z.string().nullable(),
  /** Those to choose among, with their credentials. */
  accounts: z.array(
    z.object({
      accountId: z.string(),
      username: z.string(),
      displayName: z.string(),
      profileUrl: z.string().nullable(),
      profileImageUrl: z.string().nullable(),
      baseUrl: z.string().nullable(),
      credentials: z.record(z.string(), z.string()),
      expiresAt: z.coerce.date().nullable(),
    }),
  ),
});
export type LoginSecrets = z.infer<typeof secretsSchema>;

/** In the form that the cipher of credentials takes. */
export const writeSecrets = (secrets: LoginSecrets): { json: string } => ({ json: JSON.stringify(secrets) });

export const readSecrets = ({ json = '' }: { json?: string }): LoginSecrets => secretsSchema.parse(JSON.parse(json));

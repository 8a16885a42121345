/** What a token says of itself. It is read, not verified: only its issuer can do that. */
import { z } from 'zod';

const claimsSchema = z.object({
  /** When it ends, in seconds since 1970. */
  exp: z.number().optional().catch(undefined),
  /** What it allows: names with spaces between them. */
  scope: z.string().optional().catch(undefined),
});

/** The claims of a JWT; none of a text that is no JWT. */
export function readClaims(jwt: string | undefined): z.infer<typeof claimsSchema> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString());
    return claimsSchema.safeParse(claims).data ?? {};
  } catch {
    return {};
  }
}

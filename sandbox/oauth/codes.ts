import type { AccountCore } from '../account.js';
import { randomToken } from '../random.js';

/** What a person allowed at a login, until the app exchanges its code. */
export interface Consent {
  clientId: string;
  redirectUri: string;
  accounts: readonly AccountCore[];
  scopes: readonly string[];
  /** S256 (RFC 7636); null: the app sent none. */
  codeChallenge: string | null;
  /** The parameters that the page was opened with. */
  query: Readonly<Record<string, string>>;
}

/** The authorization codes of a platform: short-lived, and good for one use. */
export class Codes {
  private readonly codes = new Map<string, { consent: Consent; expiresAt: number }>();

  constructor(private readonly lifetimeSeconds: number) {}

  issue(consent: Consent): string {
    const now = Date.now();
    for (const [code, { expiresAt }] of this.codes) if (expiresAt <= now) this.codes.delete(code);
    const code = randomToken();
    this.codes.set(code, { consent, expiresAt: now + this.lifetimeSeconds * 1000 });
    return code;
  }

  /** Returns the consent of a code that has not expired. */
  find(code: string): Consent | undefined {
    const found = this.codes.get(code);
    return found && found.expiresAt > Date.now() ? found.consent : undefined;
  }

  /** Marks a code as used. Returns false if it was used before. */
  take(code: string): boolean {
    return this.codes.delete(code);
  }
}

import type { Reply } from '../exchange.js';
import { randomToken } from '../random.js';
import type { OAuthProblem } from './quirks.js';

/** RFC 6749, section 5.2. */
export const rfcError = ({ status, code, description }: OAuthProblem): Reply => ({
  status,
  headers: { 'Cache-Control': 'no-store' },
  body: { error: code, error_description: description },
});

const graphCodes: Record<string, number> = {
  invalid_client: 101,
  invalid_grant: 100,
  invalid_token: 190,
  slow_down: 4,
  temporarily_unavailable: 2,
};

/** The form of the Graph APIs; nearly everything is an HTTP 400. */
export const graphError = ({ status, code, description }: OAuthProblem): Reply => ({
  status: status < 500 ? 400 : status,
  body: {
    error: {
      message: description,
      type: 'OAuthException',
      code: graphCodes[code] ?? 100,
      fbtrace_id: randomToken(8),
    },
  },
});

/** Stoplight's Prism between the callers and the service: it validates what passes by against the OpenAPI document. */
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import pino from 'pino';
import type { Response } from 'supertest';

export interface Prism {
  url: string;
  /** Throws when Prism objects to an answer, or to a request that was accepted. */
  expectNoViolation(answer: Pick<Response, 'status' | 'headers'>): void;
  close(): Promise<void>;
}

export async function openPrism(document: object, upstream: string): Promise<Prism> {
  const server = createServer(await getHttpOperationsFromSpec(document), {
    components: { logger: pino({ level: 'silent' }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      upstreamProxy: undefined,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      // Requests that the service refuses are to reach it.
      errors: false,
      mock: { dynamic: false },
    },
  });
  const url = await server.listen(0, '127.0.0.1');
  return { url, expectNoViolation, close: () => server.close() };
}

const expectNoViolation: Prism['expectNoViolation'] = ({ status, headers }) => {
  const violations: { location?: string[]; message: string }[] = JSON.parse(headers['sl-violations'] ?? '[]');
  const wrong = violations.filter(({ location }) => status < 300 || location?.[0] === 'response');
  if (wrong.length > 0) throw new Error(`Prism objects: ${JSON.stringify(wrong)}`);
};

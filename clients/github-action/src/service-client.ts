import { openAsBlob } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Inputs, MediaFile } from './inputs.js';

/** A refusal of the service, with its error code. */
export class ServiceError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface Answer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions?: { code?: string; validation?: { errors?: { message?: string }[] } } }[];
}

const ATTEMPTS = 5;
const TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 600_000;
const MAX_PAUSE_SECONDS = 60;

/** Calls the GraphQL API. All calls can be repeated, so a call without a response is sent again. */
export class ServiceClient {
  constructor(private readonly inputs: Pick<Inputs, 'url' | 'apiKey' | 'userId'>) {}

  /**
   * Returns the value of the operation's only field. Fails with a ServiceError, or when the service does not respond.
   */
  async run<T>(query: string, variables: Record<string, unknown>): Promise<T> {
    const response = await this.send(query, variables);
    const text = await response.text();
    let answer: Answer;
    try {
      answer = JSON.parse(text) as Answer;
    } catch {
      throw new Error(`url is not that of the service: it answered ${response.status} and no JSON.`);
    }
    const [error] = answer.errors ?? [];
    if (error) {
      const code = error.extensions?.code ?? 'UNKNOWN';
      const reasons = (error.extensions?.validation?.errors ?? []).flatMap(({ message }) => message ?? []);
      throw new ServiceError(code, [`${error.message} (${code})`, ...reasons.slice(0, 10)].join(' · '));
    }
    const [value] = Object.values(answer.data ?? {});
    if (value === undefined || value === null) throw new Error('The service answered nothing.');
    return value as T;
  }

  private async send(query: string, variables: Record<string, unknown>): Promise<Response> {
    const { url, apiKey, userId } = this.inputs;
    const headers = {
      'content-type': 'application/json',
      'x-api-key': apiKey,
      'x-service-client': 'github-action',
      ...(userId && { 'x-service-user-id': userId }),
    };
    const body = JSON.stringify({ query, variables });
    // A redirect would forward the key.
    const request = { method: 'POST', headers, body, redirect: 'manual' } as const;
    return repeat(() => fetch(`${url}/graphql`, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) }));
  }

  /** Sends a file to an address of createUpload. */
  async upload(uploadUrl: string, file: MediaFile): Promise<void> {
    const body = await openAsBlob(file.path, { type: file.contentType });
    const headers = { 'content-type': file.contentType };
    const response = await repeat(() =>
      fetch(uploadUrl, { method: 'PUT', headers, body, signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS) }),
    );
    if (!response.ok) throw new Error(`media: ${file.name} was refused with status ${response.status}.`);
  }
}

/** Repeats a request without a response, or one that the service asks to repeat. */
async function repeat(send: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    let pause = 2 ** (attempt - 1);
    try {
      const response = await send();
      const comesBack = response.status === 429 || response.status >= 500;
      if (!comesBack || attempt === ATTEMPTS) return await whole(response);
      pause = Math.max(pause, Number(response.headers.get('retry-after')) || 0);
      await response.body?.cancel();
    } catch (error) {
      if (attempt === ATTEMPTS) throw new Error(`The service did not answer: ${causeOf(error)}`);
    }
    await delay(Math.min(pause, MAX_PAUSE_SECONDS) * 1000);
  }
}

/** Reads the body too, so that a response that is cut off is repeated. */
async function whole(response: Response): Promise<Response> {
  const { status, headers } = response;
  return new Response(status === 204 ? null : await response.arrayBuffer(), { status, headers });
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}

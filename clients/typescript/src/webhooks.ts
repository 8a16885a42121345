/** Deliveries of webhooks, verified only with Web Crypto. */
import type { MetricValues } from './operations.js';
import { PublishingError } from './publishing-error.js';
import type { webhooks } from './rest-types.js';

type Deliveries = { [Name in keyof webhooks]: webhooks[Name]['post']['requestBody']['content']['application/json'] };

/** The body of a delivery, by `event`. The API adds events: ignore an unknown one. */
export type WebhookEvent = Deliveries[keyof Deliveries] | MetricsUpdated;

/** Numbers of posts of an account were read. */
export interface MetricsUpdated {
  event: 'metrics.updated';
  timestamp: string;
  data: {
    platform: string;
    platformId: string;
    measuredAt: string;
    /** At most 100. */
    posts: { postId: string; postGroupId: string; values: MetricValues }[];
  };
}

export interface WebhookRequest {
  /** The body as it arrived, before it is parsed. */
  body: string | Uint8Array;
  /** The headers: those of a `Request`, or of Node's `request.headers`. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The secret that `createWebhook` returned, `whsec_…`; while it is being replaced, the new and the old one. */
  secret: string | readonly string[];
  /** The largest difference between the time of sending and now, in seconds. 300 by default. */
  toleranceSeconds?: number | undefined;
}

const DEFAULT_TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

/**
 * Verifies a delivery and returns its event. Fails with WEBHOOK_NOT_VERIFIED if its signature is wrong or its time is
 * not recent. A delivery can arrive twice, then with the same header `webhook-id`.
 */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookEvent> {
  if (typeof request.body !== 'string' && !(request.body instanceof Uint8Array)) {
    throw new TypeError('body must be the text or the bytes as they arrived, before they are parsed.');
  }
  const { headers, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS } = request;
  const keys = await Promise.all([request.secret].flat().map(keyOf));
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerIn(headers, name),
  );
  if (!id || !timestamp || !signatures) throw refused('The headers of Standard Webhooks are missing.');
  if (!/^\d{1,15}$/.test(timestamp)) throw refused('webhook-timestamp is no time.');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw refused('The delivery was sent too long ago, or a clock is wrong.');
  }
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? bytesOf(signature.slice('v1,'.length)) : undefined;
    if (!bytes) continue;
    // Compared in constant time.
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, bytes, signed)) return parse(body);
  }
  throw refused('The signature is not made with this secret.');
}

function parse(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch {
    throw refused('The body is no JSON.');
  }
}

function keyOf(secret: unknown): Promise<CryptoKey> {
  const bytes =
    typeof secret === 'string' && secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : undefined;
  if (!bytes?.length) throw new TypeError(`secret must be that of a webhook: ${PREFIX}…`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function headerIn(headers: WebhookRequest['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [value] = [headers[name]].flat();
  return value;
}

/** Undefined if it is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

const refused = (message: string): PublishingError => new PublishingError(message, { code: 'WEBHOOK_NOT_VERIFIED' });

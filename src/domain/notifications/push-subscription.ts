/** Where a browser receives push messages. */
import { createHash } from 'node:crypto';
import { AppError } from '../../foundation/errors/app-error.js';
import { isInternalAddress } from '../../foundation/http-client/public-address.js';
import { isWebAddress } from '../../foundation/http-client/web-address.js';
import { isPoint } from './push-key.js';

/** What a browser's `PushSubscription` has. The keys are base64url. */
export interface PushReceiver {
  /** An address of the browser's push service. It is a secret: some services take messages from everybody who has it. */
  endpoint: string;
  /** The browser's public key. */
  p256dh: string;
  /** A secret that authenticates messages. */
  auth: string;
}

const MAX_ENDPOINT = 2048;
const AUTH_BYTES = 16;
/** 65 bytes, with and without padding. */
const MAX_KEY = 88;

/** Error: PUSH_SUBSCRIPTION_INVALID. `allowPrivate`: its host may be in the network of the operator. */
export function parseReceiver({ endpoint, p256dh, auth }: PushReceiver, allowPrivate: boolean): PushReceiver {
  const isValid =
    isEndpoint(endpoint, allowPrivate) &&
    p256dh.length <= MAX_KEY &&
    isPoint(p256dh) &&
    auth.length <= MAX_KEY &&
    Buffer.from(auth, 'base64url').length === AUTH_BYTES;
  if (!isValid) throw new AppError('PUSH_SUBSCRIPTION_INVALID');
  return { endpoint: new URL(endpoint).href, p256dh: canonical(p256dh), auth: canonical(auth) };
}

function isEndpoint(text: string, allowPrivate: boolean): boolean {
  if (text.length > MAX_ENDPOINT || !isWebAddress(text)) return false;
  const { protocol, hostname } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' && (allowPrivate || !isInternalAddress(host));
}

const canonical = (text: string): string => Buffer.from(text, 'base64url').toString('base64url');

/** SHA-256, hex. */
export const hashEndpoint = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');

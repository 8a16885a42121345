/** Keys of web push: points and scalars of the curve P-256, base64url. */
import { ECDH, generateKeyPairSync } from 'node:crypto';

/** A key pair of the service (VAPID). */
export interface PushKey {
  /** 65 bytes. */
  publicKey: string;
  /** 32 bytes. */
  privateKey: string;
}

export const CURVE = 'prime256v1';

export function newPushKey(): PushKey {
  const {
    x = '',
    y = '',
    d: privateKey = '',
  } = generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey.export({
    format: 'jwk',
  });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey };
}

/** Whether a text is a point of the curve, uncompressed. */
export function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    ECDH.convertKey(bytes, CURVE);
    return true;
  } catch {
    return false;
  }
}

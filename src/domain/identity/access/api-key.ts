/**
 * API keys [api-keys/form]: `sk_<creation time in base 36>_<8 hex>.<52 hex>`, shown once.
 *
 * prefix   everything before the dot; public, finds the row. The first two of its eight digits are the pod (pod.ts)
 * hash     of the whole key; compared in constant time
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { newKeyDigits } from '../../../foundation/pod.js';

const SHAPE = /^(sk_[0-9a-z]+_[0-9a-f]{8})\.[0-9a-f]{52}$/;

export interface NewApiKey {
  rawKey: string;
  prefix: string;
  hash: string;
}

export function generateApiKey(now: Date): NewApiKey {
  const prefix = `sk_${now.getTime().toString(36)}_${newKeyDigits()}`;
  const rawKey = `${prefix}.${randomBytes(26).toString('hex')}`;
  return { rawKey, prefix, hash: hashApiKey(rawKey) };
}

/** The prefix of a well-formed key; undefined for anything else. */
export const apiKeyPrefix = (rawKey: string): string | undefined => SHAPE.exec(rawKey)?.[1];

export const hashApiKey = (rawKey: string): string => createHash('sha256').update(rawKey).digest('hex');

export function apiKeyMatches(rawKey: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashApiKey(rawKey), 'hex'), Buffer.from(hash, 'hex'));
}

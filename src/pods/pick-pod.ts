import { createHmac } from 'node:crypto';

/** A pod and its share of new accounts. */
export interface WeightedPod {
  pod: string;
  /** 0: gets no new accounts. */
  weight: number;
}

/**
 * The pod for the account of an address that no account has: each pod gets a share of the addresses by its weight. Equal
 * arguments give the same pod, so that every pod leads an unknown address to the same one, as it does a known one; the
 * key keeps others from computing it, and so from telling known addresses apart. Null: no pod takes new accounts.
 */
export function pickPod(pods: readonly WeightedPod[], key: Buffer, email: string): string | null {
  const total = pods.reduce((sum, { weight }) => sum + weight, 0);
  let place = (createHmac('sha256', key).update(email).digest().readUIntBE(0, 6) / 2 ** 48) * total;
  for (const { pod, weight } of pods) {
    place -= weight;
    if (place < 0) return pod;
  }
  return null;
}

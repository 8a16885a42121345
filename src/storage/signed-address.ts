import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** One method on one object; an upload is of one content type. */
export interface Access {
  method: 'GET' | 'PUT';
  key: string;
  contentType: string | null;
}

/** The query of an address, as Express reads it. */
type Query = Record<string, unknown>;

/** Signs URLs of objects on disk, like S3 presigned URLs: anyone with the URL has access. */
export interface SignedAddresses {
  /** The query that gives an access for so long. */
  sign(access: Access, expiresInSeconds: number): string;
  /** Why a query does not grant access; null if it does. */
  refusal(access: Access, query: Query): string | null;
}

/** HMAC-SHA-256 with keys derived from the service's encryption keys: the newest signs, all of them verify. */
export function makeSignedAddresses(needs: {
  keys: readonly [Buffer, ...Buffer[]];
  clock: () => Date;
}): SignedAddresses {
  const nowSeconds = () => Math.floor(needs.clock().getTime() / 1000);
  const secrets = needs.keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'signed object addresses', 32)));

  const signaturesOf = (...signed: unknown[]) =>
    secrets.map((secret) => createHmac('sha256', secret).update(JSON.stringify(signed)).digest());

  return {
    sign({ method, key, contentType }, expiresInSeconds) {
      const expires = String(nowSeconds() + expiresInSeconds);
      const [signature] = signaturesOf(method, key, contentType, expires);
      const query = { ...(contentType !== null && { type: contentType }), expires };
      return `${new URLSearchParams(query)}&signature=${signature?.toString('base64url')}`;
    },
    refusal({ method, key, contentType }, { type = null, expires, signature }) {
      const given = Buffer.from(typeof signature === 'string' ? signature : '', 'base64url');
      // With the type that was signed, not the one that was sent, so that a wrong type can be reported as such.
      const fits = signaturesOf(method, key, type, expires).some(
        (right) => right.length === given.length && timingSafeEqual(right, given),
      );
      if (!fits) return 'The signature of this address is not valid';
      if (nowSeconds() >= Number(expires)) return 'This address has expired: request a new one';
      if (contentType !== type) return `The Content-Type must be ${type}: the address was signed for it`;
      return null;
    },
  };
}

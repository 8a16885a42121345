import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Whether a request bears a right signature, in its headers or in its address; null: it bears none. */
export function isSigned(request: IncomingMessage, secret: string): boolean | null {
  const address = new URL(`http://${request.headers.host}${request.url}`);
  const presented = presentedSignature(request, address);
  return presented && presented.signature === rightSignature(request, address, presented, secret);
}

interface Signature {
  scope: string[];
  date: string;
  headers: string[];
  signature: string;
  payloadHash: string;
}

function presentedSignature({ headers }: IncomingMessage, { searchParams: query }: URL): Signature | null {
  const [, credential, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=(.+), SignedHeaders=(.+), Signature=(.+)$/.exec(headers.authorization ?? '') ?? [];
  if (credential && signed && signature) {
    const { 'x-amz-date': date, 'x-amz-content-sha256': payloadHash } = headers;
    return {
      scope: credential.split('/').slice(1),
      date: String(date),
      headers: signed.split(';'),
      signature,
      payloadHash: String(payloadHash),
    };
  }
  const given = query.get('X-Amz-Signature');
  if (given === null) return null;
  return {
    scope: (query.get('X-Amz-Credential') ?? '').split('/').slice(1),
    date: query.get('X-Amz-Date') ?? '',
    headers: (query.get('X-Amz-SignedHeaders') ?? '').split(';'),
    signature: given,
    payloadHash: 'UNSIGNED-PAYLOAD',
  };
}

/** As Amazon describes it: "Authenticating requests (AWS Signature Version 4)". */
function rightSignature(
  { method, headers }: IncomingMessage,
  address: URL,
  presented: Signature,
  secret: string,
): string {
  const query = [...address.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonical = [
    method,
    address.pathname,
    query,
    ...presented.headers.map((name) => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    presented.headers.join(';'),
    presented.payloadHash,
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', presented.date, presented.scope.join('/'), hash].join('\n');
  const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
  const key = presented.scope.reduce<Buffer | string>(hmac, `AWS4${secret}`);
  return hmac(key, toSign).toString('hex');
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

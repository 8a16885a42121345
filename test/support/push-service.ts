/** A push service and the browsers that it serves, which decrypt what they receive (RFC 8291). */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LOCALHOST } from './certificate.js';

/** What a push service received for a browser. */
export interface Pushed {
  headers: IncomingHttpHeaders;
  /** Bytes as they were sent. */
  size: number;
  message: { title: string; body: string; path: string; tag: string; time: number; id: string | null };
  /** The claims of the sender, whose signature is verified. */
  sender: { aud: string; exp: number; sub: string };
  /** The key of the sender. */
  key: string;
}

export interface PushBrowser {
  /** Input of subscribeToPush, but for the key of the service. */
  subscription: { endpoint: string; p256dh: string; auth: string };
  pushed: Pushed[];
  /** How the push service responds; 201 unless it is set. */
  respond: (response: ServerResponse) => void;
}

export interface PushService {
  /** With it, the service trusts and reaches this push service. */
  env: Record<string, string>;
  browser(): PushBrowser;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'push-'));
  await writeFile(path.join(folder, 'ca.pem'), LOCALHOST.cert);
  const browsers = new Map<string, { browser: PushBrowser; keys: ECDH; auth: Buffer }>();
  const server = createServer(LOCALHOST, async (request, response) => {
    const found = browsers.get(request.url ?? '');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (!found) return response.writeHead(404).end();
    const body = Buffer.concat(chunks);
    const { browser, keys, auth } = found;
    browser.pushed.push({
      headers: request.headers,
      size: body.length,
      message: JSON.parse(decrypt(body, keys, auth)),
      ...senderOf(request.headers.authorization ?? ''),
    });
    return browser.respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    env: { NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem'), PRIVATE_ADDRESSES: 'platforms,webhooks,push' },
    browser() {
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const auth = randomBytes(16);
      const address = `/push/${randomUUID()}`;
      const browser: PushBrowser = {
        subscription: { endpoint: `https://localhost:${port}${address}`, p256dh, auth: auth.toString('base64url') },
        pushed: [],
        respond: (response) => response.writeHead(201).end(),
      };
      browsers.set(address, { browser, keys, auth });
      return browser;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

/** `aes128gcm` of RFC 8188, one record, with the keys of RFC 8291. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const expand = (secret: Buffer, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey]);
  const secret = expand(keys.computeSecret(senderKey), auth, info, 32);
  const key = expand(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = expand(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  return padded.subarray(0, end).toString('utf8');
}

/** VAPID, RFC 8292. Throws when the signature is not by the key. */
function senderOf(authorization: string): Pick<Pushed, 'sender' | 'key'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = Buffer.from(`${header}.${claims}`);
  const isValid = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('The signature of the sender is not valid');
  return { sender: JSON.parse(Buffer.from(claims, 'base64url').toString()), key };
}

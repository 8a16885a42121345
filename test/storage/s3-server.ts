import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { isSigned } from './signature-v4.js';

const require = createRequire(import.meta.url);

/** The one account of s3rver. */
export const ACCESS_KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
export const BUCKET = 'media';
const PAGE_SIZE = 2;

export interface S3Server {
  url: string;
  /** The configuration of a service that stores there. */
  env: Record<string, string>;
  /** Every request that it let through. */
  requests: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
  /** Breaks the connection of the next request of this method. */
  breakNext(method: string): void;
  close(): Promise<void>;
}

/**
 * An S3 service on loopback. s3rver checks when a signed address expires and who signed it, but not its signature
 * (version 4), so there is a gate before it that does; like a public bucket, it lets everybody read.
 */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 's3-test-'));
  const flags = ['--directory', folder, '--address', '127.0.0.1', '--port', '0', '--no-vhost-buckets', '--silent'];
  // Its tokens for further pages of a listing are encrypted with DES.
  const command = ['--openssl-legacy-provider', require.resolve('s3rver/bin/s3rver.js'), ...flags];
  const child = spawn(process.execPath, [...command, '--configure-bucket', BUCKET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const port = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const port = /listening on \S+:(\d+)$/.exec(line)?.[1];
      if (port) resolve(port);
    });
    exited.then(([code]) => reject(new Error(`s3rver ended with ${code}`)));
  });

  const requests: S3Server['requests'] = [];
  let broken: string | null = null;
  const gate = createServer((request, response) => {
    const { method, url, headers } = request;
    const allowed = isSigned(request, ACCESS_KEY.secretAccessKey) ?? (method === 'GET' || method === 'HEAD');
    if (!allowed) {
      response.writeHead(403, { 'content-type': 'application/xml' });
      response.end('<Error><Code>SignatureDoesNotMatch</Code><Message>The signature does not fit</Message></Error>');
      return;
    }
    requests.push({ method, url, headers });
    if (method === broken) {
      broken = null;
      request.socket.destroy();
      return;
    }
    // A service may list as few at a time as it likes: so a few objects are several pages.
    const path = url?.includes('list-type=2') ? `${url}&max-keys=${PAGE_SIZE}` : url;
    const onward = send({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.on('close', () => request.complete || onward.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');

  const url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
  return {
    url,
    env: {
      S3_ENDPOINT: url,
      S3_REGION: 'us-east-1',
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: ACCESS_KEY.accessKeyId,
      S3_SECRET_ACCESS_KEY: ACCESS_KEY.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
      S3_PUBLIC_URL: `${url}/${BUCKET}`,
      // Of older versions of Node the SDK warns on standard error.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
    requests,
    breakNext(method) {
      broken = method;
    },
    async close() {
      gate.closeAllConnections();
      gate.close();
      child.kill();
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

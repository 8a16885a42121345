import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
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
  /** What happens right before the next copy. */
  beforeCopy(work: () => Promise<unknown>): void;
  /** Breaks the connection of the next request of this method. */
  breakNext(method: string): void;
  close(): Promise<void>;
}

/**
 * An S3 service on loopback. s3rver checks when a signed address expires and who signed it, but not its signature
 * (version 4), so there is a gate before it that does, and that has the conditions of copies and deletions; like a public
 * bucket, it lets everybody read.
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
  let beforeCopy: (() => Promise<unknown>) | null = null;
  const refuse = (response: ServerResponse, status: number, code: string) => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${code}</Code><Message>The request was refused</Message></Error>`);
  };
  const gate = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const allowed = isSigned(request, ACCESS_KEY.secretAccessKey) ?? (method === 'GET' || method === 'HEAD');
    if (!allowed) {
      refuse(response, 403, 'SignatureDoesNotMatch');
      return;
    }
    requests.push({ method, url, headers });
    const copied = headers['x-amz-copy-source'];
    if (copied !== undefined && beforeCopy) {
      const work = beforeCopy;
      beforeCopy = null;
      await work();
    }
    const condition = headers['x-amz-copy-source-if-match'] ?? (method === 'DELETE' ? headers['if-match'] : undefined);
    if (condition !== undefined) {
      const found = await fetch(`http://127.0.0.1:${port}${copied ? `/${copied}` : url?.replace(/\?.*/, '')}`, {
        method: 'HEAD',
      });
      if (!found.ok) return refuse(response, 404, 'NoSuchKey');
      if (found.headers.get('etag') !== condition) return refuse(response, 412, 'PreconditionFailed');
    }
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
    beforeCopy(work) {
      beforeCopy = work;
    },
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

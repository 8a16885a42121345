/** A data server of the AT Protocol (tools/pds) as a separate process, with the records that it stores. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../faults/world.js';

/** An account with an app password. */
export interface PdsAccount {
  did: string;
  handle: string;
  appPassword: string;
}

export interface Pds {
  port: number;
  createAccount(): Promise<PdsAccount>;
  /** The posts of an account as they are stored, newest first. */
  posts(did: string): Promise<PdsPost[]>;
  /** The records of a kind, of an account. */
  records(did: string, collection: string): Promise<PdsRecord[]>;
  /** The bytes of an uploaded file. */
  blob(did: string, blob: PdsBlob): Promise<Buffer>;
  close(): Promise<void>;
}

interface PdsBlob {
  ref: { $link: string };
  mimeType: string;
  size: number;
}

export interface PdsRecord {
  uri: string;
  value: { subject?: { uri: string }; reply?: { parent: { uri: string } } };
}

export interface PdsPost {
  uri: string;
  value: {
    text: string;
    createdAt: string;
    langs?: string[];
    reply?: unknown;
    facets?: { index: { byteStart: number; byteEnd: number }; features: unknown[] }[];
    embed?: {
      $type: string;
      images?: { image: PdsBlob; alt: string; aspectRatio?: Ratio }[];
      video?: PdsBlob;
      alt?: string;
      aspectRatio?: Ratio;
    };
  };
}

interface Ratio {
  width: number;
  height: number;
}

/** `appUrl`: where the server passes on requests for what the network's app shows. */
export async function startPds({ appUrl }: { appUrl?: string } = {}): Promise<Pds> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pds-'));
  const [port, directoryPort] = [await freePort(), await freePort()];
  const args = [path.resolve('tools/pds/main.mjs'), folder, String(port), String(directoryPort)];
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      ...(appUrl && { PDS_BSKY_APP_VIEW_URL: appUrl, PDS_BSKY_APP_VIEW_DID: 'did:web:app.test' }),
    },
  });
  const exited = once(child, 'exit');
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line);
      if (line === 'Ready') resolve();
    });
    void exited.then(([code]) => reject(new Error(`The data server ended with ${code}:\n${output.join('\n')}`)));
  });

  const xrpc = async (method: string, { query = {}, json, token }: Xrpc = {}): Promise<Response> => {
    const url = `http://127.0.0.1:${port}/xrpc/${method}?${new URLSearchParams(query)}`;
    const headers = { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' };
    const write = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) };
    const answer = await fetch(url, { headers, ...write });
    if (!answer.ok) throw new Error(`${method} was answered with ${answer.status}: ${await answer.text()}`);
    return answer;
  };

  const records = async (did: string, collection: string) => {
    const query = { repo: did, collection, limit: '100' };
    const { records: page, cursor } = await (await xrpc('com.atproto.repo.listRecords', { query })).json();
    if (page.length === 100 && cursor) throw new Error(`There are more of ${collection} than a page holds`);
    return page;
  };

  return {
    port,
    async createAccount() {
      const name = `a${randomBytes(6).toString('hex')}`;
      const handle = `${name}.test`;
      const json = { handle, email: `${name}@example.com`, password: 'a password of a test' };
      const made = await (await xrpc('com.atproto.server.createAccount', { json })).json();
      const request = { json: { name: 'publishing' }, token: made.accessJwt };
      const { password } = await (await xrpc('com.atproto.server.createAppPassword', request)).json();
      return { did: made.did, handle, appPassword: password };
    },
    posts: (did) => records(did, 'app.bsky.feed.post'),
    records,
    async blob(did, { ref }) {
      const query = { did, cid: ref.$link };
      return Buffer.from(await (await xrpc('com.atproto.sync.getBlob', { query })).arrayBuffer());
    },
    async close() {
      child.stdin.end();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Xrpc {
  query?: Record<string, string>;
  json?: unknown;
  token?: string;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { ACCESS_KEY, BUCKET, startS3Server } from './s3-server.js';

const MEBIBYTE = 1024 * 1024;
const SIZE = 300 * MEBIBYTE;
/** A few parts, and what the garbage collector has not come to yet. */
const MOST_GROWTH = 64 * MEBIBYTE;
/** A machine that is busy with other tests needs its time for so many bytes. */
const PATIENCE_MS = 120_000;

const chunk = Buffer.alloc(64 * 1024, 'x');
const bytes = (size: number) =>
  Readable.from(
    (function* () {
      for (let left = size; left > 0; left -= chunk.length) yield chunk;
    })(),
  );

const compiled = (file: string) => JSON.stringify(pathToFileURL(path.resolve('.build/src/storage', file)).href);

/** `growth` returns by how much the memory of the process has grown, at most, since its first call. */
const WATCH = `
  let begin = 0;
  let peak = 0;
  const look = () => { peak = Math.max(peak, process.memoryUsage().rss); };
  setInterval(look, 10);
  const growth = () => { look(); const grown = begin && peak - begin; begin ||= peak; return grown; };
`;

const servesTheDisk = (folder: string) => `
  import { createServer } from 'node:http';
  import express from ${JSON.stringify(pathToFileURL(path.resolve('node_modules/express/index.js')).href)};
  import { makeObjectRouter } from ${compiled('disk-storage.http.js')};
  import { openDiskStorage } from ${compiled('disk-storage.js')};
  import { makeSignedAddresses } from ${compiled('signed-address.js')};
  ${WATCH}
  const clock = () => new Date();
  const addresses = makeSignedAddresses({ keys: [Buffer.alloc(32)], clock });
  const baseUrl = () => 'http://127.0.0.1:' + server.address().port;
  const storage = await openDiskStorage({ folder: ${JSON.stringify(folder)}, baseUrl, addresses, clock });
  const log = { error: (line) => console.error(line) };
  const receiveUpload = async (_key, _bytes, store) => void (await store());
  const server = createServer(express().use(makeObjectRouter({ storage, addresses, receiveUpload, log }))).listen(0, '127.0.0.1');
  process.stdin.on('data', () => console.log(growth()));
  server.on('listening', async () => console.log(await storage.signUpload('video/1.mp4', 'video/mp4', 600)));
`;

const uploadsToS3 = (endpoint: string) => `
  import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
  import { makeS3Storage } from ${compiled('s3-storage.js')};
  ${WATCH}
  const access = ${JSON.stringify({ ...ACCESS_KEY, endpoint, region: 'us-east-1', bucket: BUCKET, forcePathStyle: true })};
  const storage = makeS3Storage({ ...access, publicUrl: '', clock: () => new Date() });
  const bytes = function* (size) { for (let left = size; left > 0; left -= 65536) yield Buffer.alloc(65536, 'x'); };
  for (const size of [${SIZE / 10}, ${SIZE}]) {
    await storage.put('video/1.mp4', Readable.from(bytes(size)), { contentType: 'video/mp4' });
    console.log(growth());
  }
  process.exit();
`;

/** Runs a script in a separate process. Returns functions that write to it and read its next line. */
function run(script: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: () => child.stdin.write('\n'),
    line: async (): Promise<string> => (await lines.next()).value,
    async end() {
      const exited = child.exitCode ?? once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

test(
  'a file that is uploaded to the disk is never in memory',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'memory-test-'));
    const server = run(servesTheDisk(folder));
    try {
      const url = await server.line();
      const growthAfter = async (size: number) => {
        const headers = { 'content-type': 'video/mp4', 'content-length': String(size) };
        const upload = request(url, { method: 'PUT', headers });
        const [[answer]] = await Promise.all([once(upload, 'response'), pipeline(bytes(size), upload)]);
        expect(answer.resume().statusCode).toBe(200);
        server.ask();
        return Number(await server.line());
      };
      await growthAfter(SIZE / 10);
      expect(await growthAfter(SIZE)).toBeLessThan(MOST_GROWTH);
    } finally {
      await server.end();
      await rm(folder, { recursive: true });
    }
  },
  PATIENCE_MS,
);

test(
  'a file that is uploaded to S3 is in memory one part at a time',
  async () => {
    const server = await startS3Server();
    const uploader = run(uploadsToS3(server.url));
    try {
      await uploader.line();
      expect(Number(await uploader.line())).toBeLessThan(MOST_GROWTH);
    } finally {
      await uploader.end();
      await server.close();
    }
  },
  PATIENCE_MS,
);

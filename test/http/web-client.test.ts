import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { buildConnector } from 'undici';
import { makeWebClient } from '../../src/foundation/http-client/web-client.js';
import { eventually } from '../support/eventually.js';

const web = makeWebClient(buildConnector({ timeout: 5_000 }), 'test');
let server: Server;
/** What the server answers, before it closes the connection. */
let answer: Buffer;
let closed: number;

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer, () => (closed += 1)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  closed = 0;
});
afterAll(async () => {
  await web.close();
  server.close();
});

const respond = (length: number, body: Buffer) =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`), body]);
const fetchAnswer = () =>
  web.fetchWeb(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, '*/*', AbortSignal.timeout(20_000));
async function sizeOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of body) size += chunk.length;
  return size;
}
/** The connection is closed, and the client has had the time to see it. */
async function hasSeenTheEnd() {
  await eventually(async () => closed > 0 || undefined);
  await pause(50);
}

test.each([10, 64, 100, 300, 2_000])(
  'content of %d kB, whose server closes the connection before it is read, is read to its end',
  async (kilobytes) => {
    answer = respond(kilobytes * 1024, Buffer.alloc(kilobytes * 1024));
    const { body } = await fetchAnswer();
    if (kilobytes <= 100) await hasSeenTheEnd();
    expect(await sizeOf(body)).toBe(kilobytes * 1024);
  },
);

test('content that ends too early is an error only for its reader', async () => {
  answer = respond(200_000, Buffer.alloc(100_000));
  const { body } = await fetchAnswer();
  await hasSeenTheEnd();
  await expect(sizeOf(body)).rejects.toThrow();
});

import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { serveUntilClosed } from '../../src/api/graceful-close.js';

/** A server whose requests `app` answers, and its end. */
async function serve(app: RequestListener, limits: { drainMs: number; timeoutMs: number }) {
  const server = createServer();
  const close = serveUntilClosed(server, app, limits);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { close, port: (server.address() as AddressInfo).port };
}

test('a request without a response in time is cut off, and so is a connection with half a request', async () => {
  const requested: string[] = [];
  const { close, port } = await serve((incoming) => void requested.push(incoming.url ?? ''), {
    drainMs: 10,
    timeoutMs: 100,
  });
  const sent = request({ port, path: '/never' }).end();
  const broken = once(sent, 'error');
  const half = connect(port, '127.0.0.1');
  half.write('GET /half HTTP/1.1\r\nHost:');
  const cut = once(half, 'close');
  while (requested.length === 0) await new Promise(setImmediate);
  await close();
  expect(requested).toEqual(['/never']);
  await Promise.all([broken, cut]);
});

test('a response that is still being sent is sent to its end', async () => {
  const size = 32 * 2 ** 20;
  const { close, port } = await serve((_incoming, response) => void response.end(Buffer.alloc(size)), {
    drainMs: 0,
    timeoutMs: 20_000,
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'readable');
  const closed = close();
  // Long enough for several checks of what is idle; the response does not fit into what the sockets hold.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const received = await text(socket);
  expect(received.length).toBeGreaterThan(size);
  await closed;
});

test('a server that never listened is closed at once', async () => {
  const close = serveUntilClosed(createServer(), () => undefined, { drainMs: 10_000, timeoutMs: 20_000 });
  await close();
});

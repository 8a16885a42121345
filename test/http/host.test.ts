import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { useService } from '../support/service.js';

const { service } = await useService();

/** The first line of the response to a request of these header lines. */
async function statusOf(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
  const [first = ''] = (await text(socket)).split('\r\n');
  return first;
}

test.each(['/health/live', '/graphql?query={__typename}', '/api/v1/list-posts'])(
  'a request for %s with two Host headers is refused: RFC 9112, 3.2',
  async (path) => {
    expect(await statusOf(`GET ${path} HTTP/1.1`, 'Host: one.example', 'Host: two.example')).toBe(
      'HTTP/1.1 400 Bad Request',
    );
  },
);

test('one Host header is no problem', async () => {
  expect(await statusOf('GET /health/live HTTP/1.1', 'Host: one.example')).toBe('HTTP/1.1 200 OK');
});

test('so is an upgrade to a web socket with two of them refused', async () => {
  const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='];
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = ['GET /graphql HTTP/1.1', 'Host: one.example', 'Host: two.example', 'Connection: Upgrade', ...upgrade];
  socket.write([...lines, '', ''].join('\r\n'));
  const [first = ''] = (await text(socket)).split('\r\n');
  expect(first).toBe('HTTP/1.1 400 Bad Request');
});

/** A proxy before the service that loses answers: the request arrives, the caller learns nothing of it. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FlakyProxy {
  url: string;
  /** Loses the answers to the next requests whose body contains the text. */
  lose(text: string, times: number): void;
  /** Bodies of all requests. */
  bodies: string[];
  close(): Promise<void>;
}

export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const losses = new Map<string, number>();
  const bodies: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    bodies.push(body.toString('latin1'));
    const { method, url = '', headers } = incoming;
    const upstream = request(new URL(url, target), { method, headers: { ...headers, host: new URL(target).host } });
    upstream.on('response', async (response) => {
      const answer = Buffer.concat(await response.toArray());
      const [text, times] = [...losses].find(([part, left]) => left > 0 && body.includes(part)) ?? [];
      if (text !== undefined && times !== undefined) {
        losses.set(text, times - 1);
        outgoing.destroy();
        return;
      }
      outgoing.writeHead(response.statusCode ?? 500, response.headers).end(answer);
    });
    upstream.on('error', () => outgoing.destroy());
    upstream.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lose: (text, times) => losses.set(text, times),
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

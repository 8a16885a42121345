/** A proxy before the service that loses answers and connections: what was sent arrives, the caller learns nothing of it. */
import { createServer, type OutgoingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface FlakyProxy {
  url: string;
  /** Loses the responses to the next requests whose body contains the text. */
  lose(text: string, times: number): void;
  /** Responds to the next request whose body contains the text in the service's place, as a load balancer does. */
  refuse(text: string, status: number, headers?: OutgoingHttpHeaders): void;
  /** Leaves the next request whose body contains the text without an answer; resolves when it has arrived. */
  hold(text: string): Promise<void>;
  /** Breaks all web sockets; new ones pass. */
  cutSockets(): void;
  /** Bodies of all requests. */
  bodies: string[];
  /** Web sockets that were opened. */
  socketCount(): number;
  close(): Promise<void>;
}

export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const losses = new Map<string, number>();
  const refusals = new Map<string, { status: number; headers: OutgoingHttpHeaders }>();
  const holds = new Map<string, () => void>();
  const bodies: string[] = [];
  const sockets = new Set<Socket>();
  let socketCount = 0;
  const { host, hostname, port: targetPort } = new URL(target);
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await incoming.toArray());
    bodies.push(body.toString('latin1'));
    const [held, arrived] = [...holds].find(([part]) => body.includes(part)) ?? [];
    if (held !== undefined) {
      holds.delete(held);
      arrived?.();
      return;
    }
    const [refused, refusal] = [...refusals].find(([part]) => body.includes(part)) ?? [];
    if (refused !== undefined && refusal) {
      refusals.delete(refused);
      outgoing.writeHead(refusal.status, refusal.headers).end();
      return;
    }
    const { method, url = '', headers } = incoming;
    const upstream = request(new URL(url, target), { method, headers: { ...headers, host } });
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
  server.on('upgrade', ({ method, url, rawHeaders }, near: Socket, head: Buffer) => {
    socketCount += 1;
    const far = connect(Number(targetPort), hostname);
    const lines = rawHeaders.map((text, index) => (index % 2 ? `${text}\r\n` : `${text}: `)).join('');
    far.write(`${method} ${url} HTTP/1.1\r\n${lines}\r\n`);
    far.write(head);
    far.pipe(near).pipe(far);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
  });
  const cutSockets = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lose: (text, times) => losses.set(text, times),
    hold: (text) => new Promise((resolve) => holds.set(text, resolve)),
    refuse: (text, status, headers = {}) => refusals.set(text, { status, headers }),
    cutSockets,
    bodies,
    socketCount: () => socketCount,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        cutSockets();
      }),
  };
}

/** A gate before a platform: requests that create something wait in it until it is opened. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Gate {
  /** The address of the platform, through the gate. */
  url: string;
  open(): void;
  close(): Promise<void>;
}

export async function startGate(platformUrl: string): Promise<Gate> {
  const platform = new URL(platformUrl);
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => {
    open = resolve;
  });
  const server = createServer(async (request, response) => {
    const { method = '', url, headers } = request;
    const body = method === 'POST' ? await buffer(request) : undefined;
    if (method === 'POST') await isOpen;
    const { authorization = '', 'content-type': type = '' } = headers;
    const answer = await fetch(new URL(url ?? '/', platform), {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      body,
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${platform.pathname}`,
    open,
    async close() {
      open();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of somebody else's files. */
export interface MediaSource {
  origin: string;
  /** What it answers, by path; 404 for others. */
  answers: Record<string, RequestListener>;
  /** Paths in the order in which they were requested. */
  requested: string[];
  /** Paths whose connection has ended. */
  ended: string[];
  close(): void;
}

export async function openMediaSource(): Promise<MediaSource> {
  const server = createServer((request, response) => {
    const at = request.url ?? '';
    source.requested.push(at);
    response.once('close', () => source.ended.push(at));
    const answer = source.answers[at];
    if (answer) return void answer(request, response);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const source: MediaSource = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers: {},
    requested: [],
    ended: [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return source;
}

export const file =
  (body: Buffer, type = 'application/octet-stream', headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(body);
export const redirect =
  (to: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location: to }).end();
export const status =
  (code: number): RequestListener =>
  (_, response) =>
    void response.writeHead(code).end();
/** Begins with these bytes, then sends `next` as long as somebody reads, and as fast; without it, nothing more. */
export const endless =
  (begin: Buffer, next?: Buffer): RequestListener =>
  (_, response) => {
    response.writeHead(200);
    response.write(begin);
    if (!next) return;
    const more = () => {
      while (!response.destroyed && response.write(next));
    };
    response.on('drain', more);
    more();
  };

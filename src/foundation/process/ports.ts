import { createServer, type Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { StartError } from '../errors/start-error.js';

export interface ListenOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** The address to listen on; all addresses when absent. */
  readonly host?: string | undefined;
  /** The environment variable that sets this port, for the error message. */
  readonly variable: string;
}

/**
 * Starts listening and resolves to the port in use.
 * @throws StartError with one sentence for the user when the port is taken or not allowed, or the host is of another
 * machine.
 */
export function listen(server: Server, options: ListenOptions): Promise<number> {
  const { port, host } = options;
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => reject(explainListenError(error, options));
    server.once('error', failed);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', failed);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** The address at which a server listens. */
export const httpOrigin = (host: string, port: number): string => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

/**
 * Makes sure that the host is of this machine and the ports can be listened on, before anything is started.
 * @throws StartError with one sentence for each port that is taken or not allowed, or for the host.
 */
export async function assertPortsFree(host: string, ports: readonly ListenOptions[]): Promise<void> {
  const problems = new Set<string>();
  for (const { port, variable } of ports) {
    const server = createServer();
    try {
      await listen(server, { host, port, variable });
    } catch (error) {
      // What is no matter of configuration is reported where it is listened on.
      if (error instanceof StartError) problems.add(error.message);
    } finally {
      const closed = new Promise((resolve) => server.close(resolve));
      // Of somebody who connected at this moment.
      server.closeAllConnections();
      await closed;
    }
  }
  if (problems.size > 0) throw new StartError([...problems].join('\n'));
}

/** A name that leads nowhere, an address of another machine, or of a kind that this one does not have. */
const NOT_HERE: ReadonlySet<string | undefined> = new Set([
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EAI_AGAIN',
  'EINVAL',
  'ENOTFOUND',
]);

/** The message for the operator if a port or the host is unavailable; other errors pass through. */
export function explainListenError(error: NodeJS.ErrnoException, { port, host, variable }: ListenOptions): Error {
  if (host !== undefined && NOT_HERE.has(error.code)) {
    return new StartError(
      `HOST is ${host}, which is no address of this machine (${error.code}). Set it to one that it has, such as 127.0.0.1, or to 0.0.0.0 for all of them.`,
      { cause: error },
    );
  }
  if (error.code === 'EADDRINUSE') {
    const other = port + 10 <= 65_535 ? port + 10 : port - 10;
    return new StartError(
      `Port ${port} is in use by another program. Choose another with ${variable}, for example ${variable}=${other} npm start.`,
      { cause: error },
    );
  }
  if (error.code === 'EACCES') {
    // 80 becomes 8080 and 443 becomes 8443, as people expect.
    const other = port < 1024 ? port + 8000 : port + 10;
    return new StartError(
      `Port ${port} is not open to this user. Choose another with ${variable}, for example ${variable}=${other} npm start.`,
      { cause: error },
    );
  }
  return error;
}

import { createServer, type Server } from 'node:http';
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
 * @throws StartError with one sentence for the user when the port is taken or not allowed.
 */
export function listen(server: Server, { port, host, variable }: ListenOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => reject(explainListenError(error, port, variable));
    server.once('error', failed);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off('error', failed);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/**
 * Makes sure that the ports can be listened on, before anything is started. Port 0 always can.
 * @throws StartError with one sentence for each port that is taken or not allowed.
 */
export async function assertPortsFree(host: string, ports: readonly ListenOptions[]): Promise<void> {
  const problems: string[] = [];
  for (const { port, variable } of ports) {
    if (port === 0) continue;
    const server = createServer();
    try {
      await listen(server, { host, port, variable });
    } catch (error) {
      // What is no matter of the port is reported where it is listened on.
      if (error instanceof StartError) problems.push(error.message);
    } finally {
      const closed = new Promise((resolve) => server.close(resolve));
      // Of somebody who connected at this moment.
      server.closeAllConnections();
      await closed;
    }
  }
  if (problems.length > 0) throw new StartError(problems.join('\n'));
}

/** The message for the operator if a port is unavailable; other errors pass through. */
export function explainListenError(error: NodeJS.ErrnoException, port: number, variable: string): Error {
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

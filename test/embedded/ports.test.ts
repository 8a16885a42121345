import { createServer, type Server } from 'node:http';
import { listen } from '../../src/foundation/process/ports.js';

const servers: Server[] = [];
const newServer = () => {
  const server = createServer((_, response) => response.end('here'));
  servers.push(server);
  return server;
};

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe('listening', () => {
  it('takes any free port for port 0 and responds there', async () => {
    const port = await listen(newServer(), { port: 0, host: '127.0.0.1', variable: 'PORT' });
    expect(port).toBeGreaterThan(0);
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(await response.text()).toBe('here');
  });

  it('says which variable chooses another port when the port is taken', async () => {
    const port = await listen(newServer(), { port: 0, host: '127.0.0.1', variable: 'PORT' });
    const other = port + 10 <= 65_535 ? port + 10 : port - 10;
    await expect(listen(newServer(), { port, host: '127.0.0.1', variable: 'SANDBOX_PORT' })).rejects.toThrow(
      `Port ${port} is in use by another program. Choose another with SANDBOX_PORT, for example SANDBOX_PORT=${other} npm start.`,
    );
  });

  it.each(['203.0.113.1', 'no-such-host.invalid'])('says that %s is no address of this machine', async (host) => {
    await expect(listen(newServer(), { port: 0, host, variable: 'PORT' })).rejects.toThrow(
      `HOST is ${host}, which is no address of this machine`,
    );
  });
});

import { parseArgs } from 'node:util';
import { startSandbox } from './sandbox.js';

const usage = 'usage: node .build/sandbox/main.js [--port 4001] [--host 127.0.0.1] [--data-dir FOLDER]';

/** Starts the sandbox alone, until it is signalled to stop. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4001' },
      host: { type: 'string' },
      'data-dir': { type: 'string' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port ${values.port} is not a port number`);
  const sandbox = await startSandbox({ port, host: values.host, dataDir: values['data-dir'] });
  console.log(`sandbox listening on ${sandbox.url}`);
  const stop = () => {
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exit(1);
});

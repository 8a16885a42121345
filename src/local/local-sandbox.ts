import type { Sandbox } from '../../sandbox/sandbox.js';
import type { Config } from '../config/config.js';
import { explainListenError } from '../foundation/process/ports.js';
import type { PlatformKey } from '../platforms/port/platform.js';

/** Starts the sandbox on its configured port. */
export async function openSandbox({ sandboxPort: port, http: { host }, dataDir }: Config): Promise<Sandbox> {
  // A separate file in the bundle: an image for production omits it.
  const { startSandbox } = await import('../../sandbox/sandbox.js');
  return startSandbox({ port, host, dataDir: `${dataDir}/sandbox` }).catch((error) => {
    throw explainListenError(error, { port, host, variable: 'SANDBOX_PORT' });
  });
}

/** What is connected here without an address of the operator's is an account of the sandbox, where this app is registered. */
export const inSandbox = (platforms: Config['platforms'], { baseUrls, clients }: Sandbox): Config['platforms'] =>
  Object.fromEntries(
    Object.entries(platforms).map(([key, platform]) => {
      const { baseUrl, client } = platform;
      const at = key as PlatformKey;
      return [key, { ...platform, baseUrl: baseUrl ?? baseUrls[at], client: client ?? (baseUrl ? null : clients[at]) }];
    }),
  ) as Config['platforms'];

import type { SandboxAccount } from '../sandbox/sandbox.js';
import { newId } from '../src/foundation/database/id.js';
import { makeHttp } from '../src/foundation/http-client/http.js';
import { NO_SETUP } from '../src/platforms/platform-directory.js';
import { findPlatform } from '../src/platforms/registry.js';

const plain = { media: [], settings: {}, replyTo: null, videoTimestamp: null };

/** Makes the calls of platforms with the service's adapters and HTTP client, and keeps nothing. */
export function makePublisher() {
  const { http, close } = makeHttp({ timeoutMs: 20_000 });
  return {
    /** The platform's id of what was published; anything else that happens is an error. */
    async publish(platform: string, account: Omit<SandboxAccount, 'platform'>, text: string): Promise<string> {
      const publisher = findPlatform(platform)?.publisher(http, NO_SETUP, () => new Date());
      if (!publisher) throw new Error(`There is no platform ${platform}`);
      const step = await publisher.start({ key: newId(), at: new Date(), text, ...plain }, account);
      if (step.kind !== 'published') throw new Error(`${platform}: ${JSON.stringify(step)}`);
      return step.postedId;
    },
    close,
  };
}

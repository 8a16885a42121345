import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { DEFAULT_SETTINGS } from '../../src/domain/posts/state/platform-settings.js';
import type { Account } from '../../src/platforms/port/account.js';
import type { PartMedia, PlatformKey } from '../../src/platforms/port/platform.js';

/** What the garbage collector has not come to yet; a file held in memory would be its 90 MB and more. */
export const MOST_GROWTH = 64 * 1024 * 1024;

const compiled = (file: string) => JSON.stringify(pathToFileURL(path.resolve('.build/src', file)).href);

const UPLOADS = `
  import { findPlatform } from ${compiled('platforms/registry.js')};
  import { NO_SETUP } from ${compiled('platforms/platform-directory.js')};
  import { makeHttp } from ${compiled('foundation/http-client/http.js')};
  const { key, account, media, settings } = JSON.parse(process.argv[1]);
  const { http, close } = makeHttp({ timeoutMs: 60_000 });
  const publisher = findPlatform(key).publisher(http, NO_SETUP, () => new Date());
  const most = () => process.resourceUsage().maxRSS * 1024;
  const uploads = [];
  for (const file of media) {
    const before = most();
    const none = { replyTo: null, videoTimestamp: null };
    const part = { key: 'a'.repeat(24), at: new Date(), text: 'Long', media: [file], settings, ...none };
    let step = await publisher.start(part, account);
    let pieces = 0;
    for (; step.kind === 'ready'; pieces += 1) step = await publisher.finish(part, account, step.state);
    uploads.push({ kind: step.kind, pieces, grown: most() - before });
  }
  await close();
  console.log(JSON.stringify(uploads));
`;

/**
 * Uploads files one after the other, in a separate process. Returns, for each file, how it ended, after how many pieces
 * (steps that finish it), and by how much it raised the peak memory of the process.
 */
export async function uploadAlone(
  key: PlatformKey,
  account: Account,
  media: PartMedia[],
): Promise<{ kind: string; pieces: number; grown: number }[]> {
  const about = JSON.stringify({ key, account, media, settings: DEFAULT_SETTINGS[key] ?? {} });
  const argv = ['--input-type=module', '--eval', UPLOADS, about];
  return JSON.parse((await promisify(execFile)(process.execPath, argv)).stdout);
}

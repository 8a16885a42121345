import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { PodListError, parsePodList } from './pod-list.js';
import { routerConfig } from './router-config.js';

const CHECK_WITHIN_MS = 30_000;

export interface WriteRouterInput {
  /** The file with the list of pods. */
  list: string;
  /** Where the configuration and the map go. */
  folder: string;
  bind: string;
  socket: string;
}

export interface WrittenRouter {
  file: string;
  mapFile: string;
  pods: readonly string[];
  /** Whether HAProxy has checked it; false where it is not installed. */
  checked: boolean;
}

/** The list or the configuration is wrong; the message says what to change. */
export class RouterError extends Error {}

/** Writes the router's configuration, checked by HAProxy if it is installed. What is wrong replaces nothing. */
export async function writeRouter({ list, folder, bind, socket }: WriteRouterInput): Promise<WrittenRouter> {
  const [file, mapFile] = ['haproxy.cfg', 'moved.map'].map((name) => path.resolve(folder, name)) as [string, string];
  if ([mapFile, socket].some((name) => /[^\w./-]/.test(name))) {
    throw new RouterError('Paths of the router have letters, digits, `.`, `-`, `_` and `/` only.');
  }
  if (!/^[\x20-\x7e]{1,500}$/.test(bind))
    throw new RouterError('--bind must be an address, as HAProxy’s `bind` has it.');
  const pods = await readFile(list, 'utf8')
    .then(parsePodList)
    .catch((error) => {
      const why = error instanceof PodListError ? error.message : `it cannot be read (${error.code}).`;
      throw new RouterError(`${list}: ${why}`);
    });
  await mkdir(folder, { recursive: true });
  // What has moved stays known.
  await writeFile(mapFile, '', { flag: 'a' });
  const draft = `${file}.new`;
  await writeFile(draft, routerConfig({ pods, bind, mapFile, socket }));
  const checked = await checkConfig(draft);
  await rename(draft, file);
  return { file, mapFile, pods: pods.map(({ pod }) => pod), checked };
}

/** False if HAProxy is not installed. */
async function checkConfig(file: string): Promise<boolean> {
  try {
    await promisify(execFile)('haproxy', ['-c', '-q', '-f', file], { timeout: CHECK_WITHIN_MS });
    return true;
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
    if (code === 'ENOENT') return false;
    throw new RouterError(`HAProxy refuses the configuration ${file}:\n${stderr?.trim()}`);
  }
}

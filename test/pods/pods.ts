/** Two installations with a directory, and the operator's commands in each. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAdmin } from '../../src/compose/run-admin.js';
import { servePod } from '../../src/foundation/pod.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { type Service, startService } from '../support/service.js';

export const PODS = ['00', '01'] as const;
export type PodName = (typeof PODS)[number];

export interface TestPod {
  pod: PodName;
  db: TestDatabase;
  api: Service;
  env: Record<string, string>;
  startWorker(more?: Record<string, string>): Promise<Service>;
}

export interface TestPods {
  pods: Record<PodName, TestPod>;
  directory: TestDatabase;
  /** Where the configuration of each pod is, for `--pods`. */
  folder: string;
  /** `npm run admin -- …` in a pod; `onLine` gets each line of its standard error. */
  admin(pod: PodName, args: readonly string[], onLine?: (line: string) => void): Promise<{ code: number; out: string }>;
  close(): Promise<void>;
}

/** What this process makes meanwhile is made by a pod. */
export async function as<T>(pod: string, work: () => Promise<T>): Promise<T> {
  servePod(pod);
  try {
    return await work();
  } finally {
    servePod(PODS[0]);
  }
}

/** `more`: further configuration of a pod. */
export async function startPods(more: (pod: PodName) => Record<string, string> = () => ({})): Promise<TestPods> {
  const directory = await createTestDatabase({ empty: true });
  const folder = await mkdtemp(path.join(tmpdir(), 'pods-'));
  const pods = {} as Record<PodName, TestPod>;

  const admin: TestPods['admin'] = async (pod, args, onLine = () => undefined) => {
    let out = '';
    const code = await as(pod, () =>
      runAdmin(args, {
        env: { CONFIG_FILE: path.join(folder, `${pod}.env`) },
        readInput: async () => '',
        write: (text) => (out += text),
        writeError(text) {
          out += text;
          onLine(text.trimEnd());
        },
      }),
    );
    return { code, out };
  };

  for (const pod of PODS) {
    const db = await createTestDatabase();
    const port = await freePort();
    const dataDir = path.join(folder, `data-${pod}`);
    await mkdir(dataDir);
    const env = {
      POD: pod,
      DIRECTORY_URL: directory.url,
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...more(pod),
    };
    const all = {
      ...env,
      DATABASE_URL: db.url,
      ENCRYPTION_KEYS: ENCRYPTION_KEY.toString('base64'),
      LOG_LEVEL: 'silent',
    };
    const file = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(path.join(folder, `${pod}.env`), file.join(''));
    const api = await startService({ db, roles: 'api', env: { ...env, PORT: String(port) } });
    pods[pod] = {
      pod,
      db,
      api,
      env,
      startWorker: (own = {}) => startService({ db, roles: 'worker', env: { ...env, ...own } }),
    };
    const { code, out } = await admin(pod, ['pods', 'register']);
    if (code !== 0) throw new Error(out);
  }

  return {
    pods,
    directory,
    folder,
    admin,
    async close() {
      await Promise.all(Object.values(pods).map(({ api }) => api.stop()));
      await Promise.all([...Object.values(pods).map(({ db }) => db.drop()), directory.drop()]);
      await rm(folder, { recursive: true });
    },
  };
}

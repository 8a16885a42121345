import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import request from 'supertest';
import type { Sandbox, SandboxAccount } from '../../sandbox/sandbox.js';
import type { PartMedia } from '../../src/platforms/port/platform.js';
import { createAccount, type TestAccount } from '../support/account.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';
import { type MediaFiles, openMediaFiles } from './media-files.js';
import { openSandbox } from './support.js';

/** The service's API with the sandbox beside it. Tests start the workers that they need. */
export interface PublishingWorld {
  db: TestDatabase;
  /** Where the service keeps files. */
  dataDir: string;
  box: Sandbox;
  files: MediaFiles;
  account: TestAccount;
  /** The API. */
  service: Service;
  startWorker(env?: Record<string, string>): Promise<Service>;
  /** Uploads files to a new group of a user (of `account`, unless said) and schedules it for now; returns the group's id. */
  schedule(
    targets: SandboxAccount | SandboxAccount[],
    content: string,
    media: PartMedia[],
    platformSettings?: object,
    user?: TestAccount,
  ): Promise<string>;
  /** The first post of a group, once all have ended. */
  ended(groupId: string, withinMs?: number): Promise<EndedPost>;
  close(): Promise<void>;
}

interface EndedPost {
  status: string;
  postedId?: string;
  error?: { code: string; message: string; retryable: boolean };
}

/** `env` is the API's and the workers'. */
export async function openPublishing(env: Record<string, string> = {}): Promise<PublishingWorld> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'publishing-'));
  const [db, box, files] = await Promise.all([createTestDatabase(), openSandbox(), openMediaFiles()]);
  const account = await createAccount(db);
  const start = (roles: 'api' | 'worker', more = {}) =>
    startService({ db, roles, env: { DATA_DIR: dataDir, ...env, ...more } });
  const service = await start('api');
  const connections = new Map<string, Promise<string>>();
  /** The platform id of an account that is connected when it is first used. */
  const connected = (user: TestAccount, target: SandboxAccount): Promise<string> => {
    const key = `${user.userId} ${target.platform} ${target.accountId}`;
    const connection = connections.get(key) ?? user.connect(target);
    connections.set(key, connection);
    return connection;
  };
  const callAs =
    ({ apiKey }: TestAccount) =>
    (method: 'get' | 'post' | 'put', route: string) =>
      request(service.url)[method](`/api/v1${route}`).set('x-api-key', apiKey);

  return {
    db,
    dataDir,
    box,
    files,
    account,
    service,
    // Platforms fetch files from the API, which is another process.
    startWorker: (more) => start('worker', { PUBLIC_URL: service.url, ...more }),
    async schedule(targets, content, media, platformSettings, user = account) {
      const call = callAs(user);
      const platforms = await Promise.all([targets].flat().map((target) => connected(user, target)));
      const { postGroupId } = (
        await call('post', '/create-post').send({ content, platforms, platformSettings }).expect(200)
      ).body;
      for (const { name: fileName, mimeType: contentType, kind: type, path: at } of media) {
        const uploadRequest = { postGroupId, fileName, contentType, type };
        const { body } = await call('post', '/get-upload-url').send(uploadRequest).expect(200);
        const headers = { 'content-type': contentType };
        const stored = await fetch(body.uploadUrl, {
          method: 'PUT',
          body: Uint8Array.from(await readFile(at)),
          headers,
        });
        if (!stored.ok) throw new Error(`The upload was answered with ${stored.status}`);
      }
      const now = { status: 'scheduled', scheduledTime: new Date().toISOString() };
      await call('put', `/update-post/${postGroupId}`).send(now).expect(200);
      return postGroupId;
    },
    ended: (groupId, withinMs = 20_000) =>
      eventually(async () => {
        const { body } = await callAs(account)('get', `/get-post/${groupId}`);
        return body.processingStatus === 'finished' ? (body.posts[0] as EndedPost) : undefined;
      }, withinMs),
    async close() {
      await service.stop();
      await box.close();
      await db.drop();
      await files.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

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

/** The service's API with the sandbox beside it; workers are started as a test wants them. */
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
  /** Uploads files to a new group and schedules it for now, on one account; the answer is the group's id. */
  schedule(target: SandboxAccount, content: string, media: PartMedia[], platformSettings?: object): Promise<string>;
  /** The one post of a group, once it has ended. */
  ended(groupId: string, withinMs?: number): Promise<EndedPost>;
  close(): Promise<void>;
}

interface EndedPost {
  status: string;
  postedId?: string;
  error?: { code: string; message: string; retryable: boolean };
}

export async function openPublishing(): Promise<PublishingWorld> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'publishing-'));
  const [db, box, files] = await Promise.all([createTestDatabase(), openSandbox(), openMediaFiles()]);
  const account = await createAccount(db);
  const start = (roles: 'api' | 'worker', env = {}) => startService({ db, roles, env: { DATA_DIR: dataDir, ...env } });
  const service = await start('api');
  const call = (method: 'get' | 'post' | 'put', route: string) =>
    request(service.url)[method](`/api/v1${route}`).set('x-api-key', account.apiKey);

  return {
    db,
    dataDir,
    box,
    files,
    account,
    service,
    // Platforms fetch files from the API, which is another process.
    startWorker: (env) => start('worker', { PUBLIC_URL: service.url, ...env }),
    async schedule(target, content, media, platformSettings) {
      const platforms = [await account.connect(target)];
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
        const { body } = await call('get', `/get-post/${groupId}`);
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

import type { PgBoss } from 'pg-boss';
import { migrateQueues, startBoss } from '../jobs/boss.js';
import { makeHasLiveJob, startMaintenance } from '../jobs/maintenance.js';
import { makePublishQueue } from '../jobs/publish-queue.js';
import { makePublishWorker } from '../jobs/publish-worker.js';
import { PUBLISH_QUEUE } from '../jobs/queues.js';
import { makeAuthenticate } from './access/authenticate.use-case.js';
import type { Config } from './config/config.js';
import { type CredentialCipher, makeCredentialCipher } from './connections/credential-cipher.js';
import { makeMarkRevoked, makeOpenAccount } from './connections/open-account.use-case.js';
import { makeDataSource } from './database/data-source.js';
import { migrate } from './database/migrate.js';
import { type Db, makeTransaction } from './database/unit-of-work.js';
import { listen } from './embedded/ports.js';
import type { GraphqlContext } from './graphql/context.js';
import { makeLoaders } from './graphql/loaders.js';
import { makeSchema } from './graphql/schema.js';
import { makeHttpServer } from './http/server.js';
import { makeFollowAccount, makeFollowPostGroup } from './live/follow-events.use-case.js';
import { makeLiveHub } from './live/live-hub.js';
import { makeLog } from './log.js';
import { makeHttp } from './platforms/http.js';
import { findPlatform } from './platforms/registry.js';
import { makeCreatePostGroup } from './posts/create-post-group.use-case.js';
import { makeDeletePostGroup } from './posts/delete-post-group.use-case.js';
import { overduePosts, upcomingDueTimes } from './posts/post-group.repository.js';
import { makeRetryPlatformPost } from './posts/retry-platform-post.use-case.js';
import { makeUpdatePostGroup } from './posts/update-post-group.use-case.js';
import { makeCommitTurn } from './publishing/commit-turns.js';
import { makePublishPost, type PublishingPlatform } from './publishing/publish-post.use-case.js';
import { makeRequeueForgotten } from './publishing/requeue-forgotten.use-case.js';

/** A post whose job should have run this long ago is looked after by the maintenance. */
const FORGOTTEN_AFTER_MS = 120_000;
const FORGOTTEN_AT_ONCE = 200;

export interface App {
  /** Port of the API; null when this process has no `api` role. */
  port: number | null;
  db: Db;
  cipher: CredentialCipher;
  /** Takes no more work, finishes what is under way, and lets go of everything. */
  stop(): Promise<void>;
}

/** What a start needs beside the configuration: secrets and addresses that may have been made a moment ago. */
export interface Resources {
  databaseUrl: string;
  encryptionKeys: readonly [Buffer, ...Buffer[]];
  /** Before anything listens or works: seeds the demo account. */
  prepare?: (made: { db: Db; cipher: CredentialCipher }) => Promise<void>;
}

export interface Overrides {
  clock?: () => Date;
  random?: () => number;
}

/** The composition root: everything is constructed here, by hand, in the order in which it is needed. */
export async function startApp(config: Config, resources: Resources, overrides: Overrides = {}): Promise<App> {
  const { clock = () => new Date(), random = Math.random } = overrides;
  const { roles, database, publishing } = config;
  const log = makeLog(config.logLevel);
  const { databaseUrl: url } = resources;
  const cipher = makeCredentialCipher(resources.encryptionKeys);
  /** Undone in reverse when the process stops, or when the start fails half-way. */
  const started: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const undo of started.splice(0).reverse()) await undo();
  };

  try {
    const dataSource = makeDataSource({ url, poolSize: database.poolSize });
    await dataSource.initialize();
    started.push(() => dataSource.destroy());
    await migrate(dataSource, url);
    const db = dataSource.manager;
    const transaction = makeTransaction(dataSource);

    const boss = await startBoss({ url, backend: database.backend, supervise: roles.has('worker'), log });
    started.push(() => stopBoss(boss));
    await migrateQueues(boss, { ...publishing, update: roles.has('worker') });
    const publishQueue = makePublishQueue(boss);

    await resources.prepare?.({ db, cipher });
    const hub = makeLiveHub({ url, log });
    started.push(() => hub.stop());
    await hub.start();

    if (roles.has('worker')) {
      const { http, close } = makeHttp({ timeoutMs: publishing.requestTimeoutMs });
      started.push(close);
      const commitTurn = makeCommitTurn({ transaction, clock, publishQueue });
      const publishPost = makePublishPost({
        db,
        commitTurn,
        clock,
        random,
        config: publishing,
        openAccount: makeOpenAccount({ db, transaction, cipher, clock }),
        markRevoked: makeMarkRevoked({ db, clock }),
        findPlatform: (key): PublishingPlatform | undefined => {
          const platform = findPlatform(key);
          return (
            platform && {
              baseUrl: config.platformBaseUrls[platform.key] ?? platform.defaultBaseUrl,
              session: platform.session?.(http) ?? null,
              publisher: platform.publisher(http),
            }
          );
        },
      });
      const { concurrency, heartbeatSeconds } = publishing;
      const upcoming = (until: Date) => upcomingDueTimes(db, clock(), until);
      const worker = makePublishWorker({ boss, hub, publishPost, upcoming, concurrency, heartbeatSeconds, clock, log });
      worker.start();
      started.push(() => worker.stop());
      const requeueForgotten = makeRequeueForgotten({
        commitTurn,
        clock,
        overdue: () => overduePosts(db, new Date(clock().getTime() - FORGOTTEN_AFTER_MS), FORGOTTEN_AT_ONCE),
        hasLiveJob: makeHasLiveJob(boss, PUBLISH_QUEUE),
      });
      await startMaintenance({ boss, db, requeueForgotten, clock, log });
    }

    let port: number | null = null;
    if (roles.has('api')) {
      const schema = makeSchema({
        db,
        createPostGroup: makeCreatePostGroup({ transaction, clock, publishQueue }),
        updatePostGroup: makeUpdatePostGroup({ transaction, clock, publishQueue }),
        deletePostGroup: makeDeletePostGroup({ transaction, clock, publishQueue }),
        retryPlatformPost: makeRetryPlatformPost({ db, transaction, clock, publishQueue }),
      });
      const live = {
        followPostGroup: makeFollowPostGroup({ db, hub, clock }),
        followAccount: makeFollowAccount({ db, hub, clock }),
      };
      const { server, close } = await makeHttpServer({
        schema,
        authenticate: makeAuthenticate({ db }),
        makeContext: (request): GraphqlContext => ({ ...request, loaders: makeLoaders(db), live }),
        checkHealth: () => db.query('SELECT 1'),
        ...config.http,
        log,
      });
      started.push(close);
      port = await listen(server, { ...config.http, variable: 'PORT' });
    }
    return { port, db, cipher, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const stopBoss = (boss: PgBoss) => boss.stop({ graceful: true, timeout: 10_000 });

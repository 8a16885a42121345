import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import { makeAccountJobs } from '../../jobs/account-jobs.js';
import { startEnqueueing } from '../../jobs/boss.js';
import {
  copyJobs,
  countActiveJobs,
  parkJobs,
  removeParkedJobs,
  requeuePosts,
  unparkJobs,
} from '../../jobs/moved-jobs.repository.js';
import type { Config } from '../config/config.js';
import { makeDeleteObjects } from '../domain/media/delete-objects.use-case.js';
import { makeConnections } from '../foundation/database/connections.js';
import { makeTransaction } from '../foundation/database/unit-of-work.js';
import { httpOrigin } from '../foundation/process/ports.js';
import { MINUTE_MS } from '../foundation/time/durations.js';
import type { MovingPod } from '../pods/moving-pod.js';
import { openStorage } from '../storage/open-storage.js';
import { makeSignedAddresses } from '../storage/signed-address.js';
import { makeDataSource } from './data-source.js';

/** A statement may be about everything in an account. */
const LIMITS = { connectMs: 5_000, queryMs: 11 * MINUTE_MS };

export interface OpenMovingPod extends MovingPod {
  close(): Promise<void>;
}

/** Opens a pod for a move: its database without the time limits of requests, its job engine and its storage. */
export async function openMovingPod({
  config,
  url,
  keys,
  log,
}: {
  config: Config;
  url: string;
  keys: readonly [Buffer, ...Buffer[]];
  log: Logger;
}): Promise<OpenMovingPod> {
  const { s3, dataDir, pod } = config;
  const clock = () => new Date();
  const dataSource = makeDataSource({ url, poolSize: 4, connect: makeConnections(url, { limits: LIMITS }).options });
  await dataSource.initialize();
  const boss = await startEnqueueing({ url });
  const { host, port, publicUrl } = config.http;
  const folder = path.resolve(dataDir, 'objects');
  const { storage } = await openStorage({
    s3,
    folder,
    addresses: makeSignedAddresses({ keys, clock }),
    publicUrl: () => publicUrl ?? httpOrigin(host, port),
    clock,
    log,
  });
  return {
    pod,
    db: dataSource.manager,
    transaction: makeTransaction(dataSource),
    snapshot: (work) => dataSource.transaction('REPEATABLE READ', work),
    jobs: {
      park: parkJobs,
      unpark: unparkJobs,
      removeParked: removeParkedJobs,
      countActive: countActiveJobs,
      requeuePosts: (db, userIds) => requeuePosts(boss, db, userIds),
      copyParked: copyJobs,
    },
    accountJobs: makeAccountJobs(boss),
    storage,
    storagePlace: s3 ? `${s3.endpoint} ${s3.region} ${s3.bucket}` : folder,
    servesObjects: s3 === null,
    deleteObjects: makeDeleteObjects({ storage, log }),
    keys: keys.map((key) => createHash('sha256').update(key).digest('hex')),
    async versions() {
      const [row] = await dataSource.query(
        `SELECT (SELECT string_agg(name, ' ' ORDER BY name) FROM migrations) AS tables, (SELECT version FROM pgboss.version) AS jobs`,
      );
      return JSON.stringify(row);
    },
    async alone(accountId, work) {
      const session = dataSource.createQueryRunner();
      try {
        const [{ free }] = await session.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS free', [
          `pods move ${accountId}`,
        ]);
        if (!free) return undefined;
        try {
          return await work();
        } finally {
          await session.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [`pods move ${accountId}`]);
        }
      } finally {
        await session.release();
      }
    },
    async close() {
      await boss.stop({ graceful: false });
      storage.close();
      await dataSource.destroy();
    },
  };
}

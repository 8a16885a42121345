import type { Router } from 'express';
import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { migrateQueues, startBoss } from '../jobs/boss.js';
import { startApi } from './api.js';
import type { Config } from './config/config.js';
import { type CredentialCipher, makeCredentialCipher } from './connections/credential-cipher.js';
import { makeOpenAccount, type OpenAccount } from './connections/open-account.use-case.js';
import { makeDataSource } from './database/data-source.js';
import { migrate } from './database/migrate.js';
import { type Db, makeTransaction, type Transaction } from './database/unit-of-work.js';
import { type LiveHub, makeLiveHub } from './live/live-hub.js';
import { makeLog } from './log.js';
import { makeHttp } from './platforms/http.js';
import { makeReach, type Reach } from './platforms/reach.js';
import { openStorage } from './storage/open-storage.js';
import type { ObjectStorage } from './storage/storage.js';
import { startWorker } from './worker.js';

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

/** What both roles are made from. */
export interface Parts {
  config: Config;
  log: Logger;
  clock: () => Date;
  random: () => number;
  db: Db;
  transaction: Transaction;
  cipher: CredentialCipher;
  boss: PgBoss;
  hub: LiveHub;
  reach: Reach;
  storage: ObjectStorage;
  /** Serves the objects of the disk; null where they are elsewhere. */
  objects: Router | null;
  /** Where people reach the service. */
  publicUrl: () => string;
  /** The port that it turned out to listen on. */
  listensOn: (port: number) => void;
  openAccount: OpenAccount;
  /** Has something undone when the process stops, before what was started before it. */
  onStop: (undo: () => Promise<unknown>) => void;
}

/**
 * The composition root, with one part per role: everything is constructed here, in api.ts and in worker.ts, by hand,
 * in the order in which it is needed.
 */
export async function startApp(config: Config, resources: Resources, overrides: Overrides = {}): Promise<App> {
  const { clock = () => new Date(), random = Math.random } = overrides;
  const { roles, database, publishing, platforms } = config;
  const log = makeLog(config.logLevel);
  const { databaseUrl: url } = resources;
  const cipher = makeCredentialCipher(resources.encryptionKeys);
  /** Undone in reverse when the process stops, or when the start fails half-way. */
  const started: (() => Promise<unknown>)[] = [];
  const onStop: Parts['onStop'] = (undo) => void started.push(undo);
  const stop = async () => {
    for (const undo of started.splice(0).reverse()) await undo();
  };

  try {
    const dataSource = makeDataSource({ url, poolSize: database.poolSize });
    await dataSource.initialize();
    onStop(() => dataSource.destroy());
    await migrate(dataSource, url);
    const db = dataSource.manager;
    const transaction = makeTransaction(dataSource);

    const boss = await startBoss({ url, backend: database.backend, supervise: roles.has('worker'), log });
    onStop(() => boss.stop({ graceful: true, timeout: 10_000 }));
    await migrateQueues(boss, { ...publishing, update: roles.has('worker') });

    await resources.prepare?.({ db, cipher });
    const hub = makeLiveHub({ url, log });
    onStop(() => hub.stop());
    await hub.start();

    const { http, close } = makeHttp({
      timeoutMs: publishing.requestTimeoutMs,
      allowPrivate: config.allowPrivatePlatforms,
      trustedOrigins: Object.values(platforms).flatMap(({ baseUrl }) => (baseUrl ? [new URL(baseUrl).origin] : [])),
    });
    onStop(close);
    const reach = makeReach(http, platforms);
    const renewalsAtOnce = Math.ceil(database.poolSize / 2);
    const openAccount = makeOpenAccount({ db, transaction, cipher, clock, renewalsAtOnce });

    let listening = config.http.port;
    const publicUrl = () => config.http.publicUrl ?? `http://${config.http.host}:${listening}`;
    const listensOn = (port: number) => {
      listening = port;
    };
    const folder = `${config.dataDir}/objects`;
    const { s3 } = config;
    const { storage, objects } = await openStorage({
      s3,
      folder,
      keys: resources.encryptionKeys,
      publicUrl,
      clock,
      log,
    });
    onStop(async () => storage.close());

    const parts: Parts = {
      config,
      log,
      clock,
      random,
      db,
      transaction,
      cipher,
      boss,
      hub,
      reach,
      openAccount,
      storage,
      objects,
      publicUrl,
      listensOn,
      onStop,
    };
    if (roles.has('worker')) await startWorker(parts);
    const port = roles.has('api') ? await startApi(parts) : null;
    return { port, db, cipher, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

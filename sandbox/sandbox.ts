import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request } from 'express';
import { makeAccounts } from './accounts.js';
import { avatarsRouter } from './avatars.js';
import { Clients, sandboxClient } from './clients.js';
import { controlRouter } from './control.js';
import type { SandboxContext } from './exchange.js';
import { fakePlatforms } from './fake-platforms.js';
import { Faults } from './faults.js';
import { Grants } from './grants.js';
import { Numbers } from './numbers.js';
import { pagesRouter } from './pages.js';
import { storedPastPost } from './past-post.js';
import { checkHost } from './platform-host.js';
import { presentPost } from './present.js';
import { picturesRouter } from './recent-pictures.js';
import { RequestLog } from './request-log.js';
import { signingKey } from './signing-key.js';
import { Store } from './store.js';
import { type Sandbox, type SandboxPlatform, sandboxPlatforms } from './types.js';
import { makeBeginWork } from './work.js';

export type {
  Fault,
  FaultKind,
  Sandbox,
  SandboxAccount,
  SandboxMedia,
  SandboxPlatform,
  SandboxPost,
} from './types.js';

/** Where the sandbox listens and keeps its data; without a data folder it forgets everything at the end. */
export interface SandboxOptions {
  /** 0 = any free port. */
  port: number;
  host?: string;
  dataDir?: string;
  /** By which platforms work on media and count, in milliseconds since 1970; default: that of the machine. */
  clock?: () => number;
}

// A burst of clients that all connect at once must not be turned away.
const connectionBacklog = 4096;
// Longer than a client keeps an idle connection: one closed under a request would look like an unknown outcome.
const idleConnection = 120_000;

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: connectionBacklog }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

function makeApp(context: SandboxContext, log: RequestLog): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(pagesRouter(Object.values(fakePlatforms)));
  app.use(avatarsRouter());
  app.use(picturesRouter());
  for (const fake of Object.values(fakePlatforms)) {
    const { platform, oauth, router } = fake;
    app.use(`/${platform}`, log.middleware(platform, context.receivedAt), checkHost(fake));
    if (oauth) app.use(`/${platform}`, oauth(context));
    app.use(`/${platform}`, router(context));
  }
  app.use(controlRouter(context));
  return app;
}

const mapPlatforms = <T>(of: (platform: SandboxPlatform) => T) =>
  Object.fromEntries(sandboxPlatforms.map((platform) => [platform, of(platform)])) as Record<SandboxPlatform, T>;

/** Starts a local fake for the platforms that implements their own protocols over HTTP. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  const accounts = makeAccounts(fakePlatforms);
  const store = await Store.open(accounts, options.dataDir);
  const grants = await Grants.open(store, options.dataDir);
  const clients = await Clients.open(options.dataDir);
  const log = await RequestLog.open(options.dataDir);
  const clock = options.clock ?? Date.now;
  const numbers = new Numbers(store, clock);
  const faults = new Faults();
  const closing = new AbortController();
  const server = createServer();
  server.keepAliveTimeout = idleConnection;
  const port = await listen(server, options.port, host).catch(async (error: unknown) => {
    await Promise.all([store.close(), log.close()]);
    throw error;
  });
  const shownHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const url = `http://${shownHost}:${port}`;

  const arrivals = new WeakMap<object, string>();
  const receivedAt = (req: Request) => arrivals.get(req) ?? new Date().toISOString();
  const context: SandboxContext = {
    url,
    store,
    grants,
    clients,
    signingKey: signingKey(options.dataDir),
    present: (account) => accounts.present(account, url),
    demoAccounts: accounts.demo,
    numbers,
    faults,
    closing: closing.signal,
    beginWork: makeBeginWork(clock),
    receivedAt,
  };
  const app = makeApp(context, log);
  server.on('request', (req, res) => {
    arrivals.set(req, new Date().toISOString());
    app(req, res);
  });

  return {
    url,
    port,
    baseUrls: mapPlatforms((platform) => `${url}/${platform}`),
    clients: mapPlatforms(sandboxClient),
    accounts: accounts.demo.map(context.present),
    createAccount: (platform, owner) => context.present(store.createAccount(platform, owner)),
    renameAccount: (platform, accountId, displayName) =>
      context.present(store.renameAccount(platform, accountId, displayName)),
    addPastPost(post) {
      const { platform, accountId, replyTo } = post;
      const parent = replyTo === undefined ? undefined : store.post(platform, accountId, replyTo);
      const { pastPost: form } = fakePlatforms[platform];
      const kept = storedPastPost(post, form, store.account(platform, accountId), parent);
      return { post: presentPost(kept, url), stored: store.add(kept) };
    },
    posts: (filter = {}) =>
      [...store.all()]
        .filter((post) => filter.platform === undefined || post.platform === filter.platform)
        .filter((post) => filter.accountId === undefined || post.accountId === filter.accountId)
        .map((post) => presentPost(post, url)),
    requests: () => log.list(),
    setNumbers: (chosen) => numbers.choose(chosen),
    numbersAt({ platform, accountId, postedId, countsViews }, at) {
      if (postedId === undefined) return numbers.ofAccount({ platform, accountId }, at.getTime());
      const post = store.post(platform, accountId, postedId);
      if (!post) throw new Error(`${platform} has no post ${postedId} of ${accountId}`);
      return numbers.ofPost(post, { at: at.getTime(), ...(countsViews !== undefined && { countsViews }) });
    },
    removePost({ platform, accountId, postedId }) {
      const post = store.post(platform, accountId, postedId);
      if (post?.accountId !== accountId) throw new Error(`${platform} has no post ${postedId} of ${accountId}`);
      return store.remove(post);
    },
    setFault: (fault) => faults.set(fault),
    clearFaults: () => faults.clear(),
    expireTokens: (platform, accountId) => {
      for (const grant of grants.of(platform, accountId)) grants.lapse(grant);
    },
    revokeTokens: (platform, accountId) => {
      for (const grant of grants.of(platform, accountId)) grants.revoke(grant);
    },
    forgetClients: () => clients.forget(),
    async close() {
      closing.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Delayed responses and the page's event stream would otherwise keep the server open.
      server.closeAllConnections();
      await closed;
      await Promise.all([store.close(), log.close()]);
    },
  };
}

import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AccountCore } from './account.js';
import { type Accounts, loginName } from './accounts.js';
import { JsonLinesWriter, readJsonLines } from './json-lines.js';
import { SortedPosts } from './sorted-posts.js';
import type { AccountOwner, SandboxMedia, SandboxPlatform, SandboxPost } from './types.js';

/** A post as the sandbox keeps it; `url` is the path below the sandbox's own address. */
export interface StoredPost extends Omit<SandboxPost, 'media'> {
  /** Absent for a post of a text alone. */
  media?: SandboxMedia[];
  updatedAt?: string;
  idempotencyKey?: string;
}

interface Tombstone extends Pick<StoredPost, 'platform' | 'accountId' | 'postedId'> {
  deletedAt: string;
}

type StoreEvent = { kind: 'created' | 'updated' | 'deleted'; post: StoredPost };

// A message id is unique only within its chat; the other platforms' ids are unique on the platform.
const postKey = ({ platform, accountId, postedId }: Pick<StoredPost, 'platform' | 'accountId' | 'postedId'>): string =>
  platform === 'messenger' ? `${platform} ${accountId} ${postedId}` : `${platform} ${postedId}`;

/** The accounts and posts of all platforms, kept in memory and, with a data folder, in files that outlive a crash. */
export class Store {
  private readonly logins = new Map<string, AccountCore>();
  private readonly accounts = new Map<string, AccountCore>();
  private readonly posts = new Map<string, StoredPost>();
  private readonly byAccount = new Map<string, SortedPosts<StoredPost>>();
  private readonly listeners = new Set<(event: StoreEvent) => void>();
  private writer: JsonLinesWriter | null = null;

  private constructor(
    private readonly makeAccount: Accounts['make'],
    demo: Accounts['demo'],
    private readonly accountsFile: string | null,
  ) {
    for (const account of demo) this.addAccount(account);
  }

  /** Opens the store, with what an earlier one left in the data folder. */
  static async open({ make, demo }: Accounts, dataDir?: string): Promise<Store> {
    if (dataDir === undefined) return new Store(make, demo, null);
    mkdirSync(dataDir, { recursive: true });
    const accountsFile = join(dataDir, 'accounts.jsonl');
    const postsFile = join(dataDir, 'posts.jsonl');
    const store = new Store(make, demo, accountsFile);
    for (const account of await readJsonLines(accountsFile)) store.addAccount(account as AccountCore);
    for (const line of await readJsonLines(postsFile)) store.replay(line as StoredPost | Tombstone);
    store.writer = await JsonLinesWriter.open(postsFile);
    return store;
  }

  createAccount(platform: SandboxPlatform, owner?: AccountOwner): AccountCore {
    return this.keepAccount(this.makeAccount(platform, owner));
  }

  /** Gives an account another name for people. */
  renameAccount(platform: SandboxPlatform, accountId: string, displayName: string): AccountCore {
    const account = this.account(platform, accountId);
    if (!account) throw new Error(`${platform} has no account ${accountId}`);
    return this.keepAccount({ ...account, displayName });
  }

  account(platform: SandboxPlatform, accountId: string): AccountCore | undefined {
    return this.accounts.get(`${platform} ${accountId}`);
  }

  /** Every account of a platform, in the order of their making. */
  accountsOf(platform: SandboxPlatform): AccountCore[] {
    return [...this.accounts.values()].filter((account) => account.platform === platform);
  }

  /** Finds an account by its token, handle or bot token. */
  accountByLogin(platform: SandboxPlatform, login: string): AccountCore | undefined {
    return this.logins.get(`${platform} ${login}`);
  }

  post(platform: SandboxPlatform, accountId: string, postedId: string): StoredPost | undefined {
    return this.posts.get(postKey({ platform, accountId, postedId }));
  }

  postsOf(platform: SandboxPlatform, accountId: string): SortedPosts<StoredPost> {
    const key = `${platform} ${accountId}`;
    let posts = this.byAccount.get(key);
    if (!posts) {
      posts = new SortedPosts(platform);
      this.byAccount.set(key, posts);
    }
    return posts;
  }

  /** All posts in order of arrival. */
  all(): Iterable<StoredPost> {
    return this.posts.values();
  }

  /** Keeps a new post. Visible at once; resolves when it is in the file, and only then may it be answered. */
  add(post: StoredPost): Promise<void> {
    this.keep(post);
    this.notify({ kind: 'created', post });
    return this.write(post);
  }

  /** Replaces the content of a post. */
  update(post: StoredPost, change: Pick<StoredPost, 'text' | 'media' | 'record' | 'updatedAt'>): Promise<void> {
    Object.assign(post, change);
    this.notify({ kind: 'updated', post });
    return this.write(post);
  }

  remove(post: StoredPost): Promise<void> {
    this.drop(post);
    this.notify({ kind: 'deleted', post });
    const { platform, accountId, postedId } = post;
    return this.write({ platform, accountId, postedId, deletedAt: new Date().toISOString() });
  }

  /** Resolves when everything kept so far is in the file. */
  async flush(): Promise<void> {
    await this.writer?.flush();
  }

  /** Calls back at every change; returns the way to stop that. */
  listen(listener: (event: StoreEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.listeners.clear();
    await this.writer?.close();
    this.writer = null;
  }

  private keepAccount(account: AccountCore): AccountCore {
    this.addAccount(account);
    // Of several lines about an account, the last one counts.
    if (this.accountsFile) appendFileSync(this.accountsFile, `${JSON.stringify(account)}\n`, { mode: 0o600 });
    return account;
  }

  private addAccount(account: AccountCore): void {
    this.accounts.set(`${account.platform} ${account.accountId}`, account);
    this.logins.set(`${account.platform} ${loginName(account)}`, account);
  }

  private replay(line: StoredPost | Tombstone): void {
    const known = this.posts.get(postKey(line));
    if ('deletedAt' in line) {
      if (known) this.drop(known);
    } else if (known) Object.assign(known, line);
    else this.keep(line);
  }

  private keep(post: StoredPost): void {
    this.posts.set(postKey(post), post);
    this.postsOf(post.platform, post.accountId).insert(post);
  }

  private drop(post: StoredPost): void {
    this.posts.delete(postKey(post));
    this.postsOf(post.platform, post.accountId).remove(post);
  }

  private notify(event: StoreEvent): void {
    for (const listener of this.listeners) listener(event);
  }

  private async write(line: StoredPost | Tombstone): Promise<void> {
    await this.writer?.append(line);
  }
}

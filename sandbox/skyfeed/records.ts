import { jsonToLex, lexicons } from '@atproto/api';
import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import type { Reply, SandboxContext } from '../exchange.js';
import type { StoredPost } from '../store.js';
import type { SandboxMedia } from '../types.js';
import { assertValidBlobs, type Blobs } from './blobs.js';
import { cidOf } from './cid.js';
import { nextTid } from './tid.js';
import { checked, invalidRequest, refuse } from './wire.js';

/** The one kind of record the sandbox keeps. */
export const postCollection = 'app.bsky.feed.post';

/** A record as a repository keeps it. */
export interface StoredRecord {
  uri: string;
  cid: string;
  value: Record<string, unknown>;
}

/** The input of putRecord and createRecord, once the lexicon has checked it. */
export interface WriteInput {
  repo: string;
  collection: string;
  rkey?: string;
  record: Record<string, unknown>;
  validate?: boolean;
  swapRecord?: string | null;
  swapCommit?: string;
}

/** A record that may be written. */
interface PreparedWrite {
  account: AccountCore;
  rkey: string;
  value: Record<string, unknown>;
  media: SandboxMedia[];
  cid: string;
  swapRecord: string | null | undefined;
}

const stored = (post: StoredPost): StoredRecord => post.record as StoredRecord;

/** The repositories of the accounts. */
export class Records {
  constructor(
    private readonly context: SandboxContext,
    private readonly blobs: Blobs,
  ) {}

  /** The account a handle or DID names. */
  repo(name: string): AccountCore | undefined {
    const { store } = this.context;
    return store.account('skyfeed', name) ?? store.accountByLogin('skyfeed', name.toLowerCase());
  }

  find(account: AccountCore, rkey: string): StoredPost | undefined {
    return this.context.store.post('skyfeed', account.accountId, this.uri(account, rkey));
  }

  /** Checks a write as a PDS does before it touches the repository. */
  prepare(account: AccountCore, input: WriteInput): PreparedWrite {
    const repo = this.repo(input.repo);
    if (!repo) throw invalidRequest(`Could not find repo: ${input.repo}`);
    if (repo.accountId !== account.accountId) throw refuse(401, 'AuthenticationRequired', 'Authentication Required');
    if (input.collection !== postCollection) throw invalidRequest(`Lexicon not found: lex:${input.collection}`);
    const value = { ...input.record, $type: input.record.$type ?? postCollection };
    if (value.$type !== postCollection) {
      throw invalidRequest(`Invalid $type: expected ${postCollection}, got ${String(value.$type)}`);
    }
    const check = () => {
      lexicons.assertValidRecord(postCollection, jsonToLex(value));
      assertValidBlobs(value);
    };
    checked(check, `Invalid ${postCollection} record: `);
    const cid = checked(() => cidOf(value), 'Bad record: ');
    const media = this.blobs.named(account.accountId, value);
    return { account, rkey: input.rkey ?? nextTid(), value, media, cid, swapRecord: input.swapRecord };
  }

  /** putRecord: the same record again changes nothing, another one replaces it. */
  async put(req: Request, write: PreparedWrite): Promise<Reply> {
    const current = this.find(write.account, write.rkey);
    const currentCid = current ? stored(current).cid : null;
    if (write.swapRecord !== undefined && write.swapRecord !== currentCid) {
      throw refuse(400, 'InvalidSwap', `Record was at ${currentCid}`);
    }
    if (current && currentCid === write.cid) {
      await this.context.store.flush();
      // No new commit, so none is named.
      return { status: 200, body: { uri: current.postedId, cid: write.cid, validationStatus: 'valid' } };
    }
    if (current) {
      const record: StoredRecord = { uri: current.postedId, cid: write.cid, value: write.value };
      await this.context.store.update(current, {
        text: String(write.value.text),
        media: write.media,
        record,
        updatedAt: this.context.receivedAt(req),
      });
    } else await this.add(req, write);
    return this.committed(write);
  }

  /** createRecord: a record key that is taken makes a real PDS fail with 500. */
  async create(req: Request, write: PreparedWrite): Promise<Reply> {
    if (this.find(write.account, write.rkey)) {
      throw refuse(500, 'InternalServerError', 'Internal Server Error');
    }
    await this.add(req, write);
    return this.committed(write);
  }

  get(input: { repo: string; collection: string; rkey: string; cid?: string }): StoredRecord {
    const account = this.repo(input.repo);
    if (!account) throw invalidRequest(`Could not find repo: ${input.repo}`);
    const post = input.collection === postCollection ? this.find(account, input.rkey) : undefined;
    if (!post || (input.cid !== undefined && input.cid !== stored(post).cid)) {
      const uri = `at://${account.accountId}/${input.collection}/${input.rkey}`;
      throw refuse(400, 'RecordNotFound', `Could not locate record: ${uri}`);
    }
    return stored(post);
  }

  /** One page of an account's records, the greatest record key first. */
  list(input: { repo: string; collection: string; limit: number; cursor?: string; reverse?: boolean }): Reply {
    const account = this.repo(input.repo);
    if (!account) throw invalidRequest(`Could not find repo: ${input.repo}`);
    const posts = this.context.store.postsOf('skyfeed', account.accountId);
    const records: StoredRecord[] = [];
    const wanted = input.collection === postCollection ? input.limit : 0;
    const from = input.cursor === undefined ? undefined : posts.countBelow(this.uri(account, input.cursor));
    let index = input.reverse ? (from ?? 0) : (from ?? posts.length) - 1;
    for (; records.length < wanted; index += input.reverse ? 1 : -1) {
      const post = posts.at(index);
      if (!post) break;
      // The cursor is the last key of the page before.
      if (post.postedId !== (input.cursor && this.uri(account, input.cursor))) records.push(stored(post));
    }
    const cursor = records.at(-1)?.uri.split('/').pop();
    return { status: 200, body: { records, ...(cursor === undefined ? {} : { cursor }) } };
  }

  async remove(account: AccountCore, rkey: string): Promise<void> {
    const post = this.find(account, rkey);
    if (post) await this.context.store.remove(post);
  }

  private uri(account: AccountCore, rkey: string): string {
    return `at://${account.accountId}/${postCollection}/${rkey}`;
  }

  private add(req: Request, write: PreparedWrite): Promise<void> {
    const { account, rkey, value, media, cid } = write;
    const uri = this.uri(account, rkey);
    return this.context.store.add({
      platform: 'skyfeed',
      accountId: account.accountId,
      postedId: uri,
      text: String(value.text),
      url: `/skyfeed/profile/${account.username}/post/${rkey}`,
      receivedAt: this.context.receivedAt(req),
      ...(media.length === 0 ? {} : { media }),
      record: { uri, cid, value } satisfies StoredRecord,
    });
  }

  private committed(write: PreparedWrite): Reply {
    const uri = this.uri(write.account, write.rkey);
    const rev = nextTid();
    const commit = { cid: cidOf({ did: write.account.accountId, rev, record: write.cid }), rev };
    return { status: 200, body: { uri, cid: write.cid, commit, validationStatus: 'valid' } };
  }
}

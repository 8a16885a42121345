/** A connected account of the network platform that has published a post. */
import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { type Contract, create, finished, inHours } from './contract.js';

export interface Networked {
  owner: SandboxAccount;
  platformId: string;
  /** `urn:network:share:<id>`. */
  postedId: string;
}

/** Connects a new account and publishes a post to it; the service needs a worker. */
export async function network({ sandbox, account, owner }: Contract, text = 'Hello'): Promise<Networked> {
  const member = sandbox.createAccount('network');
  const platformId = await account.connect(member);
  const group = await create(owner, { content: text, platforms: [platformId], scheduledTime: inHours(0) });
  const { posts } = await finished(owner, group);
  expect(posts.map(({ error }: { error?: object }) => error)).toEqual([undefined]);
  return { owner: member, platformId, postedId: posts[0].postedId };
}

/** The requests to the platform at a path, the newest last. */
export const requestsTo = ({ sandbox }: Contract, path: string) =>
  sandbox.requests().filter((request) => request.platform === 'network' && request.path.includes(path));

/** What the platform answers next at a path. */
export const answering = (
  { sandbox }: Contract,
  path: string,
  answer: { status: number; body?: unknown; headers?: Record<string, string> },
  times = 1,
) => sandbox.setFault({ platform: 'network', kind: 'answer', path, answer, times });

/** [network-post-statistics/queryTypes] */
export const METRICS = ['IMPRESSION', 'MEMBERS_REACHED', 'RESHARE', 'REACTION', 'COMMENT'];

/** What the platform counts next at a path. */
export const platformCounts = (contract: Contract, path: string, elements: readonly object[], times = 1) =>
  answering(contract, path, { status: 200, body: { elements } }, times);

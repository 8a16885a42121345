/** A connected account of threadtalk with a post, and others who reply to it. */
import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { speakGraph } from '../sandbox/graph-support.js';
import { type Contract, create, finished, inHours } from './contract.js';

export interface Threaded {
  owner: SandboxAccount;
  platformId: string;
  postedId: string;
}

/** Connects an account, a new one unless it is given, and publishes a post to it; the service needs a worker. */
export async function threadtalk(
  { sandbox, account, owner: caller }: Pick<Contract, 'sandbox' | 'account' | 'owner'>,
  owner = sandbox.createAccount('threadtalk'),
): Promise<Threaded> {
  const platformId = await account.connect(owner);
  const group = await create(caller, { content: 'Hello', platforms: [platformId], scheduledTime: inHours(0) });
  const { posts } = await finished(caller, group);
  return { owner, platformId, postedId: posts[0].postedId };
}

/** Replies to a post of threadtalk as this account does there; the answer is the id of the reply. */
export async function reply(author: SandboxAccount, to: string, text: string): Promise<string> {
  const graph = speakGraph(author, 'v1.0');
  const container = await graph.post('/me/threads', { media_type: 'TEXT', text, reply_to_id: to });
  return (await graph.post('/me/threads_publish', { creation_id: container.body.id })).body.id;
}

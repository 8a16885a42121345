/** A connected account of threadtalk with a post. */
import type { SandboxAccount } from '../../sandbox/sandbox.js';
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

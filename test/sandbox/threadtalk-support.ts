import type { SandboxAccount } from '../../sandbox/sandbox.js';
import { graphClient } from './graph-support.js';

/** Publishes a text on threadtalk as this account, as a reply where `replyTo` is given; answers its id. */
export async function postOnThreadtalk(author: SandboxAccount, text: string, replyTo?: string): Promise<string> {
  const graph = graphClient(author, 'v1.0');
  const fields = { media_type: 'TEXT', text, ...(replyTo === undefined ? undefined : { reply_to_id: replyTo }) };
  const container = await graph.post('/me/threads', fields);
  return (await graph.post('/me/threads_publish', { creation_id: container.body.id })).body.id;
}

/** Replies to a post of threadtalk, or to a reply; answers the id of the new reply. */
export const reply = (author: SandboxAccount, to: string, text: string): Promise<string> =>
  postOnThreadtalk(author, text, to);

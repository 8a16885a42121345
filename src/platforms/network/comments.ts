/** Comments of an account (LinkedIn calls them socialActions). */
import { z } from 'zod';
import { responseFailure } from '../kit/failure-table.js';
import type { Comment, InteractionResult } from '../port/interactions.js';
import { readMentions } from '../port/mentions.js';
import { type NetworkClient, refusal } from './client.js';
import { networkFailures } from './failures.js';
import { neutral, toNative, toNeutral } from './urns.js';

/** A number past 2^53 is the text of its digits (http.ts). */
const id = z.union([z.string(), z.int()]).transform(String);
const commentSchema = z.looseObject({ id: id.optional(), commentUrn: z.string().optional() }).catch({});

/** POST /rest/socialActions/:post/comments. */
export async function addComment(
  { author: actor, rest, context }: NetworkClient,
  { postedId, message, parentComment }: { postedId: string; message: string; parentComment: string | null },
): Promise<InteractionResult<Comment>> {
  const object = toNative(postedId);
  const reply = parentComment === null ? {} : { parentComment: toNative(parentComment) };
  const json = { actor, object, message: plainMessage(message), ...reply };
  const path = `/socialActions/${encodeURIComponent(object)}/comments`;
  const added = await rest(path, commentSchema, { method: 'POST', json });
  if (added.kind === 'rejected') return refusal(added);
  const commentId = added.answer.headers['x-restli-id'] ?? added.value.id;
  if (commentId === undefined) return responseFailure(added.answer, networkFailures, context);
  const urn = added.value.commentUrn ?? `urn:li:comment:(${object},${commentId})`;
  return { kind: 'ok', value: { id: commentId, commentUrn: toNeutral(urn), fields: neutral(added.value) } };
}

/** DELETE /rest/socialActions/:post/comments/:id. */
export async function removeComment(
  { author, rest }: NetworkClient,
  { postedId, commentId }: { postedId: string; commentId: string },
): Promise<InteractionResult<null>> {
  const path = `/socialActions/${encodeURIComponent(toNative(postedId))}/comments/${commentId}`;
  const removed = await rest(`${path}?actor=${encodeURIComponent(author)}`, z.unknown(), { method: 'DELETE' });
  return removed.kind === 'rejected' ? refusal(removed) : { kind: 'ok', value: null };
}

/** A comment is plain text. A mention is a name in the text, and its position beside it (in UTF-16 units). */
function plainMessage(message: string) {
  let text = '';
  const attributes: object[] = [];
  for (const segment of readMentions(message)) {
    if (segment.kind === 'text') {
      text += segment.text;
      continue;
    }
    const { of, urn, name } = segment;
    attributes.push({ start: text.length, length: name.length, value: { [of]: { [of]: toNative(urn) } } });
    text += name;
  }
  return attributes.length > 0 ? { text, attributes } : { text };
}

import type { Request } from 'express';
import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import type { StoredPost } from '../store.js';
import type { SandboxMedia } from '../types.js';
import { Parameters } from './parameters.js';
import { badRequest } from './wire.js';

/** How long after it was sent a message can be deleted. */
const deletableSeconds = 48 * 3600;

/** The longest message, in UTF-16 units. */
const maxLength = 4096;

// The sandbox does not do these; refusing beats silently publishing something else.
const unsupported = [
  'business_connection_id',
  'message_thread_id',
  'direct_messages_topic_id',
  'entities',
  'allow_paid_broadcast',
  'message_effect_id',
  'suggested_post_parameters',
  'reply_markup',
  'caption_entities',
  'show_caption_above_media',
  'has_spoiler',
  'thumbnail',
  'cover',
  'start_timestamp',
];

const previewOptions: Record<string, string> = {
  is_disabled: 'boolean',
  url: 'string',
  prefer_small_media: 'boolean',
  prefer_large_media: 'boolean',
  show_above_text: 'boolean',
};

/** The id of a bot is the number its token starts with. */
export const botId = (account: AccountCore): number => Number(account.credentials.botToken?.split(':')[0]);

/** The Chat entity of an account's channel. */
export const chatEntity = (account: AccountCore): Record<string, unknown> => ({
  id: Number(account.accountId),
  title: account.displayName,
  username: account.username,
  type: 'channel',
});

// Links, hashtags and mentions are marked in a plain text, with positions in UTF-16 units.
const marked = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'])|(?<![\p{L}\p{N}_])(?:(#[\p{L}_][\p{L}\p{N}_]*)|(@\w{4,32}))/gu;

type Fields = Record<string, unknown>;

/** Messages that may be sent, together: an album has several. */
export interface Draft {
  /** What the timeline shows of them. */
  text: string;
  media: SandboxMedia[];
  messages: Fields[];
}

/** The marked places of a text, under the name of their field; nothing when there are none. */
export function markedAs(field: 'entities' | 'caption_entities', text: string): Fields {
  const found = entities(text);
  return found.length > 0 ? { [field]: found } : {};
}

function entities(text: string): { offset: number; length: number; type: string }[] {
  return [...text.matchAll(marked)].map((match) => ({
    offset: match.index,
    length: match[0].length,
    type: match[1] ? 'url' : match[2] ? 'hashtag' : 'mention',
  }));
}

/** The messages of the channels. */
export class Messages {
  private readonly lastIds = new Map<string, number>();

  constructor(private readonly context: SandboxContext) {}

  /** Finds the chat that a request names: its own channel, by id or by @username. */
  chat(account: AccountCore, parameters: Parameters): AccountCore {
    const id = parameters.id('chat_id');
    if (id === '') throw badRequest('chat_id is empty');
    const own = id.startsWith('@')
      ? id.slice(1).toLowerCase() === account.username.toLowerCase()
      : id === account.accountId;
    if (!own) throw badRequest('chat not found');
    return account;
  }

  /** Checks the parameters of sendMessage. */
  prepare(account: AccountCore, req: Request): Draft {
    const parameters = new Parameters('sendmessage', req);
    const given = parameters.text('text');
    // The order of the checks is the Bot API's: the text, then the chat.
    if (given.trim() === '') throw badRequest('message text is empty');
    const shared = this.shared(account, parameters);
    const preview = this.preview(parameters);
    const text = given.trim();
    if (text.length > maxLength) throw badRequest('message is too long');
    const message = {
      ...shared,
      text,
      ...markedAs('entities', text),
      ...(preview ? { link_preview_options: preview } : {}),
    };
    return { text, media: [], messages: [message] };
  }

  /** The fields that all kinds of messages have. Refuses parameters that the sandbox does not support. */
  shared(account: AccountCore, parameters: Parameters): Fields {
    const chat = this.chat(account, parameters);
    const name = unsupported.find((parameter) => parameters.has(parameter));
    if (name !== undefined) throw badRequest(`${name} is not supported here`);
    if (parameters.text('parse_mode') !== '') throw badRequest('unsupported parse_mode');
    parameters.flag('disable_notification');
    const reply = this.reply(account, parameters);
    return {
      sender_chat: chatEntity(chat),
      chat: chatEntity(chat),
      ...(reply ? { reply_to_message: reply } : {}),
      ...(parameters.flag('protect_content') ? { has_protected_content: true } : {}),
    };
  }

  /** Keeps messages, of an album as one post; resolves with them when they are stored. */
  async send(req: Request, account: AccountCore, { text, media, messages }: Draft): Promise<Fields[]> {
    const { accountId, username } = account;
    const date = Math.floor(Date.now() / 1000);
    const sent = messages.map((message) => ({ message_id: this.nextId(accountId), date, ...message }));
    const [first] = sent;
    const postedId = String(first?.message_id);
    const post: StoredPost = {
      platform: 'messenger',
      accountId,
      postedId,
      text,
      url: `/messenger/${username}/${postedId}`,
      receivedAt: this.context.receivedAt(req),
      ...(media.length === 0 ? {} : { media }),
      record: sent.length === 1 ? first : sent,
    };
    await this.context.store.add(post);
    return sent;
  }

  /** Checks the parameters of deleteMessages. Messages that do not exist are ignored. */
  prepareDeletion(account: AccountCore, parameters: Parameters): () => Promise<void> {
    const { accountId } = this.chat(account, parameters);
    const ids = parameters.numbers('message_ids');
    if (ids.length < 1 || ids.length > 100) throw badRequest('message identifiers are not 1-100');
    const found = () =>
      [...this.messagesOf(accountId)].filter(({ message }) => ids.includes(Number(message.message_id)));
    const oldest = Math.floor(Date.now() / 1000) - deletableSeconds;
    if (found().some(({ message }) => Number(message.date) < oldest)) throw badRequest("message can't be deleted");
    return async () => {
      for (const post of new Set(found().map((each) => each.post))) {
        const left = [post.record as Fields | Fields[]]
          .flat()
          .filter(({ message_id: id }) => !ids.includes(Number(id)));
        const [text, media] = [post.text, post.media];
        if (left.length === 0) await this.context.store.remove(post);
        else await this.context.store.update(post, { text, ...(media && { media }), record: left });
      }
    };
  }

  private *messagesOf(accountId: string): Generator<{ post: StoredPost; message: Fields }> {
    const posts = this.context.store.postsOf('messenger', accountId);
    for (let index = 0; index < posts.length; index += 1) {
      const post = posts.at(index);
      for (const message of [(post?.record ?? []) as Fields | Fields[]].flat()) if (post) yield { post, message };
    }
  }

  private nextId(accountId: string): number {
    const last = this.lastIds.get(accountId) ?? this.lastStoredId(accountId);
    this.lastIds.set(accountId, last + 1);
    return last + 1;
  }

  private lastStoredId(accountId: string): number {
    const posts = this.context.store.postsOf('messenger', accountId);
    const post = posts.at(posts.length - 1);
    return post ? Number(post.postedId) + (post.media?.length ?? 1) - 1 : 0;
  }

  private preview(parameters: Parameters): Fields | undefined {
    const options = parameters.object('link_preview_options');
    for (const [name, value] of Object.entries(options ?? {})) {
      const type = previewOptions[name];
      if (type === undefined) throw badRequest(`unknown field "${name}" in link preview options`);
      if (typeof value !== type) throw badRequest(`field "${name}" must be of type ${type}`);
    }
    return options;
  }

  private reply(account: AccountCore, parameters: Parameters): unknown {
    const options = parameters.object('reply_parameters');
    if (!options) return undefined;
    if (typeof options.message_id !== 'number') throw badRequest("can't parse reply parameters: message_id is empty");
    const target = this.context.store.post('messenger', account.accountId, String(options.message_id));
    if (!target && options.allow_sending_without_reply !== true) throw badRequest('message to be replied not found');
    // A message inside a message does not name the one it replied to itself.
    const { reply_to_message: _, ...message } = [target?.record ?? {}].flat()[0] as Fields;
    return target ? message : undefined;
  }
}

/** The Bot API calls used by this service. The token is part of the URL. */
import { z } from 'zod';
import { addressAt, requestTo } from '../../foundation/http-client/address.js';
import type { Http, HttpRequest } from '../../foundation/http-client/http.js';
import { type ApiResult, callApi } from '../kit/call-api.js';
import type { Context, Purpose } from '../kit/failed-step.js';
import { profileText } from '../kit/profile.js';
import type { PartMedia } from '../port/platform.js';
import { deletionFailures, messengerFailures } from './failures.js';
import { albumForm, singleForm, singleMethod } from './media-form.js';

/** Base URL of the Bot API. */
export const DEFAULT_BASE_URL = 'https://api.telegram.org';

/** The public page of a chat or, below it, of a message. `baseUrl`: a stand-in, or the default. */
export const publicAddress = (baseUrl: string, path: string): string =>
  addressAt(baseUrl, DEFAULT_BASE_URL, `https://t.me/${path}`);

/** Anything else could lead to another path of the API. */
export const botTokenSchema = z.string().regex(/^\d+:[\w-]+$/, 'must be a bot token, such as 123456:ABC-DEF');

export const credentialsSchema = z.object({
  botToken: botTokenSchema,
  /** The number of a chat, or the @name of a public one. */
  chatId: z.string().min(1),
});

/** A name, of chats that everybody can read. */
const usernameSchema = z
  .string()
  .regex(/^\w{1,64}$/)
  .optional()
  .catch(undefined);
const sentSchema = z.object({
  message_id: z.int().positive(),
  chat: z.object({ username: usernameSchema }).optional().catch(undefined),
});
export type Sent = z.infer<typeof sentSchema>;
/** The messages of an album: the first, and the numbers of the others. */
const groupSchema = z
  .tuple([sentSchema], z.object({ message_id: z.int().positive() }).optional().catch(undefined))
  .transform(([first, ...others]) => ({ first, others: others.flatMap((other) => other?.message_id ?? []) }));
type SentMedia = z.infer<typeof groupSchema>;
const botSchema = z.object({ id: z.int().positive(), first_name: profileText });
const chatSchema = z.object({
  id: z.int(),
  type: z.string(),
  title: profileText,
  username: usernameSchema,
  /** Permissions of members who are not administrators; groups only. */
  permissions: z.object({ can_send_messages: z.boolean().optional() }).optional(),
});
/** The permissions differ by status. */
const memberSchema = z.looseObject({ status: z.string() });

export type Chat = z.infer<typeof chatSchema>;
export type Member = z.infer<typeof memberSchema>;

type Answered<T> = Promise<ApiResult<{ result: T }>>;

const answerOf = <T>(result: z.ZodType<T>): z.ZodType<{ ok: true; result: T }> =>
  z.object({ ok: z.literal(true), result });
/** Of the methods that are called. */
const answers = {
  sent: answerOf(sentSchema),
  sentOne: answerOf(sentSchema.transform((sent): SentMedia => ({ first: sent, others: [] }))),
  sentGroup: answerOf(groupSchema),
  done: answerOf(z.literal(true)),
  bot: answerOf(botSchema),
  chat: answerOf(chatSchema),
  member: answerOf(memberSchema),
};

export interface Bot {
  /** The public address of a message; nothing in a chat that only its members can read. */
  addressOf(sent: Sent, messageId?: number): { url?: string };
  /** `replyTo`: the number of the message that it is shown as a reply to. */
  sendMessage(chatId: string, text: string, replyTo?: number): Answered<Sent>;
  /** sendPhoto, sendVideo or sendAnimation for one file, sendMediaGroup for several: a message each. */
  sendMedia(chatId: string, media: readonly PartMedia[], caption: string): Answered<SentMedia>;
  /** deleteMessages: those that are not there are left out. */
  deleteMessages(chatId: string, messageIds: readonly number[]): Answered<true>;
  /** getMe: the bot itself. */
  me(): Answered<z.infer<typeof botSchema>>;
  /** getChat: the chat with its number, when it was requested by its name. */
  chat(chatId: string): Answered<Chat>;
  /** getChatMember: what a user, or a bot, is in a chat. */
  member(chatId: string, userId: number): Answered<Member>;
}

/** The client of a bot. */
export function makeBot(http: Http, baseUrl: string, botToken: string, purpose: Purpose): Bot {
  const context: Context = { platform: 'messenger', purpose, secrets: [botToken] };
  const call = <T>(
    method: string,
    answer: z.ZodType<{ result: T }>,
    request: Partial<HttpRequest> = {},
    failures = messengerFailures,
  ): Answered<T> => {
    const address = requestTo(baseUrl, DEFAULT_BASE_URL, `${DEFAULT_BASE_URL}/bot${botToken}/${method}`);
    const sent: HttpRequest = { method: 'GET', ...request, ...address };
    return callApi(http, sent, answer, failures, context);
  };
  return {
    addressOf: ({ chat, message_id }, messageId = message_id) =>
      chat?.username === undefined ? {} : { url: publicAddress(baseUrl, `${chat.username}/${messageId}`) },
    sendMessage: (chatId, text, replyTo) => {
      const reply = replyTo === undefined ? {} : { reply_parameters: { message_id: replyTo } };
      return call('sendMessage', answers.sent, { method: 'POST', json: { chat_id: chatId, text, ...reply } });
    },
    sendMedia: (chatId, media, caption) => {
      const [first, ...others] = media;
      return first && others.length === 0
        ? call(singleMethod(first), answers.sentOne, { method: 'POST', form: singleForm(chatId, first, caption) })
        : call('sendMediaGroup', answers.sentGroup, { method: 'POST', form: albumForm(chatId, media, caption) });
    },
    deleteMessages: (chatId, messageIds) => {
      const request = { method: 'POST', json: { chat_id: chatId, message_ids: messageIds } } as const;
      return call('deleteMessages', answers.done, request, deletionFailures);
    },
    me: () => call('getMe', answers.bot),
    chat: (chatId) => call('getChat', answers.chat, { query: { chat_id: chatId } }),
    member: (chatId, userId) =>
      call('getChatMember', answers.member, { query: { chat_id: chatId, user_id: String(userId) } }),
  };
}

/** Connects a channel or group with the token of a bot that may post there. */
import { z } from 'zod';
import type { Http } from '../../foundation/http-client/http.js';
import type { ApiResult } from '../kit/call-api.js';
import { type FailedStep, failed } from '../kit/failed-step.js';
import { filled, readTyped } from '../kit/typed-values.js';
import type { Account } from '../port/account.js';
import type { Connector, Probed } from '../port/platform.js';
import {
  type Bot,
  botTokenSchema,
  type Chat,
  credentialsSchema,
  DEFAULT_BASE_URL,
  type Member,
  makeBot,
  publicAddress,
} from './client.js';

const typedSchema = z.object({
  botToken: filled.pipe(botTokenSchema),
  chatId: filled.regex(
    /^(-\d+|@\w+)$/,
    'must be the number of a channel or group, such as -1001234567890, or its @name',
  ),
});

export const connector: Connector = {
  fields: [
    {
      name: 'botToken',
      label: 'Bot token',
      hint: 'The platform shows it when the bot is created. Add the bot to the channel or group before you continue.',
      secret: true,
      optional: false,
    },
    {
      name: 'chatId',
      label: 'Channel or group',
      hint: 'The @name of a public channel or group, or the number of a private one, which starts with a minus.',
      secret: false,
      optional: false,
    },
  ],
  async attach(http, values, operatorUrl) {
    const read = readTyped(typedSchema, values);
    if (read.kind === 'invalid') return read;
    const { botToken, chatId } = read.typed;
    const standing = await fetchStanding(makeBot(http, operatorUrl ?? DEFAULT_BASE_URL, botToken, 'prepare'), chatId);
    if (standing.kind === 'failed') return standing;
    const { id, title, username } = standing.chat;
    return {
      kind: 'attached',
      account: {
        accountId: String(id),
        username: username ?? title,
        displayName: title,
        profileUrl: username === undefined ? null : publicAddress(operatorUrl ?? DEFAULT_BASE_URL, username),
        profileImageUrl: null,
        baseUrl: null,
        // The numeric id: a name can be reassigned to another chat.
        credentials: { botToken, chatId: String(id) },
        expiresAt: null,
      },
    };
  },
};

/** A connection without a bot (MTProto) has its own text [test-connection/messenger-mtproto]. */
export const probe = async (http: Http, account: Account): Promise<Probed> => {
  const read = credentialsSchema.safeParse(account.credentials);
  if (!read.success) {
    const failure = { message: 'Invalid bot token', outcome: 'rejected', platformError: null } as const;
    return { kind: 'failed', failure: { code: 'PLATFORM_AUTH_EXPIRED', ...failure } };
  }
  const { botToken, chatId } = read.data;
  const standing = await fetchStanding(makeBot(http, account.baseUrl, botToken, 'prepare'), chatId);
  if (standing.kind === 'failed') return standing;
  const { name, member } = standing;
  const isRight = ([right, granted]: [string, unknown]) => right.startsWith('can_') && granted === true;
  const rights = Object.entries(member).filter(isRight);
  return { kind: 'working', displayName: name, permissions: rights.map(([right]) => right) };
};

/** The bot's name and its role in the chat, or a failure if it may not post there. */
async function fetchStanding(
  bot: Bot,
  chatId: string,
): Promise<{ kind: 'standing'; name: string; chat: Chat; member: Member } | FailedStep> {
  const me = await bot.me();
  if (me.kind === 'rejected') return me.step;
  const { id, first_name: name } = me.value.result;
  const chat = await bot.chat(chatId);
  if (chat.kind === 'rejected') return notInChat(chat);
  const member = await bot.member(chatId, id);
  if (member.kind === 'rejected') return notInChat(member);
  const standing = { kind: 'standing', name, chat: chat.value.result, member: member.value.result } as const;
  return mayPost(standing.chat, standing.member) ? standing : mayNotPost();
}

function mayPost(chat: Chat, member: Member): boolean {
  if (chat.type === 'channel') return member.status === 'administrator' && member.can_post_messages === true;
  if (member.status === 'member') return chat.permissions?.can_send_messages !== false;
  if (member.status === 'restricted') return member.is_member === true && member.can_send_messages === true;
  return member.status === 'administrator';
}

/** The platform returns the same error for an unknown chat, one the bot is not in, and an unknown member. */
function notInChat({ step, status }: Extract<ApiResult<unknown>, { kind: 'rejected' }>): FailedStep {
  const { code, platformError } = step.failure;
  return code === 'PERMISSION_DENIED' || code === 'INVALID_CONTENT' ? mayNotPost(platformError, status) : step;
}

function mayNotPost(raw: string | null = null, status?: number): FailedStep {
  const happened =
    'does not allow the bot to post in this chat: add the bot to it, and in a channel make it an administrator who can post messages';
  const context = { platform: 'messenger', purpose: 'prepare', secrets: [] } as const;
  return failed('PERMISSION_DENIED', context, { outcome: 'rejected', happened, raw, status });
}

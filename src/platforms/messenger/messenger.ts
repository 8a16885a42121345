/**
 * The Bot API. The token is part of the address and does not expire. There is no idempotency key, and a bot cannot read
 * its own messages: after a lost response it is unknown whether the message exists.
 */

import type { Http } from '../../foundation/http-client/http.js';
import { readCredentials } from '../kit/credentials.js';
import type { Purpose } from '../kit/failed-step.js';
import { deleted } from '../kit/unpublish.js';
import type { Account } from '../port/account.js';
import type { Clock, Platform, PlatformSetup, Publisher } from '../port/platform.js';
import type { Unpublish } from '../port/unpublish.js';
import { credentialsSchema, DEFAULT_BASE_URL, makeBot } from './client.js';
import { connector, probe } from './connector.js';
import { lookUpMedia, prepareMedia, sendNext } from './media-message.js';

/**
 * `postedId` is the number of the message, of several the first, within its chat, and `furtherIds` are those of the
 * others; the chat is the connection's, so the two together name a message.
 */
export const messenger = {
  key: 'messenger',
  defaultBaseUrl: DEFAULT_BASE_URL,
  session: null,
  connector,
  authorization: null,
  probe,
  publisher: (http: Http, _setup: PlatformSetup, clock: Clock): Publisher => ({
    async start(part, account) {
      const opened = open(http, account);
      if (opened.kind === 'failed') return opened;
      if (part.media.length > 0) return prepareMedia(part);
      const replyTo = part.replyTo === null ? undefined : Number(part.replyTo);
      const sent = await opened.bot.sendMessage(opened.chatId, part.text, replyTo);
      if (sent.kind === 'rejected') return sent.step;
      const { result } = sent.value;
      return { kind: 'published', postedId: String(result.message_id), ...opened.bot.addressOf(result) };
    },
    lookUp: async (_part, _account, state) => (state ? lookUpMedia(state) : { kind: 'unsupported' }),
    async finish(part, account, state) {
      const opened = open(http, account);
      return opened.kind === 'failed' ? opened : sendNext(opened.bot, opened.chatId, part, state, clock);
    },
  }),
  unpublish:
    (http: Http): Unpublish =>
    async (account, { postedId, furtherIds }) => {
      const opened = open(http, account, 'prepare');
      if (opened.kind === 'failed') return opened;
      return deleted(await opened.bot.deleteMessages(opened.chatId, [postedId, ...furtherIds].map(Number)));
    },
} satisfies Platform;

function open(http: Http, account: Account, purpose: Purpose = 'write') {
  const read = readCredentials(credentialsSchema, account, { platform: 'messenger', purpose });
  if (read.kind === 'failed') return read;
  const { botToken, chatId } = read.credentials;
  return { kind: 'opened', bot: makeBot(http, account.baseUrl, botToken, purpose), chatId } as const;
}

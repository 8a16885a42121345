/**
 * The Bot API. The token is part of the address and does not expire. There is no key that makes a repeat safe, and a
 * bot cannot read what it sent: after a lost answer nobody can say whether the message is there.
 */
import { readCredentials } from '../credentials.js';
import type { Http } from '../http.js';
import type { Platform, Publisher } from '../platform.js';
import { credentialsSchema, DEFAULT_BASE_URL, makeBot } from './client.js';
import { connector, probe } from './connector.js';

/**
 * Text only. `postedId` is the message's number within its chat; the chat is the connection's, so the two together
 * name the message.
 */
export const messenger: Platform = {
  key: 'messenger',
  defaultBaseUrl: DEFAULT_BASE_URL,
  limits: { text: { max: 4096, count: 'UTF-16 units' } },
  session: null,
  connector,
  probe,
  publisher: (http: Http): Publisher => ({
    async start(part, account) {
      const read = readCredentials(credentialsSchema, account, { platform: 'messenger', purpose: 'write' });
      if (read.kind === 'failed') return read;
      const { botToken, chatId } = read.credentials;
      const sent = await makeBot(http, account.baseUrl, botToken, 'write').sendMessage(chatId, part.text);
      if (sent.kind === 'refused') return sent.step;
      return { kind: 'published', postedId: String(sent.value.result.message_id) };
    },
    look: async () => ({ kind: 'unanswerable' }),
    finish: () => Promise.reject(new Error('messenger publishes in one step')),
  }),
};

/**
 * The Bot API. The token is part of the address and does not expire. There is no key that makes a repeat safe, and a
 * bot cannot read what it sent: after a lost answer nobody can say whether the message is there.
 */
import { z } from 'zod';
import { ask } from '../ask.js';
import { readCredentials } from '../credentials.js';
import type { Http } from '../http.js';
import type { Platform, Publisher } from '../platform.js';
import { messengerFailures } from './failures.js';

const credentialsSchema = z.object({
  // Anything else could lead to another path of the API.
  botToken: z.string().regex(/^\d+:[\w-]+$/),
  /** The number of a chat, or the @name of a public one. */
  chatId: z.string().min(1),
});

const sentSchema = z.object({ ok: z.literal(true), result: z.object({ message_id: z.int().positive() }) });

/**
 * Text only. `postedId` is the message's number within its chat; the chat is the connection's, so the two together
 * name the message.
 */
export const messenger: Platform = {
  key: 'messenger',
  defaultBaseUrl: 'https://api.telegram.org',
  limits: { text: { max: 4096, count: 'UTF-16 units' } },
  session: null,
  publisher: (http: Http): Publisher => ({
    async start(part, account) {
      const purpose = { platform: 'messenger', purpose: 'write' } as const;
      const read = readCredentials(credentialsSchema, account, purpose);
      if (read.kind === 'failed') return read;
      const { botToken, chatId } = read.credentials;
      const request = {
        method: 'POST' as const,
        url: `${account.baseUrl}/bot${botToken}/sendMessage`,
        json: { chat_id: chatId, text: part.text },
      };
      const sent = await ask(http, request, sentSchema, messengerFailures, { ...purpose, secrets: [botToken] });
      if (sent.kind === 'refused') return sent.step;
      return { kind: 'published', postedId: String(sent.value.result.message_id) };
    },
    look: async () => ({ kind: 'unanswerable' }),
    finish: () => Promise.reject(new Error('messenger publishes in one step')),
  }),
};

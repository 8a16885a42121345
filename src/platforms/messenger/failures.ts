import { z } from 'zod';
import type { FailureTable } from '../kit/failure-table.js';
import { afterSeconds, retryAfter } from '../kit/retry-at.js';
import { unpublishFailures } from '../kit/unpublish.js';

const said = z.object({
  ok: z.literal(false),
  error_code: z.int().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.int().optional() }).optional(),
});

/** How the server words its refusals. A proxy in its form repeats the status, or has other words. */
const OWN_WORDS: readonly (readonly [from: number, to: number, words: RegExp])[] = [
  [400, 400, /^Bad Request: ./],
  [401, 401, /^Unauthorized$/],
  [403, 403, /^Forbidden: (bots? |user is |the (super)?group )/],
  [404, 404, /^Not Found$/],
  [413, 413, /^Request Entity Too Large$/],
  [429, 429, /^Too Many Requests: retry after \d/],
  [500, 599, /./],
];

/**
 * The errors of the Bot API: `{"ok": false, "error_code", "description", "parameters"}`, where the code is an HTTP
 * status. 400 covers faults of the text and of the chat alike; only the fixed beginnings of the server's descriptions
 * tell them apart.
 */
export const messengerFailures: FailureTable = {
  rows: [
    { error: 401, code: 'PLATFORM_AUTH_EXPIRED' },
    // The token is part of the path: an unknown token is a 404.
    { error: 404, code: 'PLATFORM_AUTH_EXPIRED' },
    { error: 403, code: 'PERMISSION_DENIED' },
    { error: 400, messagePrefix: 'Bad Request: chat not found', code: 'PERMISSION_DENIED' },
    {
      error: 400,
      messagePrefix: 'Bad Request: group chat was upgraded to a supergroup chat',
      code: 'PERMISSION_DENIED',
    },
    { error: 400, messagePrefix: 'Bad Request: need administrator rights', code: 'PERMISSION_DENIED' },
    { error: 400, messagePrefix: 'Bad Request: not enough rights', code: 'PERMISSION_DENIED' },
    { error: 400, messagePrefix: 'Bad Request: have no rights to send a message', code: 'PERMISSION_DENIED' },
    { error: 400, messagePrefix: 'Bad Request: CHAT_WRITE_FORBIDDEN', code: 'PERMISSION_DENIED' },
    // CHAT_SEND_PHOTOS_FORBIDDEN and similar: a permission that the chat's members lack.
    { error: 400, messagePrefix: 'Bad Request: CHAT_SEND_', code: 'PERMISSION_DENIED' },
    // "… of size 11412284 bytes is too big for a photo; the maximum size is 10485760 bytes"
    { error: 400, messagePrefix: 'Bad Request: file of size', code: 'CONTENT_TOO_LARGE' },
    { error: 400, code: 'INVALID_CONTENT' },
    { error: 413, code: 'CONTENT_TOO_LARGE' },
    {
      error: 429,
      code: 'RATE_LIMITED',
      retryAt: (answer) => afterSeconds(answer, readSaid(answer.json)?.parameters?.retry_after) ?? retryAfter(answer),
    },
  ],
  read: ({ status, json }) => {
    const { error_code: error, description: message = '', parameters } = readSaid(json) ?? {};
    const words = OWN_WORDS.find(([from, to]) => status >= from && status <= to)?.[2];
    const isOwn = error === status && words?.test(message);
    // The platform always says how long.
    if (!isOwn || (error === 429 && parameters?.retry_after === undefined)) return {};
    return { error, message };
  },
};

/** Of a request that deletes messages. */
export const deletionFailures = unpublishFailures(
  messengerFailures,
  [{ error: 400, messagePrefix: 'Bad Request: message to delete not found' }],
  [
    // One that is older than 48 hours, or that the bot may not delete.
    { error: 400, messagePrefix: "Bad Request: message can't be deleted", code: 'PERMISSION_DENIED' },
    { error: 400, messagePrefix: 'Bad Request: MESSAGE_DELETE_FORBIDDEN', code: 'PERMISSION_DENIED' },
  ],
);

function readSaid(json: unknown): z.infer<typeof said> | undefined {
  return said.safeParse(json).data;
}

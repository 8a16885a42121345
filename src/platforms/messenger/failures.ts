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
  read: ({ json }) => {
    const read = readSaid(json);
    // The platform always says how long, and what is forbidden; a proxy in its form does not.
    if (read?.error_code === 429 && read.parameters?.retry_after === undefined) return {};
    if (read?.error_code === 403 && read.description === 'Forbidden') return {};
    return { error: read?.error_code, message: read?.description };
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

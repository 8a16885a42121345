import { z } from 'zod';
import { type Endpoint, fields, file, JSON_TYPE, MULTIPART, type PlatformWire } from '../endpoint.js';

const call = (verb: 'GET' | 'POST', name: string, more: Partial<Endpoint> = {}): Endpoint => ({
  address: `${verb} https://api.telegram.org/bot{token}/${name}`,
  // The token is in the path.
  auth: 'none',
  ...more,
});

const text = z.string().min(1);
const caption = text.max(1024).optional();
const digits = z.string().regex(/^\d+$/).optional();
const video = { supports_streaming: z.literal('true').optional(), width: digits, height: digits, duration: digits };

const item = z.strictObject({
  type: z.enum(['photo', 'video']),
  media: z.string().regex(/^attach:\/\/\w+$/),
  caption,
  supports_streaming: z.boolean().optional(),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
  duration: z.int().min(0).optional(),
});
/** A JSON text, and a file for each of its items. */
const album = z.looseObject({ chat_id: text, media: text }).superRefine(({ chat_id: _, media, ...files }, context) => {
  const read = z.array(item).min(2).max(10).safeParse(JSON.parse(media));
  for (const issue of read.error?.issues ?? []) context.addIssue({ ...issue, path: ['media', ...issue.path] });
  const wanted = (read.data ?? []).map((each) => each.media.slice('attach://'.length));
  const sent = z
    .strictObject(Object.fromEntries(wanted.map((name) => [name, file(/^(image|video)\//)])))
    .safeParse(files);
  for (const issue of sent.error?.issues ?? []) context.addIssue({ ...issue });
});

export const messenger: PlatformWire = {
  endpoints: [
    call('GET', 'getMe'),
    call('GET', 'getChat', { query: fields(['chat_id']) }),
    call('GET', 'getChatMember', { query: fields(['chat_id', 'user_id']) }),
    call('POST', 'sendMessage', {
      contentType: JSON_TYPE,
      body: z.strictObject({
        chat_id: text,
        text: text.max(4096),
        reply_parameters: z.strictObject({ message_id: z.int().positive() }).optional(),
        parse_mode: z.enum(['HTML', 'MarkdownV2']).optional(),
        link_preview_options: z.looseObject({}).optional(),
      }),
    }),
    call('POST', 'sendPhoto', {
      contentType: MULTIPART,
      body: z.strictObject({ chat_id: text, caption, photo: file(/^image\/(jpeg|png|webp)$/) }),
    }),
    call('POST', 'sendAnimation', {
      contentType: MULTIPART,
      body: z.strictObject({ chat_id: text, caption, animation: file(/^image\/gif$/) }),
    }),
    call('POST', 'sendVideo', {
      contentType: MULTIPART,
      body: z.strictObject({ chat_id: text, caption, ...video, video: file(/^video\//) }),
    }),
    call('POST', 'sendMediaGroup', { contentType: MULTIPART, body: album }),
    call('POST', 'deleteMessages', {
      contentType: JSON_TYPE,
      body: z.strictObject({ chat_id: text, message_ids: z.array(z.int().positive()).min(1).max(100) }),
    }),
  ],
};

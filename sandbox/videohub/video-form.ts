import { z } from 'zod';
import { invalid } from './wire.js';

const maxBytes = 274_877_906_944;

/** What may be said of a new video, of the schema `Video` of the discovery document. */
const videoSchema = z.strictObject({
  snippet: z.strictObject({
    title: z.string().optional(),
    description: z.string().default(''),
    categoryId: z.string().optional(),
    tags: z.array(z.string()).optional(),
    defaultLanguage: z.string().optional(),
    defaultAudioLanguage: z.string().optional(),
  }),
  status: z
    .strictObject({
      privacyStatus: z.enum(['public', 'unlisted', 'private']).default('public'),
      selfDeclaredMadeForKids: z.boolean().optional(),
      containsSyntheticMedia: z.boolean().optional(),
      embeddable: z.boolean().optional(),
      license: z.enum(['youtube', 'creativeCommon']).optional(),
      publicStatsViewable: z.boolean().optional(),
    })
    .prefault({}),
});

const querySchema = z.strictObject({ uploadType: z.literal('resumable'), part: z.string() });

/** Those that a video may be in. */
const categories = ['1', '2', '10', '15', '17', '19', '20', '22', '23', '24', '25', '26', '27', '28', '29'];

/** A video as it was announced. */
export interface Announced {
  resource: z.infer<typeof videoSchema>;
  bytes: number;
}

/** Reads a request that begins an upload session. */
export function readVideoForm(query: unknown, headers: Record<string, unknown>, body: unknown): Announced {
  const { part } = read(querySchema, query);
  const parts = part.split(',');
  const resource = read(videoSchema, body);
  const unnamed = Object.keys((body ?? {}) as object).find((name) => !parts.includes(name));
  if (unnamed !== undefined || parts.some((name) => name !== 'snippet' && name !== 'status')) {
    throw invalid('unexpectedPart', `'${unnamed ?? part}'`);
  }
  const bytes = Number(headers['x-upload-content-length']);
  if (!Number.isInteger(bytes) || bytes < 1)
    throw invalid('badRequest', 'X-Upload-Content-Length is missing or invalid');
  if (bytes > maxBytes) throw invalid('uploadTooLarge', 'The video is too large');
  const type = String(headers['x-upload-content-type']);
  if (!/^video\/[\w.+-]+$|^application\/octet-stream$/.test(type)) {
    throw invalid(
      'badContent',
      `Media type '${type}' is not supported. Valid media types: [video/*, application/octet-stream]`,
    );
  }
  checkTexts(resource.snippet);
  return { resource, bytes };
}

function checkTexts({ title, description, categoryId }: Announced['resource']['snippet']): void {
  const refused = /[<>]/;
  if (title === undefined || categoryId === undefined) {
    throw invalid('invalidVideoMetadata', 'The request metadata is invalid.');
  }
  if (title.trim() === '' || [...title].length > 100 || refused.test(title)) {
    throw invalid('invalidTitle', 'The request metadata specifies an invalid or empty video title.');
  }
  if (Buffer.byteLength(description) > 5000 || refused.test(description)) {
    throw invalid('invalidDescription', 'The request metadata specifies an invalid video description.');
  }
  if (!categories.includes(categoryId)) {
    throw invalid('invalidCategoryId', 'The snippet.categoryId property specifies an invalid category ID.');
  }
}

/** The input as the schema has it; refuses any other. */
export function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw invalid('invalidParameter', [issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

import { z } from 'zod';
import { AppError } from '../src/foundation/errors/app-error.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { id, success } from './fields.js';
import { route } from './route.js';

const present = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** POST /media/generate-upload-url [generate-upload-url/request], deprecated: the file belongs to no group. */
export const generateUploadUrl = route({
  method: 'post',
  path: '/media/generate-upload-url',
  doc: {
    tag: 'Media',
    summary: 'Get a URL to upload a file to (deprecated)',
    body: z.object({
      fileName: z.string(),
      contentType: z.string().describe('Starts with `image/` or `video/`.'),
      metadata: z.unknown().optional(),
      type: z.unknown().optional(),
    }),
    response: z.object({ uploadUrl: z.string(), key: z.string().describe('Object key in storage.') }),
    errors: ['GENERATE_UPLOAD_FIELDS_REQUIRED', 'GENERATE_UPLOAD_TYPE_INVALID', 'STORAGE_LIMIT_REACHED'],
  },
  operation: graphql(`
    mutation RestGenerateUpload($input: CreateUploadInput!) {
      createUpload(input: $input) {
        uploadUrl
        media {
          fileName
        }
      }
    }
  `),
  variables: ({ body: { fileName, contentType } }) => {
    if (!present(fileName) || !present(contentType)) throw new AppError('GENERATE_UPLOAD_FIELDS_REQUIRED');
    const [, type] = /^(image|video)\//.exec(contentType) ?? [];
    if (!type) throw new AppError('GENERATE_UPLOAD_TYPE_INVALID');
    const upload = { fileName, contentType, postGroupId: '' };
    return { input: { ...upload, type: type === 'image' ? ('IMAGE' as const) : ('VIDEO' as const) } };
  },
  success: 200,
  body: ({ createUpload: { uploadUrl, media } }) => ({ uploadUrl, key: media.fileName }),
  otherwise: 'CREATE_UPLOAD_URL_FAILED',
});

/** DELETE /media/post/media/:mediaId [delete-media/answer]. */
export const deleteMedia = route({
  method: 'delete',
  path: '/media/post/media/:mediaId',
  doc: {
    tag: 'Media',
    summary: 'Remove a file from a post group',
    params: { mediaId: id.describe('The file: 24 hexadecimal characters.') },
    response: z.object({ success }),
    errors: ['MEDIA_NOT_FOUND', 'MEDIA_NOT_DELETABLE'],
  },
  operation: graphql(`
    mutation RestDeleteMedia($input: DeleteMediaInput!) { deleteMedia(input: $input) { deletedMediaId } }
  `),
  variables: ({ params }) => ({ input: { mediaId: String(params.mediaId) } }),
  success: 200,
  body: () => ({ success: true as const }),
  otherwise: 'DELETE_MEDIA_FAILED',
  malformedId: 'MEDIA_NOT_FOUND',
});

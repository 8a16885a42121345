import { z } from 'zod';
import { AppError } from '../src/foundation/errors/app-error.js';
import { graphql } from '../src/foundation/graphql/typed-graphql.js';
import { success } from './fields.js';
import { route } from './route.js';

const TYPES = { image: 'IMAGE', video: 'VIDEO' } as const;

const present = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * POST /api/v1/get-upload-url [get-upload-url/answer]. Checks neither the content type nor the owner of the group: a
 * file attached to another account's group is never published with it. The caller's own group accepts no more files
 * once its publishing has begun.
 */
export const getUploadUrl = route({
  method: 'post',
  path: '/get-upload-url',
  doc: {
    tag: 'Media',
    summary: 'Get a URL to upload a file to',
    description:
      'Send the file to `uploadUrl` with PUT and the same Content-Type within an hour. Files of one group are published in the order in which their URLs were requested. Once any part of the group is being published, is published, or has failed, no more files can be added.',
    body: z.object({
      fileName: z
        .string()
        .describe('Spaces become `_`; characters other than letters, digits, `_`, `.` and `-` are removed.'),
      contentType: z
        .string()
        .describe(
          'MIME type; any text is accepted. A bucket stores anything other than images and videos as `application/octet-stream`.',
        ),
      postGroupId: z.string().describe('The group to attach it to; its owner is not checked.'),
      type: z.enum(['image', 'video']).describe('Required to create a URL: otherwise 500.'),
    }),
    response: z.object({
      success,
      uploadUrl: z.string().describe('Valid for an hour; keep it secret.'),
      fileUrl: z.string().describe('Public URL after the upload.'),
      mediaId: z.string(),
    }),
    errors: ['UPLOAD_FIELDS_REQUIRED', 'MEDIA_NOT_ATTACHABLE', 'STORAGE_LIMIT_REACHED'],
  },
  operation: graphql(`
    mutation RestCreateUpload($input: CreateUploadInput!) {
      createUpload(input: $input) {
        uploadUrl
        media {
          id
          url
        }
      }
    }
  `),
  variables: ({ body: { fileName, contentType, postGroupId, type } }) => {
    if (!present(fileName) || !present(contentType) || !present(postGroupId)) {
      throw new AppError('UPLOAD_FIELDS_REQUIRED');
    }
    if (type !== 'image' && type !== 'video') throw new AppError('CREATE_UPLOAD_URL_FAILED');
    return { input: { fileName, contentType, postGroupId, type: TYPES[type] } };
  },
  success: 200,
  body: ({ createUpload: { uploadUrl, media } }) => ({
    success: true as const,
    uploadUrl,
    fileUrl: media.url,
    mediaId: media.id,
  }),
  otherwise: 'CREATE_UPLOAD_URL_FAILED',
});

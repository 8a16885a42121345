import { z } from 'zod';
import { AppError } from '../src/foundation/errors/app-error.js';
import { success } from './fields.js';
import { graphql } from './graphql.js';
import { route } from './route.js';

const TYPES = { image: 'IMAGE', video: 'VIDEO' } as const;

const present = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * POST /api/v1/get-upload-url [get-upload-url/answer]. Neither the content type nor whose group it is is looked at
 * here; a file that was attached to somebody else's group is never published with it. A group of one's own that is
 * being published, or was, takes no more files.
 */
export const getUploadUrl = route({
  method: 'post',
  path: '/get-upload-url',
  doc: {
    tag: 'Media',
    summary: 'Get an address to upload a file to',
    description:
      'Send the file to `uploadUrl` with PUT and the same Content-Type within an hour. Several files of one group are published in the order in which their addresses were asked for. Once any part of the group is being published, has been, or has failed, it takes no more files.',
    body: z.object({
      fileName: z.string().describe('Spaces become `_`; all but letters, digits, `_`, `.` and `-` is removed.'),
      contentType: z
        .string()
        .describe(
          'MIME type; any text is taken. A bucket takes what is no image or video as `application/octet-stream`.',
        ),
      postGroupId: z.string().describe('The group to attach it to; whose it is is not looked at.'),
      type: z.enum(['image', 'video']).describe('Without it, no address can be made: 500.'),
    }),
    answer: z.object({
      success,
      uploadUrl: z.string().describe('A secret for an hour.'),
      fileUrl: z.string().describe('Public address after the upload.'),
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
    return { input: { fileName, contentType, postGroupId, type: TYPES[type], validate: false } };
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

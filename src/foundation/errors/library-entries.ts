/** Errors of the media library. */
import { detailed, plain } from './entry.js';

export const LIBRARY_ENTRIES = {
  LIBRARY_FILE_NOT_FOUND: plain(404, 'File of the media library not found'),
  LIBRARY_NAME_INVALID: plain(400, 'The name of a file is one line of 1 to 150 characters'),
  LIBRARY_FILES_TOO_MANY: plain(400, 'At most 100 files can be deleted at a time'),
  LIBRARY_FILES_IN_USE: detailed<{ postGroupIds: readonly string[] }>({
    status: 409,
    message: ({ postGroupIds }) => `Drafts use these files: ${postGroupIds.join(', ')}`,
    details: { postGroupIds: 'The posts that would lose a file.' },
  }),
  LIBRARY_FILES_SCHEDULED: detailed<{ postGroupIds: readonly string[] }>({
    status: 409,
    message: ({ postGroupIds }) => `Scheduled posts use these files: ${postGroupIds.join(', ')}`,
    details: { postGroupIds: 'The scheduled posts that use a file.' },
  }),
  LIBRARY_FILES_PUBLISHING: detailed<{ postGroupIds: readonly string[] }>({
    status: 409,
    message: () => 'A post that uses these files is being published: try again later',
    details: { postGroupIds: 'The posts that are being published.' },
  }),
} as const;

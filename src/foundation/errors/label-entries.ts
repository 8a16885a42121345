/** Errors of labels. */
import { detailed, plain } from './entry.js';

export const LABEL_ENTRIES = {
  LABEL_NAME_INVALID: plain(400, 'The name of a label has 1 to 50 characters'),
  LABEL_NAME_TAKEN: plain(409, 'There is a label with this name'),
  LABEL_LIMIT_REACHED: plain(403, 'An account has at most 200 labels: delete some first'),
  LABEL_NOT_FOUND: detailed<{ labelIds: string[] }>({
    status: 404,
    message: ({ labelIds }) => `Label not found: ${labelIds.join(', ')}`,
    details: { labelIds: 'the ids that name no label of the viewer' },
  }),
  LABEL_TARGETS_NOT_FOUND: detailed<{ postGroupIds: string[]; mediaIds: string[] }>({
    status: 404,
    message: ({ postGroupIds, mediaIds }) => `Posts or files not found: ${[...postGroupIds, ...mediaIds].join(', ')}`,
    details: {
      postGroupIds: 'the ids that name no post group of the viewer',
      mediaIds: 'the ids that name no file of the viewer',
    },
  }),
  LABEL_CHANGES_INVALID: detailed<{ reason: string }>({
    status: 400,
    message: ({ reason }) => `Invalid change of labels: ${reason}`,
    details: { reason: 'which part of the input is invalid, and why' },
  }),
  LABELS_TOO_MANY: plain(400, 'A post or a file has at most 20 labels: remove some first'),
} as const;

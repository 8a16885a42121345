/** Errors of unpublishPost (docs/contract/graphql.md). */
import { detailed } from './entry.js';
import { PLATFORM_RESPONSE, type PlatformResponse } from './network-entries.js';

export const UNPUBLISH_ENTRIES = {
  PLATFORM_POST_NOT_UNPUBLISHABLE: detailed<{ status: string }>({
    status: 400,
    message: ({ status }) =>
      `Only a published post can be unpublished, once the parts of its thread after it have ended: this is ${status}`,
    details: { status: 'status of the platform post, or of the part after it' },
    enums: ['status'],
  }),
  PLATFORM_CANNOT_UNPUBLISH: detailed<{ platform: string }>({
    status: 400,
    message: ({ platform }) => `${platform} lets no app delete posts: delete it on the platform`,
    details: { platform: 'the platform' },
    enums: ['platform'],
  }),
  UNPUBLISH_FAILED: detailed<PlatformResponse & { platformPostId: string; fault: string; advice: string }>({
    status: 500,
    message: () => 'The post could not be deleted on its platform',
    details: {
      ...PLATFORM_RESPONSE,
      platformPostId: 'the platform post that was not deleted: the one named, or a part of its thread after it',
      fault: 'who has to act: CONTENT, ACCOUNT, PLATFORM or SERVICE',
      advice: 'what to do, in one sentence',
    },
    enums: ['fault'],
  }),
} as const;

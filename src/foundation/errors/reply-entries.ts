/** Errors of replies to posts on threadtalk (docs/contract/replies.md). A status of the platform is not forwarded. */
import { type Entry, plain } from './entry.js';
import { PLATFORM_RESPONSE, type PlatformResponse } from './network-entries.js';

const refusal = (message: string): Entry<PlatformResponse> => ({
  status: 500,
  message: () => message,
  details: PLATFORM_RESPONSE,
});

export const REPLY_ENTRIES = {
  THREADTALK_CONNECTION_NOT_FOUND: plain(404, 'threadtalk connection not found'),
  REPLY_MANAGEMENT_NOT_PERMITTED: plain(403, 'Reply management is not permitted for this account'),
  FETCH_REPLIES_FAILED: refusal('Failed to fetch threadtalk replies'),
  MANAGE_REPLY_FAILED: refusal('Failed to manage threadtalk reply'),
} as const;

import { getUsage, listAccounts } from './account-tools.js';
import { requestApproval } from './approval-tools.js';
import { addComment, getAccountStatistics, getPostStatistics } from './engagement-tools.js';
import { createFeed, listFeeds } from './feed-tools.js';
import { importPosts } from './import-tools.js';
import { labelPosts, listLabels } from './label-tools.js';
import { listLibrary } from './library-tools.js';
import { attachMedia, deleteMedia, uploadMedia } from './media-tools.js';
import { retryPost, unpublishPost, waitForPost } from './publish-tools.js';
import { getPost, listPosts } from './read-tools.js';
import { changeRecurring, listRecurring, repeatPost } from './recurring-tools.js';
import { getResults } from './results-tools.js';
import { listSchedules } from './schedule-tools.js';
import { listSnippets } from './snippet-tools.js';
import type { Tool } from './tool.js';
import { validatePost } from './validation-tools.js';
import { createPost, deletePost, updatePost } from './write-tools.js';

/** All tools, in the order in which a post needs them. */
export const TOOLS: readonly Tool[] = [
  listAccounts,
  getUsage,
  listSchedules,
  listSnippets,
  listLibrary,
  validatePost,
  uploadMedia,
  createPost,
  importPosts,
  attachMedia,
  deleteMedia,
  listPosts,
  getPost,
  updatePost,
  listLabels,
  labelPosts,
  requestApproval,
  listRecurring,
  repeatPost,
  changeRecurring,
  listFeeds,
  createFeed,
  waitForPost,
  retryPost,
  deletePost,
  unpublishPost,
  getResults,
  getAccountStatistics,
  getPostStatistics,
  addComment,
];

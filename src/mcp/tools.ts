import { getUsage, listAccounts } from './account-tools.js';
import { requestApproval } from './approval-tools.js';
import { addComment, getAccountStatistics, getPostStatistics } from './engagement-tools.js';
import { attachMedia, deleteMedia, uploadMedia } from './media-tools.js';
import { retryPost, unpublishPost, waitForPost } from './publish-tools.js';
import { getPost, listPosts } from './read-tools.js';
import type { Tool } from './tool.js';
import { validatePost } from './validation-tools.js';
import { createPost, deletePost, updatePost } from './write-tools.js';

/** All tools, in the order in which a post needs them. */
export const TOOLS: readonly Tool[] = [
  listAccounts,
  getUsage,
  validatePost,
  uploadMedia,
  createPost,
  attachMedia,
  deleteMedia,
  listPosts,
  getPost,
  updatePost,
  requestApproval,
  waitForPost,
  retryPost,
  deletePost,
  unpublishPost,
  getAccountStatistics,
  getPostStatistics,
  addComment,
];

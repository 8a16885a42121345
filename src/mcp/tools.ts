import { getUsage, listAccounts } from './account-tools.js';
import { retryPost, waitForPost } from './publish-tools.js';
import { getPost, listPosts } from './read-tools.js';
import { getAccountStatistics, getPostStatistics } from './statistics-tools.js';
import type { Tool } from './tool.js';
import {
  addComment,
  attachMedia,
  createPost,
  deleteMedia,
  deletePost,
  unpublishPost,
  updatePost,
  validatePost,
} from './write-tools.js';

/** All tools, in the order in which a post needs them. */
export const TOOLS: readonly Tool[] = [
  listAccounts,
  getUsage,
  validatePost,
  createPost,
  attachMedia,
  deleteMedia,
  listPosts,
  getPost,
  updatePost,
  waitForPost,
  retryPost,
  deletePost,
  unpublishPost,
  getAccountStatistics,
  getPostStatistics,
  addComment,
];

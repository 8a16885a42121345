import { createApiKey, listApiKeys, renameApiKey, revokeApiKey } from './api-keys.js';
import { createPost } from './create-post.js';
import { deletePost } from './delete-post.js';
import { getPost } from './get-post.js';
import { getUploadUrl } from './get-upload-url.js';
import { listPosts } from './list-posts.js';
import { deleteMedia, generateUploadUrl } from './media.js';
import { createNetworkComment, deleteNetworkComment } from './network-comments.js';
import { networkFollowers } from './network-followers.js';
import { networkProfileSummary } from './network-profile-summary.js';
import { createNetworkReaction, deleteNetworkReaction } from './network-reactions.js';
import { networkAccountStatistics, networkPostStatistics } from './network-statistics.js';
import { platformConnections } from './platform-connections.js';
import { postLogs } from './post-logs.js';
import type { AnyRoute } from './route.js';
import { testConnection } from './test-connection.js';
import { hideThreadtalkReply, threadtalkReplies, unhideThreadtalkReply } from './threadtalk-replies.js';
import { dashboardUpdatePost, updatePost } from './update-post.js';
import { dashboardUpdateWebhook, updateWebhook } from './update-webhook.js';
import {
  createWebhook,
  dashboardCreateWebhook,
  dashboardListWebhooks,
  deleteWebhook,
  listWebhooks,
  regenerateWebhookSecret,
} from './webhooks.js';
import {
  createWorkspaceUser,
  createWorkspaceUserConnectionUrl,
  createWorkspaceUserKey,
  deleteWorkspaceUser,
  listWorkspaceUsers,
} from './workspace-users.js';

/** The same at both doors [workspace-users/dashboard]. */
const WORKSPACE_ROUTES = [
  createWorkspaceUser,
  listWorkspaceUsers,
  deleteWorkspaceUser,
  createWorkspaceUserKey,
  createWorkspaceUserConnectionUrl,
];

/** Every route of /api/v1, authenticated with an API key. */
export const API_ROUTES: readonly AnyRoute[] = [
  createPost,
  updatePost,
  getPost,
  listPosts,
  deletePost,
  postLogs,
  getUploadUrl,
  platformConnections,
  testConnection,
  listWebhooks,
  createWebhook,
  updateWebhook,
  deleteWebhook,
  regenerateWebhookSecret,
  createNetworkComment,
  deleteNetworkComment,
  createNetworkReaction,
  deleteNetworkReaction,
  networkFollowers,
  networkPostStatistics,
  networkAccountStatistics,
  networkProfileSummary,
  ...WORKSPACE_ROUTES,
];

/** The dashboard's routes, without a version: authenticated with a session, not with an API key. */
export const DASHBOARD_ROUTES: readonly AnyRoute[] = [
  listApiKeys,
  createApiKey,
  renameApiKey,
  revokeApiKey,
  dashboardUpdatePost,
  generateUploadUrl,
  deleteMedia,
  threadtalkReplies,
  hideThreadtalkReply,
  unhideThreadtalkReply,
  dashboardListWebhooks,
  dashboardCreateWebhook,
  dashboardUpdateWebhook,
  deleteWebhook,
  regenerateWebhookSecret,
  ...WORKSPACE_ROUTES,
];

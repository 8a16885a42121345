/** A client of the social publishing service. */
export type { AccountsApi } from './accounts.js';
export type { CallOptions } from './call-options.js';
export { type AnyDocument, type Client, createClient } from './client.js';
export type { FeedsApi } from './feeds.js';
export type { FollowOptions } from './follow.js';
export type { LibraryApi, ListLibraryOptions } from './library.js';
export type { MediaApi, UploadFile, UploadOptions, UploadProgress } from './media.js';
export type {
  AltTextInput,
  BestTime,
  BestTimes,
  ConnectedAccount,
  ConnectedAccountFilter,
  ContentOverrideInput,
  DateTimeRange,
  ErrorCode,
  FailureCode,
  Fault,
  Feed,
  FeedEntry,
  LibraryFilter,
  LibrarySort,
  Media,
  MediaStatus,
  MediaType,
  MetricsFilter,
  MetricsGrouping,
  MetricsReport,
  MetricsState,
  MetricsSum,
  MetricValues,
  Platform,
  PlatformPost,
  PlatformPostAction,
  PlatformPostFailure,
  PlatformPostStatus,
  PlatformSettingsInput,
  PostDraftInput,
  PostGroup,
  PostGroupAction,
  PostGroupFilter,
  PostGroupSort,
  PostGroupStatus,
  PostInput,
  PostingSchedule,
  PostMetric,
  PostResult,
  ProcessingStatus,
  ProgressEvent,
  ProgressEventType,
  Recurrence,
  Snippet,
  SnippetFilter,
  TokenStatus,
  TopPost,
  UpdatePostInput,
  ValidationCode,
  ValidationIssue,
  ValidationReport,
} from './operations.js';
export type { ClientOptions, ResponseInfo } from './options.js';
export type {
  CreateOptions,
  ListPosts,
  NewPost,
  NewPostContent,
  NewPostFile,
  Post,
  PostsApi,
  PostTargets,
  StoredFile,
  WebFile,
} from './posts.js';
export {
  type ClientErrorCode,
  PublishingError,
  type PublishingErrorCode,
  type PublishingErrorDetails,
  type PublishingErrorFields,
} from './publishing-error.js';
export type { RecurrencesApi } from './recurrences.js';
export type { ReadResultsOptions, Results, ResultsApi } from './results.js';
export type { SchedulesApi } from './schedules.js';
export type { SnippetsApi } from './snippets.js';
export { type MetricsUpdated, verifyWebhook, type WebhookEvent, type WebhookRequest } from './webhooks.js';

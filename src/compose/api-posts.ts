import { makeQueueImport } from '../../jobs/import-queue.js';
import { makeMediaQueue } from '../../jobs/media-queue.js';
import { makePublishQueue } from '../../jobs/publish-queue.js';
import { makeCreateSoon } from '../../jobs/recurrence-queue.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import { finishTexts } from '../domain/additions/finish-texts.step.js';
import { makeSetLinkParameters } from '../domain/additions/set-link-parameters.use-case.js';
import { makeSetSignature } from '../domain/additions/set-signature.use-case.js';
import { notifyOfFailures } from '../domain/alerts/notify-of-failures.step.js';
import { makeDecideApproval } from '../domain/approvals/decide-approval.use-case.js';
import { guardSchedule } from '../domain/approvals/guard-schedule.step.js';
import { makeManageApprovalLinks } from '../domain/approvals/manage-approval-links.use-case.js';
import { makeOpenApprovalLink } from '../domain/approvals/open-approval-link.use-case.js';
import { outdatingApprovals } from '../domain/approvals/outdate-approval.step.js';
import { makeRequestApproval } from '../domain/approvals/request-approval.use-case.js';
import { makeSetApprovalPolicy } from '../domain/approvals/set-approval-policy.use-case.js';
import { makeWriteComments } from '../domain/comments/write-comments.use-case.js';
import { makeManageFeeds } from '../domain/feeds/manage-feeds.use-case.js';
import { makePreviewFeed } from '../domain/feeds/preview-feed.use-case.js';
import { makeRefreshFeed } from '../domain/feeds/refresh-feed.use-case.js';
import { makeReadOnRequest } from '../domain/feeds/rules-of-feed.step.js';
import { textsOfFeeds } from '../domain/feeds/texts-of-feeds.repository.js';
import { noteEdit as keepEdit } from '../domain/history/note-edit.step.js';
import { makeRestorePostVersion } from '../domain/history/restore-post-version.use-case.js';
import { makeReadImport } from '../domain/imports/read-import.use-case.js';
import { makeStartImport } from '../domain/imports/start-import.use-case.js';
import { makeUndoImport } from '../domain/imports/undo-import.use-case.js';
import { makeChangeLabels } from '../domain/labels/change-labels.use-case.js';
import { keepLabelsOfCopy } from '../domain/labels/copy-labels.step.js';
import { makeCreateLabel } from '../domain/labels/create-label.use-case.js';
import { makeDeleteLabel } from '../domain/labels/delete-label.use-case.js';
import { labelConditions } from '../domain/labels/filter-by-labels.types.js';
import { makeLabelsOfInput } from '../domain/labels/labels-of-input.types.js';
import { makeUpdateLabel } from '../domain/labels/update-label.use-case.js';
import { makeAttachLibraryFile } from '../domain/library/attach-library-file.use-case.js';
import { makeDeleteLibraryFiles } from '../domain/library/delete-library-files.use-case.js';
import { makeKeepInLibrary } from '../domain/library/keep-in-library.use-case.js';
import { makeUpdateLibraryFile } from '../domain/library/update-library-file.use-case.js';
import { makeConvertImage } from '../domain/media/convert.js';
import { makeCopyFiles } from '../domain/media/copy-files.use-case.js';
import { makeCreateUpload } from '../domain/media/create-upload.use-case.js';
import { makeCreateUploadFromUrl } from '../domain/media/create-upload-from-url.use-case.js';
import { makeDeleteMedia } from '../domain/media/delete-media.use-case.js';
import { makeDeleteObjects } from '../domain/media/delete-objects.use-case.js';
import { makeInspectFiles, makeMediaOfGroup } from '../domain/media/media-of-group.step.js';
import { makeMediaProcesses } from '../domain/media/media-processes.io.js';
import { makeProbe } from '../domain/media/probe.js';
import { makeProcessVideo } from '../domain/media/process-video.use-case.js';
import { makeReadMedia } from '../domain/media/read-media.use-case.js';
import { makeReceiveUpload } from '../domain/media/receive-upload.use-case.js';
import { removeLeftoverFolders } from '../domain/media/temporary-folder.io.js';
import { makeCreatePostGroup } from '../domain/posts/create-post-group.use-case.js';
import { makeCreatePostGroups } from '../domain/posts/create-post-groups.use-case.js';
import { makeDeletePostGroup } from '../domain/posts/delete-post-group.use-case.js';
import { makeDuplicatePostGroup } from '../domain/posts/duplicate-post-group.use-case.js';
import { makeRetryPlatformPost } from '../domain/posts/retry-platform-post.use-case.js';
import { makeRetryPostGroup } from '../domain/posts/retry-post-group.use-case.js';
import type { NoteEdit } from '../domain/posts/state/note-edit.port.js';
import { makeRecordChanges } from '../domain/posts/state/record-changes.repository.js';
import { makeUpdatePostGroup } from '../domain/posts/update-post-group.use-case.js';
import { makeRecoverPosts } from '../domain/recovery/recover-posts.use-case.js';
import { makeSetRecoveryPolicy } from '../domain/recovery/set-recovery-policy.use-case.js';
import { makeChangeOccurrence } from '../domain/recurrences/change-occurrence.use-case.js';
import { makeManageRecurrences } from '../domain/recurrences/manage-recurrences.use-case.js';
import { guardDeletion, noteTemplateEdit } from '../domain/recurrences/note-template-edit.step.js';
import { recurringTexts } from '../domain/recurrences/recurring-texts.repository.js';
import { makeChangeQueue } from '../domain/schedules/change-queue.use-case.js';
import { findPlace } from '../domain/schedules/find-place.step.js';
import { heldTexts } from '../domain/schedules/held-texts.repository.js';
import { makeManagePostingSchedules } from '../domain/schedules/manage-posting-schedules.use-case.js';
import { makeMoveQueued } from '../domain/schedules/move-queued.step.js';
import { holdEntry } from '../domain/schedules/queue.repository.js';
import { makeCreateSnippet } from '../domain/snippets/create-snippet.use-case.js';
import { makeDeleteSnippet } from '../domain/snippets/delete-snippet.use-case.js';
import { makeUpdateSnippet } from '../domain/snippets/update-snippet.use-case.js';
import { makeNotifyLimitExceeded } from '../domain/usage/notify-limit-exceeded.use-case.js';
import { makeFinalTexts } from '../domain/validation/final-texts.step.js';
import { makePreviewLink } from '../domain/validation/preview-link.use-case.js';
import { makeReadPostToValidate } from '../domain/validation/read-post.use-case.js';
import { makeValidator } from '../domain/validation/validator.step.js';
import { makeAnnounceEvents } from '../domain/webhooks/announce-events.use-case.js';
import { makeCreateWebhook } from '../domain/webhooks/create-webhook.use-case.js';
import { makeDeleteWebhook } from '../domain/webhooks/delete-webhook.use-case.js';
import { makeRedeliverSkippedWebhookDeliveries } from '../domain/webhooks/redeliver-skipped-webhook-deliveries.use-case.js';
import { makeRedeliverWebhookDelivery } from '../domain/webhooks/redeliver-webhook-delivery.use-case.js';
import { makeRegenerateWebhookSecret } from '../domain/webhooks/regenerate-webhook-secret.use-case.js';
import { makeSendTestWebhook } from '../domain/webhooks/send-test-webhook.use-case.js';
import { makeUpdateWebhook } from '../domain/webhooks/update-webhook.use-case.js';
import type { CpuQueue } from '../foundation/concurrency/cpu-queue.js';
import { openWebClient } from '../foundation/http-client/web-client.js';
import { makeFeeds } from './feeds.js';
import type { Parts } from './parts.js';

const noteEdit: NoteEdit = outdatingApprovals(async (db, group, by) => {
  await noteTemplateEdit(db, group, by);
  await keepEdit(db, group, by);
});

/** Texts of other rooms to which the same is added as to those of scheduled posts. */
const savedTexts = [heldTexts, recurringTexts, textsOfFeeds];

/** Files that one process inspects concurrently. */
const MEDIA_AT_ONCE = 2;

/** Posts with their files, the checks before they are stored, and the webhooks that hear of them. */
export async function makePosts(parts: Parts, cpuQueue: CpuQueue) {
  const { config, db, transaction, cipher, clock, boss, storage, platformDirectory, publicUrl, traces, log, onStop } =
    parts;
  const { plans } = config;
  const finishing = { finishTexts, cpuQueue, clock };
  const validator = makeValidator({
    finalTexts: makeFinalTexts(finishing),
    blocks: config.blocks,
    isApproved: (platform) => platformDirectory(platform)?.isApproved ?? true,
    cpuQueue,
    log,
  });
  const notifyLimitExceeded = makeNotifyLimitExceeded({ transaction, clock, log });
  const webhookQueue = makeWebhookQueue(boss, traces?.jobs);
  const announce = makeAnnounceEvents({ webhookQueue });
  const recordChanges = makeRecordChanges({
    publishQueue: makePublishQueue(boss, traces?.jobs),
    announce,
    afterFailure: notifyOfFailures,
  });
  const allowPrivate = config.privateAddresses.has('webhooks');
  const webhooks = { db, transaction, cipher, clock, webhookQueue, allowPrivate };

  const mediaProcesses = makeMediaProcesses({ concurrency: MEDIA_AT_ONCE });
  const runInMediaProcess = traces?.mediaProcess(mediaProcesses) ?? mediaProcesses;
  const probe = makeProbe(runInMediaProcess);
  const mediaQueue = makeMediaQueue(boss, traces?.jobs);
  const readMedia = makeReadMedia({ db, transaction, plans, storage, probe, recordChanges, mediaQueue, clock });
  const deleteObjects = makeDeleteObjects({ storage, log });
  const mediaOfGroup = makeMediaOfGroup({ plans, deleteObjects, storage, mediaQueue });
  const inspectFiles = makeInspectFiles({ db, readMedia });
  const copyFiles = makeCopyFiles({ db, transaction, plans, clock, storage, readMedia, deleteObjects });
  const changingPosts = {
    db,
    transaction,
    plans,
    clock,
    recordChanges,
    notifyLimitExceeded,
    validator,
    guardSchedule,
    findPlace,
    noteEdit,
    mediaOfGroup,
    inspectFiles,
    copyFiles,
    afterDuplication: keepLabelsOfCopy,
    uploadGraceMs: config.uploadGraceMs,
  };
  const changingFiles = { transaction, plans, clock, storage, mediaQueue, recordChanges, guardSchedule, noteEdit };
  const changingAdditions = { transaction, clock, cpuQueue, blocks: config.blocks, savedTexts };
  const createPostGroup = makeCreatePostGroup(changingPosts);
  const duplicatePostGroup = makeDuplicatePostGroup(changingPosts);
  const updatePostGroup = makeUpdatePostGroup(changingPosts);
  const readPostToValidate = makeReadPostToValidate({ db, inspectFiles, ...finishing });
  const decideApproval = makeDecideApproval({
    db,
    transaction,
    scheduleUnder: (guard) => makeUpdatePostGroup({ ...changingPosts, guardSchedule: guard }),
    holdInQueue: holdEntry,
    clock,
  });
  const openApprovalLink = makeOpenApprovalLink({
    db,
    readPostToValidate,
    decideApproval,
    cpuQueue,
    confirmEmail: config.mail.smtpUrl !== null,
    clock,
  });

  const readImport = makeReadImport({
    ...{ db, plans, validator, cpuQueue, clock },
    allowPrivateFiles: config.privateAddresses.has('media'),
  });
  const queueImport = makeQueueImport(boss);
  const temporary = `${config.dataDir}/temporary`;
  await removeLeftoverFolders(temporary);
  const video = makeProcessVideo({
    db,
    transaction,
    plans,
    clock,
    storage,
    probe,
    deleteObjects,
    recordChanges,
    guardSchedule,
    noteEdit,
    temporary,
    log,
  });
  onStop('the videos under way', video.finish);

  const web = openWebClient({ allowPrivate: config.privateAddresses.has('link-cards'), purpose: 'link preview' });
  onStop('the requests to web pages', web.close);
  const { fetchWeb } = web;
  const convertImage = makeConvertImage(runInMediaProcess);
  const { requestFeed, fetchFeed } = makeFeeds(parts, createPostGroup);
  const readOnRequest = makeReadOnRequest({ db, requestFeed });

  return {
    recordChanges,
    processVideo: video.processVideo,
    receiveUpload: makeReceiveUpload({
      db,
      transaction,
      plans,
      storage,
      mediaQueue,
      recordChanges,
      clock,
    }),
    useCases: {
      validator,
      cpuQueue,
      previewLink: makePreviewLink({ fetchWeb, convertImage, temporary }),
      readPostToValidate,
      createUpload: makeCreateUpload(changingFiles),
      createUploadFromUrl: makeCreateUploadFromUrl(changingFiles),
      readMedia,
      deleteMedia: makeDeleteMedia({ ...changingFiles, deleteObjects }),
      createPostGroup,
      createPostGroups: makeCreatePostGroups({ createPostGroup, log }),
      duplicatePostGroup,
      updatePostGroup,
      restorePostVersion: makeRestorePostVersion({ db, updatePostGroup }),
      requestApproval: makeRequestApproval({ transaction, clock }),
      decideApproval,
      approvalLinks: makeManageApprovalLinks({ transaction, publicUrl, clock }),
      openApprovalLink: {
        read: parts.addresses.inPodOfToken(openApprovalLink.read),
        decide: parts.addresses.inPodOfToken(openApprovalLink.decide),
      },
      setApprovalPolicy: makeSetApprovalPolicy({ transaction }),
      writeComments: makeWriteComments({ transaction, clock }),
      createLabel: makeCreateLabel({ transaction, clock }),
      updateLabel: makeUpdateLabel({ transaction }),
      deleteLabel: makeDeleteLabel({ transaction }),
      changeLabels: makeChangeLabels({ transaction, clock }),
      groupConditions: labelConditions,
      readStoredWith: makeLabelsOfInput({ clock }),
      recoverPosts: makeRecoverPosts({ transaction, clock, recordChanges }),
      postingSchedules: makeManagePostingSchedules({ transaction, clock, moveQueued: makeMoveQueued(changingPosts) }),
      changeQueue: makeChangeQueue({ ...changingPosts, random: parts.random }),
      recurrences: makeManageRecurrences({ ...changingPosts, duplicatePostGroup, createSoon: makeCreateSoon(boss) }),
      changeOccurrence: makeChangeOccurrence(changingPosts),
      setRecoveryPolicy: makeSetRecoveryPolicy({ transaction }),
      deletePostGroup: makeDeletePostGroup({ ...changingPosts, guardDeletion }),
      retryPlatformPost: makeRetryPlatformPost(changingPosts),
      retryPostGroup: makeRetryPostGroup(changingPosts),
      setSignature: makeSetSignature(changingAdditions),
      setLinkParameters: makeSetLinkParameters(changingAdditions),
      keepInLibrary: makeKeepInLibrary({ db, transaction, plans, clock, storage }),
      attachLibraryFile: makeAttachLibraryFile(changingFiles),
      updateLibraryFile: makeUpdateLibraryFile({ transaction, clock }),
      deleteLibraryFiles: makeDeleteLibraryFiles({ ...changingFiles, deleteObjects }),
      createSnippet: makeCreateSnippet({ transaction, clock }),
      updateSnippet: makeUpdateSnippet({ transaction, clock }),
      deleteSnippet: makeDeleteSnippet({ transaction }),
      manageFeeds: makeManageFeeds({ db, transaction, clock, readOnRequest }),
      previewFeed: makePreviewFeed({ db, clock, readOnRequest, validator, inspectFiles, finishTexts }),
      refreshFeed: makeRefreshFeed({ db, clock, fetchFeed }),
      readImport,
      startImport: makeStartImport({ transaction, clock, readImport, queueImport }),
      undoImport: makeUndoImport({ transaction, queueImport }),
      createWebhook: makeCreateWebhook(webhooks),
      updateWebhook: makeUpdateWebhook(webhooks),
      deleteWebhook: makeDeleteWebhook(webhooks),
      regenerateWebhookSecret: makeRegenerateWebhookSecret(webhooks),
      redeliverWebhookDelivery: makeRedeliverWebhookDelivery(webhooks),
      redeliverSkippedWebhookDeliveries: makeRedeliverSkippedWebhookDeliveries(webhooks),
      sendTestWebhook: makeSendTestWebhook(webhooks),
    },
  };
}

import { makeMailQueue } from '../../jobs/mail-queue.js';
import { makeMediaQueue } from '../../jobs/media-queue.js';
import { makePublishQueue } from '../../jobs/publish-queue.js';
import { makeWebhookQueue } from '../../jobs/webhook-queue.js';
import { makeDecideApproval } from '../domain/approvals/decide-approval.use-case.js';
import { guardSchedule } from '../domain/approvals/guard-schedule.step.js';
import { makeManageApprovalLinks } from '../domain/approvals/manage-approval-links.use-case.js';
import { makeOpenApprovalLink } from '../domain/approvals/open-approval-link.use-case.js';
import { makeRequestApproval } from '../domain/approvals/request-approval.use-case.js';
import { makeSetApprovalPolicy } from '../domain/approvals/set-approval-policy.use-case.js';
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
import { makeRecordChanges } from '../domain/posts/state/record-changes.repository.js';
import { makeUpdatePostGroup } from '../domain/posts/update-post-group.use-case.js';
import { makeNotifyLimitExceeded } from '../domain/usage/notify-limit-exceeded.use-case.js';
import { makePreviewLink } from '../domain/validation/preview-link.use-case.js';
import { makeReadPostToValidate } from '../domain/validation/read-post.use-case.js';
import { makeValidator } from '../domain/validation/validator.js';
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
import type { Parts } from './parts.js';

/** Files that one process inspects concurrently. */
const MEDIA_AT_ONCE = 2;

/** Posts with their files, the checks before they are stored, and the webhooks that hear of them. */
export async function makePosts(parts: Parts, cpuQueue: CpuQueue) {
  const { config, db, transaction, cipher, clock, boss, storage, platformDirectory, publicUrl, traces, log, onStop } =
    parts;
  const { plans } = config;
  const validator = makeValidator({
    blocks: config.blocks,
    isApproved: (platform) => platformDirectory(platform)?.isApproved ?? true,
    cpuQueue,
    log,
  });
  const mailQueue = makeMailQueue(boss, publicUrl);
  const notifyLimitExceeded = makeNotifyLimitExceeded({ transaction, mailQueue, clock, log });
  const webhookQueue = makeWebhookQueue(boss, traces?.jobs);
  const announce = makeAnnounceEvents({ webhookQueue });
  const recordChanges = makeRecordChanges({ publishQueue: makePublishQueue(boss, traces?.jobs), announce });
  const allowPrivate = config.privateAddresses.has('webhooks');
  const webhooks = { db, transaction, cipher, clock, webhookQueue, allowPrivate };

  const mediaProcesses = makeMediaProcesses({ concurrency: MEDIA_AT_ONCE });
  const runInMediaProcess = traces?.mediaProcess(mediaProcesses) ?? mediaProcesses;
  const probe = makeProbe(runInMediaProcess);
  const readMedia = makeReadMedia({ db, transaction, plans, storage, probe, recordChanges, clock });
  const deleteObjects = makeDeleteObjects({ storage, log });
  const mediaQueue = makeMediaQueue(boss, traces?.jobs);
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
    mediaOfGroup,
    inspectFiles,
    copyFiles,
    uploadGraceMs: config.uploadGraceMs,
  };
  const changingFiles = { transaction, plans, clock, storage, mediaQueue, recordChanges, guardSchedule };
  const createPostGroup = makeCreatePostGroup(changingPosts);
  const readPostToValidate = makeReadPostToValidate({ db, inspectFiles });
  const decideApproval = makeDecideApproval({
    db,
    transaction,
    scheduleUnder: (guard) => makeUpdatePostGroup({ ...changingPosts, guardSchedule: guard }),
    mailQueue,
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
    temporary,
    log,
  });
  onStop('the videos under way', video.finish);

  const web = openWebClient({ allowPrivate: config.privateAddresses.has('link-cards'), purpose: 'link preview' });
  onStop('the requests to web pages', web.close);
  const { fetchWeb } = web;
  const convertImage = makeConvertImage(runInMediaProcess);

  return {
    recordChanges,
    processVideo: video.processVideo,
    receiveUpload: makeReceiveUpload({
      db,
      transaction,
      plans,
      storage,
      deleteObjects,
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
      duplicatePostGroup: makeDuplicatePostGroup(changingPosts),
      updatePostGroup: makeUpdatePostGroup(changingPosts),
      requestApproval: makeRequestApproval({ transaction, mailQueue, clock }),
      decideApproval,
      approvalLinks: makeManageApprovalLinks({ transaction, publicUrl, clock }),
      openApprovalLink: {
        read: parts.addresses.inPodOfToken(openApprovalLink.read),
        decide: parts.addresses.inPodOfToken(openApprovalLink.decide),
      },
      setApprovalPolicy: makeSetApprovalPolicy({ transaction }),
      deletePostGroup: makeDeletePostGroup(changingPosts),
      retryPlatformPost: makeRetryPlatformPost(changingPosts),
      retryPostGroup: makeRetryPostGroup(changingPosts),
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

/** The queues: names, payloads and policies. Handlers are in the file of each queue. */
import type { Queue } from 'pg-boss';
import type { AccountMail } from '../src/domain/identity/compose-account-mail.use-case.js';
import type { MailContent } from '../src/mail/mail-content.js';
import type { JobTrace } from './job-traces.js';

export const PUBLISH_QUEUE = 'publish';
export const MAINTENANCE_QUEUE = 'maintenance';
/** Access tokens that are refreshed ahead of time. */
export const RENEWAL_QUEUE = 'renewal';
export const MAIL_QUEUE = 'mail';
/** Mails that are composed when sent, because they contain a secret. */
export const ACCOUNT_MAIL_QUEUE = 'account-mail';

export const MEDIA_QUEUE = 'media';
/** Files that are fetched from the addresses that their owners gave. */
export const FETCH_QUEUE = 'media-fetch';

/** Archives of everything in an account. */
export const EXPORT_QUEUE = 'account-export';

/** Accounts that were connected again. */
export const RECOVERY_QUEUE = 'recovery';

/** Occurrences of recurrences whose posts are to be created. */
export const RECURRENCE_QUEUE = 'recurrence';
/** Numbers of posts and accounts that are to be read. */
export const METRICS_QUEUE = 'metrics';
/** Files whose rows become posts. */
export const IMPORT_QUEUE = 'import';

export const WEBHOOK_QUEUE = 'webhook';
/** Access tokens that expire soon. */
export const TOKEN_EXPIRY_QUEUE = 'token-expiry';

/** What a job's payload has where traces are on. */
interface Traced {
  trace?: JobTrace;
}

/** Payload of a webhook job: the delivery to attempt. */
export interface WebhookJobData extends Traced {
  deliveryId: string;
}

/** Payload of a mail job: what it says, and where its button leads to. */
export interface MailJobData extends MailContent {
  publicUrl: string;
}

/** Payload of an account mail's job: what it is about, and where its links lead to. */
export interface AccountMailJobData {
  mail: AccountMail;
  publicUrl: string;
}

/** Payload of a media job: the file to look for and to read; `last`: nothing comes under its address any more. */
export interface MediaJobData {
  mediaId: string;
  last?: boolean;
}

/** Payload of an export job; the export has whose it is. */
export interface ExportJobData {
  exportId: string;
}

/** Payload of a recovery job: the connection that got new credentials, and whose it is. */
export interface RecoveryJobData {
  connectionId: string;
  userId: string;
}

/** Payload of an import job: the import, and whose it is. */
export interface ImportJobData {
  importId: string;
  userId: string;
}

/** Payload of a fetch job; the file has its address. */
export interface FetchJobData extends Traced {
  mediaId: string;
}

/** Payload of a publish job. */
export interface PublishJobData extends Traced {
  postId: string;
  groupId: string;
  /** The fencing token: the post's generation when the job was made. */
  generation: number;
}

type QueueOptions = Omit<Queue, 'name'>;

const FOREVER = 10_000;

/** Waits of 10 to 20 seconds, doubled up to an hour: about five hours in all, an evening without a mail server. */
const MAILS = { retryLimit: 12, retryBackoff: true, retryDelay: 10, retryDelayMax: 3600, expireInSeconds: 300 };

export const makeQueues = ({ heartbeatSeconds }: { heartbeatSeconds: number }): Record<string, QueueOptions> => ({
  // Retries here only mean that a worker went silent: the attempt table decides what is done about it, and ends it.
  [PUBLISH_QUEUE]: {
    retryLimit: FOREVER,
    retryDelay: 1,
    heartbeatSeconds,
    expireInSeconds: 900,
    deleteAfterSeconds: 3600,
  },
  [MAINTENANCE_QUEUE]: { policy: 'exclusive', retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 },
  [RENEWAL_QUEUE]: {
    policy: 'exclusive',
    retryLimit: 0,
    heartbeatSeconds,
    expireInSeconds: 900,
    deleteAfterSeconds: 3600,
  },
  // One waits while one works: what changes during a turn has another turn.
  [RECURRENCE_QUEUE]: {
    policy: 'stately',
    retryLimit: 0,
    heartbeatSeconds,
    expireInSeconds: 900,
    deleteAfterSeconds: 3600,
  },
  [METRICS_QUEUE]: {
    policy: 'exclusive',
    retryLimit: 0,
    heartbeatSeconds,
    expireInSeconds: 900,
    deleteAfterSeconds: 3600,
  },
  // One job of a lane at a time, in their order. As with posts, retries here only mean that a worker went silent. A
  // failed attempt creates its own job, so it does not block its lane.
  [WEBHOOK_QUEUE]: {
    policy: 'key_strict_fifo',
    retryLimit: FOREVER,
    retryDelay: 1,
    heartbeatSeconds,
    expireInSeconds: 120,
    deleteAfterSeconds: 3600,
  },
  [TOKEN_EXPIRY_QUEUE]: {
    policy: 'exclusive',
    retryLimit: 3,
    retryDelay: 60,
    heartbeatSeconds,
    expireInSeconds: 3600,
    deleteAfterSeconds: 3600,
  },
  // Waits of 5 to 10 seconds, doubled up to a minute: longer than an upload URL is valid, also where each wait is halved.
  [MEDIA_QUEUE]: {
    retryLimit: 140,
    retryBackoff: true,
    retryDelay: 5,
    retryDelayMax: 60,
    heartbeatSeconds,
    expireInSeconds: 600,
    deleteAfterSeconds: 3600,
  },
  // Waits of 5 to 10 seconds, doubled. The worker ends what fails too often; further retries are for workers that died.
  [FETCH_QUEUE]: {
    retryLimit: 20,
    retryBackoff: true,
    retryDelay: 5,
    retryDelayMax: 60,
    heartbeatSeconds,
    expireInSeconds: 600,
    deleteAfterSeconds: 3600,
  },
  // Waits of half a minute, doubled. An attempt aborts itself before it expires.
  [EXPORT_QUEUE]: {
    retryLimit: 5,
    retryBackoff: true,
    retryDelay: 30,
    retryDelayMax: 600,
    heartbeatSeconds,
    expireInSeconds: 4200,
    deleteAfterSeconds: 3600,
  },
  // Waits of 5 to 10 seconds, doubled up to ten minutes: about a day. The transaction that does the work ends its job.
  [RECOVERY_QUEUE]: {
    retryLimit: 150,
    retryBackoff: true,
    retryDelay: 5,
    retryDelayMax: 600,
    heartbeatSeconds,
    expireInSeconds: 300,
    deleteAfterSeconds: 3600,
  },
  // Waits of 5 to 10 seconds, doubled up to ten minutes: about a day. A row and its group are one transaction.
  [IMPORT_QUEUE]: {
    retryLimit: 150,
    retryBackoff: true,
    retryDelay: 5,
    retryDelayMax: 600,
    heartbeatSeconds,
    expireInSeconds: 3600,
    deleteAfterSeconds: 3600,
  },
  [MAIL_QUEUE]: { ...MAILS, heartbeatSeconds, deleteAfterSeconds: 3600 },
  [ACCOUNT_MAIL_QUEUE]: { ...MAILS, heartbeatSeconds, deleteAfterSeconds: 3600 },
});

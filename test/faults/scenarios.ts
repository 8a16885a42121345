/** All scenarios, in the order in which they run. */
import type { Scenario } from './scenario.js';
import { busyAccounts } from './scenarios/busy-accounts.js';
import { disconnected } from './scenarios/disconnected.js';
import { earlyReset } from './scenarios/early-reset.js';
import { endedSessions } from './scenarios/ended-sessions.js';
import { killedWorkers } from './scenarios/killed-workers.js';
import { lateStore } from './scenarios/late-store.js';
import { lateUpload } from './scenarios/late-upload.js';
import { pausedWorker } from './scenarios/paused-worker.js';
import { postgresCrashes } from './scenarios/postgres-crashes.js';
import { rateLimits } from './scenarios/rate-limits.js';
import { readOnlyDatabase } from './scenarios/read-only-database.js';
import { sharedAccounts } from './scenarios/shared-accounts.js';
import { shutdown } from './scenarios/shutdown.js';
import { silentDatabase } from './scenarios/silent-database.js';
import { firstComments, threads } from './scenarios/threads.js';
import { unreadableAnswers } from './scenarios/unreadable-answers.js';
import { webhookOutage } from './scenarios/webhook-outage.js';
import { wrongClock } from './scenarios/wrong-clock.js';

export const scenarios: readonly Scenario[] = [
  silentDatabase,
  endedSessions,
  pausedWorker,
  lateStore,
  sharedAccounts,
  earlyReset,
  busyAccounts,
  disconnected,
  threads,
  firstComments,
  wrongClock,
  postgresCrashes,
  unreadableAnswers,
  rateLimits,
  webhookOutage,
  shutdown,
  lateUpload,
  readOnlyDatabase,
  killedWorkers,
];

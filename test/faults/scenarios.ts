/** All scenarios, in the order in which they run. */
import type { Scenario } from './scenario.js';
import { endedSessions } from './scenarios/ended-sessions.js';
import { killedWorkers } from './scenarios/killed-workers.js';
import { lateStore } from './scenarios/late-store.js';
import { lateUpload } from './scenarios/late-upload.js';
import { pausedWorker } from './scenarios/paused-worker.js';
import { postgresCrashes } from './scenarios/postgres-crashes.js';
import { rateLimits } from './scenarios/rate-limits.js';
import { readOnlyDatabase } from './scenarios/read-only-database.js';
import { shutdown } from './scenarios/shutdown.js';
import { silentDatabase } from './scenarios/silent-database.js';
import { unreadableAnswers } from './scenarios/unreadable-answers.js';
import { webhookOutage } from './scenarios/webhook-outage.js';
import { wrongClock } from './scenarios/wrong-clock.js';

export const scenarios: readonly Scenario[] = [
  silentDatabase,
  endedSessions,
  pausedWorker,
  lateStore,
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

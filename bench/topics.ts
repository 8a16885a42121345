import { cost } from './cost.bench.js';
import { create } from './create-post.bench.js';
import { dashboard } from './dashboard.bench.js';
import { growth } from './growth.bench.js';
import { idle } from './idle.bench.js';
import { lateness } from './lateness.bench.js';
import { limits } from './limits.bench.js';
import { lists } from './lists.bench.js';
import { media } from './media.bench.js';
import { peer } from './peer.bench.js';
import { pods } from './pods.bench.js';
import { retention } from './retention.bench.js';
import { single } from './single.bench.js';
import { sockets } from './sockets.bench.js';
import { space } from './space.bench.js';
import { start } from './start.bench.js';
import { statistics } from './statistics.bench.js';
import { subscriptions } from './subscriptions.bench.js';
import type { Topic } from './topic.js';
import { validation } from './validation.bench.js';

/** What can be measured, by the name that `npm run bench --` takes. */
export const TOPICS: Readonly<Record<string, Topic>> = {
  create,
  cost,
  lateness,
  single,
  subscriptions,
  sockets,
  idle,
  space,
  start,
  lists,
  growth,
  media,
  validation,
  limits,
  dashboard,
  retention,
  statistics,
  pods,
  peer,
};

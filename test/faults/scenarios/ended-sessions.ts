import { setTimeout as sleep } from 'node:timers/promises';
import { sized } from '../scenario.js';
import { underLoad } from '../under-load.js';

const END_ALL = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Postgres ends sessions right after it has made them, again and again. No process ends by that. */
export const endedSessions = underLoad({
  name: 'ended-sessions',
  title: 'Sessions are ended with FATAL right after they were made',
  row: 'sessions ended at birth',
  async fault(world, stage) {
    const rounds = sized(stage, { full: 12, quick: 4, small: 2 });
    await sleep(2_000);
    for (let round = 0; round < rounds; round++) {
      // Those that were made before are ended too, so that new ones are wanted at once.
      for (const { database } of world.members) database.endNext(6);
      await world.db.query(END_ALL);
      await sleep(1_500);
    }
    for (const { database } of world.members) database.endNext(0);
  },
});

/**
 * The floor of create-post: a bare Express handler that sends the statements of one captured request with fresh ids
 * through a plain pool. It checks nothing. Like the API it listens for notices, so that in every round there is one
 * listener beside the measured process.
 */
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';
import { type Replayable, replay } from './floor-statements.js';

const { databaseUrl, request, userIds } = JSON.parse(process.env.FLOOR ?? '') as {
  databaseUrl: string;
  request: Replayable;
  userIds: string[];
};
let turn = 0;

// As many connections as the service has by default.
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, application_name: 'floor' });
const listener = new pg.Client({ connectionString: databaseUrl, application_name: 'floor' });
await listener.connect();
await listener.query('LISTEN live_events');

const app = express();
app.post('/', express.json(), async (_request, response) => {
  const { statements, firstId } = replay(request, userIds[turn++ % userIds.length] ?? '');
  let client: pg.PoolClient | undefined;
  for (const { text, values } of statements) {
    if (/^(START TRANSACTION|BEGIN)/i.test(text)) client = await pool.connect();
    await (client ?? pool).query(text, values.length > 0 ? values : undefined);
    if (/^COMMIT/i.test(text)) {
      client?.release();
      client = undefined;
    }
  }
  response.json({ success: true, postGroupId: firstId });
});

const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => process.exit(0));

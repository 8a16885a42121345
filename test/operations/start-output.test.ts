import { createTestDatabase } from '../support/database.js';
import { startService } from '../support/service.js';

test('a start on a bucket writes its log and its address as JSON, and no warning of a library', async () => {
  const db = await createTestDatabase();
  const service = await startService({
    db,
    env: {
      LOG_LEVEL: 'info',
      METRICS_PORT: '0',
      S3_BUCKET: 'media',
      S3_REGION: 'us-east-1',
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_PUBLIC_URL: 'http://127.0.0.1:1/media',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  });
  const messages = service.output.map((line) => JSON.parse(line).msg);
  expect(messages).toContain(`Listening on ${service.url}`);
  // It fails when something was written to standard error.
  await service.stop();
  await db.drop();
});

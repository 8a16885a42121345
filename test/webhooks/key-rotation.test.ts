import { createHmac, randomBytes } from 'node:crypto';
import { makeReEncrypt } from '../../src/domain/accounts/re-encrypt.use-case.js';
import { makeCredentialCipher } from '../../src/foundation/crypto/credential-cipher.js';
import { ENCRYPTION_KEY } from '../support/account.js';
import { openDataSource } from '../support/data-source.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type Service, startService } from '../support/service.js';
import { newOwner, type Receiver, startReceiver } from './support.js';

const NEWEST_KEY = randomBytes(32);

let db: TestDatabase;
let api: Service;
let worker: Service | undefined;
let receiver: Receiver;

beforeAll(async () => {
  db = await createTestDatabase();
  api = await startService({ db, roles: 'api' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await worker?.stop();
  await api?.stop();
  await receiver?.close();
  await db?.drop();
});

test('after the key has changed, deliveries are signed with the same secret, and the older key is not needed', async () => {
  const owner = await newOwner(db, api);
  const { id, secret } = await owner.listen(receiver.url);
  await owner.schedule();

  const dataSource = await openDataSource(db);
  const reEncrypt = makeReEncrypt({
    db: dataSource.manager,
    cipher: makeCredentialCipher([NEWEST_KEY, ENCRYPTION_KEY]),
  });
  // The secret, and the credentials of the connected account.
  expect(await reEncrypt()).toEqual({ rewritten: 2, unreadable: [], outdated: 0 });
  await dataSource.destroy();

  worker = await startService({
    db,
    roles: 'worker',
    env: { ENCRYPTION_KEYS: NEWEST_KEY.toString('base64') },
  });
  const [got] = await receiver.wait(1);
  expect(got?.headers['x-service-signature']).toBe(
    createHmac('sha256', secret)
      .update(got?.body ?? '')
      .digest('hex'),
  );
  expect(await owner.ended(id)).toMatchObject([{ status: 'DELIVERED' }]);
});

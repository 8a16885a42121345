// Tests run as they are built: what is stale is built first.
import path from 'node:path';
import { ensureBuilt } from '../../tools/install-build.mjs';

export default () => ensureBuilt(path.join(import.meta.dirname, '../..'));

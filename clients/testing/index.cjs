// `social-publishing-service/testing`. Plain JavaScript, because it also says what is missing before anything is built.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');
const built = join(root, '.build/service/start-for-testing.cjs');
const OLDEST = [20, 19];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  throw new Error(`This service needs Node.js ${OLDEST.join('.')} or newer, and this is ${process.versions.node}.`);
}
if (!existsSync(built)) {
  throw new Error(`The service has not been built: run \`npm ci\` and \`npm run build\` in ${root}.`);
}

exports.startForTesting = require(built).startForTesting;

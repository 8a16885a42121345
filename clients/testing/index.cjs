// What `social-publishing-service/testing` leads to. Plain JavaScript, which is there before anything is built and says so.
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const problemOfNode = require('../../tools/install-oldest-node.cjs');

const root = join(__dirname, '../..');
const built = join(root, '.build/service/start-for-testing.cjs');

const problem = problemOfNode();
if (problem) throw new Error(problem);
if (!existsSync(built)) throw new Error(`The service is not built: run \`npm ci\` and \`npm run build\` in ${root}.`);

exports.startForTesting = require(built).startForTesting;

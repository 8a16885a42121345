// Read by any Node, also by one that is too old for import.
const OLDEST = [20, 19];

/** What is wrong with the running Node, in a sentence; undefined when it will do. */
module.exports = function problemOfNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return undefined;
  return `This service needs Node.js ${OLDEST.join('.')} or newer, and this is ${process.versions.node}.`;
};

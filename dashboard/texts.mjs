import { join } from 'node:path';
import { transformAsync, types } from '@babel/core';
import macro from '@lingui/babel-plugin-lingui-macro';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

const PREFIX = 'virtual:texts/';
/** Accents on each letter, and longer: what stays plain is in no message file. */
const PSEUDO = 'pseudo';
const HAS_MACROS = /from '@lingui\/(?:core|react)\/macro'/;
const IS_SOURCE = /\/dashboard\/src\/.*\.tsx?$/;

const config = getConfig({ configPath: join(import.meta.dirname, 'lingui.config.mjs') });
const [source] = await getCatalogs(config);

const sourceFile = source.getFilename(config.sourceLocale);

let numbers;
/** By Lingui's ids, read once. A message that was not extracted yet has none. */
const numbersOfMessages = () => {
  numbers ??= source
    .read(config.sourceLocale)
    .then((messages) => new Map(Object.keys(messages).map((id, index) => [id, index.toString(36)])));
  return numbers;
};

/**
 * Plugin of Vite and Rolldown: texts are Lingui's messages. The English ones stay in the scripts, parsed already, so
 * that English loads no message file and no parser. `virtual:texts/de` has the German ones, and `virtual:texts/pseudo`
 * those of the pseudo-locale. Ids of Lingui cannot be compressed: messages are known by their number in en.po instead.
 */
export const texts = () => ({
  name: 'texts',
  enforce: 'pre',
  watchChange(file) {
    if (file === sourceFile) numbers = undefined;
  },
  async transform(code, id) {
    if (!IS_SOURCE.test(id) || !HAS_MACROS.test(code)) return undefined;
    this.addWatchFile(sourceFile);
    const { code: transformed, map } = await transformAsync(code, {
      filename: id,
      configFile: false,
      babelrc: false,
      sourceMaps: true,
      parserOpts: { plugins: ['typescript', 'jsx'] },
      plugins: [
        [macro, { descriptorFields: 'message', linguiConfig: config }],
        [parsedMessages, { numbers: await numbersOfMessages() }],
      ],
    });
    return { code: transformed, map };
  },
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  async load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return undefined;
    const name = id.slice(PREFIX.length + 1);
    const locale = name === PSEUDO ? config.sourceLocale : name;
    this.addWatchFile(source.getFilename(locale));
    const { messages } = await source.getTranslations(locale, { sourceLocale: config.sourceLocale });
    const numbered = Object.fromEntries([...(await numbersOfMessages())].map(([id, number]) => [number, messages[id]]));
    const pseudoLocale = name === PSEUDO ? locale : undefined;
    const compiled = createCompiledCatalog(locale, numbered, { namespace: 'es', pseudoLocale });
    for (const { source: message, error } of compiled.errors) this.error(`${locale}: ${message}: ${error.message}`);
    return compiled.source;
  },
});

/** Babel plugin, after Lingui's macros: replaces messages by their parsed form, and their ids by their numbers. */
function parsedMessages(_, { numbers: byId }) {
  return {
    visitor: {
      Program: {
        exit(program) {
          program.traverse({ ObjectExpression: ({ node }) => parseMessage(node, byId) });
        },
      },
    },
  };
}

function parseMessage(node, byId) {
  const [id, message, context] = ['id', 'message', 'context'].map((name) => stringOf(node, name));
  // The macros write the first two of each message; other objects with these keys have another id.
  if (!id || !message || id.value !== generateMessageId(message.value, context?.value)) return;
  const parsed = compileMessageOrThrow(message.value);
  id.value = byId.get(id.value) ?? id.value;
  node.properties = node.properties.filter(({ key }) => key?.name !== 'context');
  // The page takes a string as it is.
  const isPlain = parsed.every((token) => typeof token === 'string');
  propertyOf(node, 'message').value = types.valueToNode(isPlain ? parsed.join('') : parsed);
}

const propertyOf = ({ properties }, name) => properties.find(({ key }) => key?.name === name);

function stringOf(node, name) {
  const value = propertyOf(node, name)?.value;
  return value?.type === 'StringLiteral' ? value : undefined;
}

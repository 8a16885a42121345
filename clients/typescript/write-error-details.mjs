/**
 * Writes src/error-details.ts, the types of the details of errors, from the error catalogue of the service and its types.
 * The file is not committed: `npm run check`, `npm run schema` and the build of the package write it when the catalogue has
 * changed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { CATALOGUE } from '../../.build/src/foundation/errors/catalogue.js';

const root = path.join(import.meta.dirname, '../..');
const catalogue = path.join(root, 'src/foundation/errors');
const file = path.join(import.meta.dirname, 'src/error-details.ts');

/** Fields of the error itself, which the client takes out of the details. */
const OF_ERROR = ['code', 'fault', 'advice', 'field', 'documentation', 'retryable'];

const hash = createHash('sha256')
  .update(readFileSync(import.meta.filename))
  .update(JSON.stringify(CATALOGUE));
for (const name of readdirSync(catalogue).sort()) hash.update(readFileSync(path.join(catalogue, name)));
const header = `// Written by clients/typescript/write-error-details.mjs from the error catalogue ${hash.digest('hex')}.\n`;

if (!existsSync(file) || !readFileSync(file, 'utf8').startsWith(header)) {
  const complete = `${file}.${process.pid}`;
  writeFileSync(complete, `${header}\n${await errorDetails()}`);
  // Replaced atomically: another process may be reading it.
  renameSync(complete, file);
}

async function errorDetails() {
  // It takes a second to load.
  const { default: ts } = await import('typescript');
  const source = path.join(catalogue, 'catalogue.ts');
  const options = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext, strict: true, types: [] };
  const program = ts.createProgram([source], { ...options, exactOptionalPropertyTypes: true });
  const checker = program.getTypeChecker();
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(source)));
  const entries = checker.getTypeOfSymbol(exported.find(({ name }) => name === 'CATALOGUE'));

  /** The type of the details: that of the parameter of `message`. */
  function detailsOf(code) {
    const entry = checker.getTypeOfSymbol(entries.getProperty(code));
    const [signature] = checker.getTypeOfSymbol(entry.getProperty('message')).getCallSignatures();
    return checker.getTypeOfSymbol(signature.parameters[0]);
  }

  /** The type as text. Values of enums are in upper case: `place` is a path, `enums` are the paths that have one. */
  function print(type, { place = [], enums = [], descriptions = {} }) {
    if (type.flags & ts.TypeFlags.Boolean) return 'boolean';
    if (type.isUnion()) {
      const members = type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
      return members.map((one) => print(one, { place, enums, descriptions })).join(' | ');
    }
    if (type.isStringLiteral()) {
      return `'${enums.includes(place.join('.')) ? type.value.toUpperCase() : type.value}'`;
    }
    if (checker.isArrayType(type)) {
      return `readonly ${listOf(print(checker.getTypeArguments(type)[0], { place, enums }))}`;
    }
    if (!(type.flags & ts.TypeFlags.Object) && !type.isIntersection()) return checker.typeToString(type);
    const fields = checker
      .getPropertiesOfType(type)
      .filter(({ name }) => place.length > 0 || !OF_ERROR.includes(name))
      .map((field) => {
        const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0;
        const inner = print(checker.getTypeOfSymbol(field), { place: [...place, field.name], enums });
        const comment = descriptions[field.name] ? `/** ${capitalized(descriptions[field.name])}. */\n` : '';
        return `${comment}readonly ${field.name}${isOptional ? '?' : ''}: ${inner}${isOptional ? ' | undefined' : ''};\n`;
      });
    return `{\n${fields.join('')}}`;
  }

  const lines = Object.entries(CATALOGUE)
    .filter(
      ([, { only, details }]) => only === undefined && !Object.keys(details).every((name) => OF_ERROR.includes(name)),
    )
    .map(([code, { details, enums }]) => `${code}: ${print(detailsOf(code), { enums, descriptions: details })};`);
  return `/** What the details of an error have, by its code. A code that is not here has none. */
export interface ErrorDetails {
${lines.join('\n')}
}
`;
}

function listOf(element) {
  return `${/[ |]/.test(element) ? `(${element})` : element}[]`;
}

function capitalized(text) {
  return text.replace(/^[a-z]/, (first) => first.toUpperCase());
}

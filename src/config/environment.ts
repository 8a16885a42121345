/** Where values come from: the environment, the file that CONFIG_FILE names, and files with one secret each. */
import { parseEnv } from 'node:util';
import { readTextFile } from './text-file.js';
import { ALL_VARIABLES } from './variables.js';

/** The environment of a process. */
export type Env = Record<string, string | undefined>;

export interface Environment {
  /** Variables that are set and not empty, by name. Includes the values of secrets that were read from files. */
  given: Record<string, string>;
  /** Where each of them comes from: `environment`, or the path of a file. */
  sources: Record<string, string>;
  /** One sentence for each file that cannot be used, and for what is wrong in it. */
  problems: string[];
}

const MAX_CONFIG_FILE_BYTES = 256 * 1024;
const MAX_SECRET_BYTES = 64 * 1024;

/** The variable with the path of a file that has a secret. */
export const fileVariable = (name: string): string => `${name}_FILE`;

const SECRETS = Object.entries(ALL_VARIABLES).flatMap(([name, variable]) => (variable.meta()?.secret ? [name] : []));

/** Names of all variables, with those that name the files of secrets. */
export const NAMES: readonly string[] = [...Object.keys(ALL_VARIABLES), ...SECRETS.map(fileVariable)];

/** Reads the environment and the files that it names. The environment wins over CONFIG_FILE. */
export function readEnvironment(env: Env): Environment {
  const problems: string[] = [];
  const own = readSecrets(withoutEmpty(env), 'environment', problems);
  const path = own.given.CONFIG_FILE;
  if (path === undefined) return { ...own, problems };
  const file = readSecrets(readConfigFile(path, problems), path, problems);
  return { given: { ...file.given, ...own.given }, sources: { ...file.sources, ...own.sources }, problems };
}

const withoutEmpty = (env: Env): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1])));

/** Replaces each variable that names a file by the secret in it. */
function readSecrets(
  given: Record<string, string>,
  source: string,
  problems: string[],
): Pick<Environment, 'given' | 'sources'> {
  const values = { ...given };
  const sources: Record<string, string> = Object.fromEntries(Object.keys(given).map((name) => [name, source]));
  for (const name of SECRETS) {
    const variable = fileVariable(name);
    const path = given[variable];
    if (path === undefined) continue;
    delete values[variable];
    delete sources[variable];
    if (given[name] !== undefined) {
      problems.push(`${name} and ${variable} are both set: remove one of them.`);
      continue;
    }
    const secret = readTextFile(path, variable, MAX_SECRET_BYTES, problems)?.replace(/\r?\n$/, '');
    if (secret === '') problems.push(`${variable} names ${path}, which is empty.`);
    if (!secret) continue;
    values[name] = secret;
    sources[name] = path;
  }
  return { given: values, sources };
}

/** An assignment of a `.env` file, as Node reads it: the value may be quoted, and then have several lines. */
const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)?.*$/gm;

function readConfigFile(path: string, problems: string[]): Record<string, string> {
  const content = readTextFile(path, 'CONFIG_FILE', MAX_CONFIG_FILE_BYTES, problems);
  if (content === undefined) return {};
  const problem = (line: number, text: string) => problems.push(`${path}, line ${line}: ${text}`);
  const seen = new Set<string>();
  const rest = content.replace(ASSIGNMENT, (assignment: string, name: string, offset: number) => {
    const line = content.slice(0, offset).split('\n').length;
    if (name === 'CONFIG_FILE') problem(line, 'CONFIG_FILE can only be set in the environment.');
    else if (!NAMES.includes(name)) problem(line, `the variable ${name} is unknown.`);
    else if (seen.has(name)) problem(line, `${name} is set a second time.`);
    seen.add(name);
    return assignment.replace(/[^\n]/g, '');
  });
  for (const [index, line] of rest.split('\n').entries()) {
    if (!/^\s*(#|$)/.test(line)) problem(index + 1, 'this is no assignment of the form NAME=value.');
  }
  return withoutEmpty({ ...parseEnv(content), CONFIG_FILE: undefined });
}

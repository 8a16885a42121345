import { AppError } from '../../foundation/errors/app-error.js';
import { publishableText } from '../../foundation/errors/publishable-text.js';
import { isLongerThan } from '../posts/state/post-bounds.js';
import { type LinkParameters, PARAMETER_NAMES, type ParameterName } from './link-parameters.js';

const MAX_TEMPLATE = 100;
const MAX_HOSTS = 50;

export type GivenLinkParameters = { readonly [Name in ParameterName]?: string | null | undefined } & {
  excludedHosts: readonly string[];
};

/** Trimmed templates; a blank one is none. Errors: LINK_PARAMETERS_INVALID, TEXT_NOT_PUBLISHABLE. */
export function parseLinkParameters(given: GivenLinkParameters): LinkParameters {
  const templates = PARAMETER_NAMES.map((name) => [name, parseTemplate(name, given[name] ?? '')]);
  if (given.excludedHosts.length > MAX_HOSTS) throw invalid(`excludedHosts has at most ${MAX_HOSTS} hosts`);
  const hosts = given.excludedHosts.map((host, index) => parseHost(host.trim(), index));
  return { ...Object.fromEntries(templates), excludedHosts: [...new Set(hosts)] };
}

function parseTemplate(name: ParameterName, given: string): string | null {
  const template = publishableText(given, name).trim();
  if (isLongerThan(template, MAX_TEMPLATE)) throw invalid(`${name} has at most ${MAX_TEMPLATE} characters`);
  if (/\p{Cc}/u.test(template)) throw invalid(`${name} is one line without control characters`);
  if (/[{}]/.test(template.replace(/\{(?:platform|account|date)\}/g, ''))) {
    throw invalid(`the placeholders of ${name} are {platform}, {account} and {date}`);
  }
  return template === '' ? null : template;
}

/** The host in ASCII. */
function parseHost(given: string, index: number): string {
  const isPlain = given.length <= 253 && !/[\s/?#@:\\%]/.test(given);
  const host = isPlain ? URL.parse(`https://${given}`)?.hostname : undefined;
  if (!host) throw invalid(`excludedHosts.${index} is no host name, such as example.com`);
  return host;
}

const invalid = (reason: string) => new AppError('LINK_PARAMETERS_INVALID', { reason });

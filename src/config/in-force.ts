/** The configuration as an operator sees it: every value, where it comes from, and no secret. */
import { type Env, type Environment, readEnvironment } from './environment.js';
import { defaultOf, type Variables } from './variable.js';
import { ALL_VARIABLES, variables } from './variables.js';

export interface ValueInForce {
  name: string;
  /** Secrets and passwords are `***`. Of a default, what docs/configuration.md says of it. */
  value: string;
  /** `environment`, `default`, or the path of a file. */
  source: string;
}

const MASK = '***';
const SECRET_PARAMETER = /pass|secret|token|key/i;

/** Every variable of the service; of those of single platforms, the ones that are set. */
export const valuesInForce = (env: Env): ValueInForce[] => shownValues(readEnvironment(env));

/** The same of an environment that was read. */
export function shownValues({ given, sources }: Pick<Environment, 'given' | 'sources'>): ValueInForce[] {
  return Object.entries(ALL_VARIABLES).flatMap(([name, variable]) => {
    const value = given[name];
    if (value !== undefined) return [{ name, value: masked(value, variable), source: sources[name] ?? 'environment' }];
    return name in variables ? [{ name, value: defaultOf(variable).replaceAll('`', ''), source: 'default' }] : [];
  });
}

/** An address keeps what does not identify anybody: a host that is wrong has to be seen. */
function masked(value: string, variable: Variables[string]): string {
  const isSecret = variable.meta()?.secret === true;
  if (!URL.canParse(value) || !value.includes('://')) return isSecret ? MASK : value;
  const url = new URL(value);
  const secretParameters = [...url.searchParams.keys()].filter((name) => SECRET_PARAMETER.test(name));
  if (url.password === '' && secretParameters.length === 0) return value;
  if (url.password !== '') url.password = MASK;
  for (const name of secretParameters) url.searchParams.set(name, MASK);
  return url.href;
}

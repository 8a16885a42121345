/**
 * The service and the account of commands: from the environment, or a profile in a file that only its owner can read.
 */
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from './usage-error.js';

/** A service and an account there. */
export interface Profile {
  url: string;
  apiKey: string;
  /** Managed user to act for. */
  userId?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PROFILE = 'default';

const fileOf = (env: Environment): string =>
  path.join(env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'social-publishing', 'config.json');

/**
 * The profile with this name; without a name that of the variables PUBLISHING_URL and …_API_KEY, or else the stored one
 * that PUBLISHING_PROFILE names, or `default`. PUBLISHING_USER_ID replaces the managed user of any of them.
 */
export async function readProfile(env: Environment, name: string | undefined): Promise<Profile> {
  const found = (name === undefined && fromEnvironment(env)) || (await readAll(env))[name ?? profileName(env)];
  const { PUBLISHING_USER_ID: userId } = env;
  if (found) return { ...found, ...(userId && { userId }) };
  if (name !== undefined) throw new UsageError(`There is no profile "${name}": run login --profile ${name}.`);
  throw new UsageError('Run login first, or set PUBLISHING_URL and PUBLISHING_API_KEY.');
}

export const profileName = (env: Environment): string => env.PUBLISHING_PROFILE || DEFAULT_PROFILE;

/** Uses both variables or none: a stored key is never sent to another service. */
function fromEnvironment(env: Environment): Profile | undefined {
  const { PUBLISHING_URL: url, PUBLISHING_API_KEY: apiKey } = env;
  if (!url && !apiKey) return undefined;
  if (!url || !apiKey) throw new UsageError('Set both PUBLISHING_URL and PUBLISHING_API_KEY, or neither.');
  return { url, apiKey };
}

/** Stores a profile; undefined removes it. Returns the file. */
export async function writeProfile(env: Environment, name: string, profile: Profile | undefined): Promise<string> {
  const file = fileOf(env);
  const { [name]: _, ...others } = await readAll(env);
  const profiles = profile ? { ...others, [name]: profile } : others;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // Replaced atomically: a reader, or a crash, finds the old file or the new one.
  const fresh = `${file}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600 });
  await chmod(fresh, 0o600);
  await rename(fresh, file);
  return file;
}

async function readAll(env: Environment): Promise<Record<string, Profile>> {
  const file = fileOf(env);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw new UsageError(`${file} cannot be read: ${error.code}`);
  });
  try {
    const { profiles = {} } = JSON.parse(text) as { profiles?: Record<string, Profile> };
    return profiles;
  } catch {
    throw new UsageError(`${file} is not valid JSON.`);
  }
}

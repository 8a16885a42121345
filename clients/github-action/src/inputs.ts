import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import * as core from '@actions/core';
import type { Platform } from '../../typescript/src/index.js';

export interface MediaFile {
  path: string;
  name: string;
  contentType: string;
  type: 'IMAGE' | 'VIDEO';
  altText: string;
}

export interface Inputs {
  /** Without a slash at its end. */
  url: string;
  apiKey: string;
  userId: string;
  content: string;
  accounts: string[];
  platforms: Platform[];
  /** Null: now. */
  scheduledTime: Date | null;
  draft: boolean;
  media: MediaFile[];
  waitSeconds: number;
  idempotencyKey: string;
  /** Whether the key is an input and not the default. */
  isOwnKey: boolean;
  /** The attempt of the run: 1, and one more for each re-run. */
  attempt: number;
}

const MAX_CONTENT_BYTES = 1_000_000;
const MAX_FILE_BYTES = 512 * 1024 * 1024;
const MAX_FILES = 20;
const MAX_WAIT_SECONDS = 3600;
const MAX_KEY_LENGTH = 255;

const CONTENT_TYPES: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.avif': 'image/avif',
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
};

/** Of each, as people write it. */
const PLATFORMS = Object.keys({
  FEDIVERSE: true,
  MESSENGER: true,
  MICROBLOG: true,
  NETWORK: true,
  PHOTOGRAM: true,
  PINBOARD: true,
  SHORTVIDEO: true,
  SKYFEED: true,
  SOCIALPAGE: true,
  THREADTALK: true,
  VIDEOHUB: true,
} satisfies Record<Platform, true>).map((name) => name.toLowerCase());

const ZONED_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Reads and checks all inputs. Errors name the input. */
export async function readInputs(): Promise<Inputs> {
  const apiKey = core.getInput('api-key');
  if (apiKey) core.setSecret(apiKey);
  if (!apiKey) throw new Error('api-key is missing. Is the secret set, and may this workflow read it?');
  // Node's own error about a header would show its value.
  if (!/^[\x21-\x7e]{1,500}$/.test(apiKey)) throw new Error('api-key contains characters that no API key has.');
  const userId = core.getInput('user-id');
  if (!/^([0-9a-f]{24})?$/.test(userId)) throw new Error('user-id must be 24 hexadecimal characters.');
  const accounts = listOf('accounts');
  const platforms = readPlatforms();
  if (accounts.length + platforms.length === 0) throw new Error('accounts or platforms must name the targets.');
  const draft = core.getBooleanInput('draft');
  const scheduledTime = readTime();
  if (draft && scheduledTime) throw new Error('draft and scheduled-time exclude each other.');
  return {
    url: readUrl(),
    apiKey,
    userId,
    content: await readContent(),
    accounts,
    platforms,
    scheduledTime,
    draft,
    media: await readMedia(),
    waitSeconds: readWait(),
    idempotencyKey: readKey(),
    isOwnKey: core.getInput('idempotency-key') !== '',
    attempt: Number(process.env.GITHUB_RUN_ATTEMPT) || 1,
  };
}

const listOf = (name: string): string[] =>
  core
    .getInput(name)
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter(Boolean);

function readPlatforms(): Platform[] {
  const names = listOf('platforms');
  const unknown = names.find((name) => !PLATFORMS.includes(name.toLowerCase()));
  if (unknown !== undefined) throw new Error(`platforms: ${unknown} is none of ${PLATFORMS.join(', ')}.`);
  return names.map((name) => name.toUpperCase() as Platform);
}

function readUrl(): string {
  const url = URL.parse(core.getInput('url', { required: true }));
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new Error('url must be the http or https URL of the service, without credentials and query.');
  }
  if (url.protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) {
    core.warning('url is not https: the API key can be read on the way.');
  }
  return url.href.replace(/\/+$/, '');
}

async function readContent(): Promise<string> {
  const content = core.getInput('content', { trimWhitespace: false });
  const file = core.getInput('content-file');
  if (content.trim() && file) throw new Error('content and content-file exclude each other.');
  if (!file) {
    if (!content.trim()) throw new Error('content or content-file is required.');
    return content;
  }
  const found = await fileOf('content-file', file, MAX_CONTENT_BYTES);
  const text = await decode(found, file);
  if (!text.trim()) throw new Error(`content-file: ${file} is empty.`);
  return text.trimEnd();
}

async function decode(file: string, name: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch {
    throw new Error(`content-file: ${name} is not UTF-8.`);
  }
}

/**
 * The real path of a file, which must be in the workspace or the runner's temporary folder: a link in a pull request
 * must not publish other files of the runner.
 */
async function fileOf(input: string, file: string, maxBytes: number): Promise<string> {
  const workspace = process.env.GITHUB_WORKSPACE ?? process.cwd();
  const found = await realpath(path.resolve(workspace, file)).catch(() => undefined);
  if (!found) throw new Error(`${input}: ${file} does not exist.`);
  const folders = [workspace, process.env.RUNNER_TEMP].filter((folder) => folder !== undefined && folder !== '');
  const roots = await Promise.all(folders.map((folder) => realpath(folder as string)));
  const isInside = roots.some((root) => found.startsWith(root + path.sep));
  const inner = roots.map((root) => path.relative(root, found));
  if (!isInside || inner.some((name) => name.split(path.sep)[0] === '.git')) {
    throw new Error(`${input}: ${file} is not in the workspace.`);
  }
  const { size, isRegular } = await stat(found).then((stats) => ({ size: stats.size, isRegular: stats.isFile() }));
  if (!isRegular) throw new Error(`${input}: ${file} is not a file.`);
  if (size > maxBytes) throw new Error(`${input}: ${file} is larger than ${maxBytes} bytes.`);
  return found;
}

async function readMedia(): Promise<MediaFile[]> {
  const files = core.getMultilineInput('media');
  if (files.length > MAX_FILES) throw new Error(`media: at most ${MAX_FILES} files.`);
  // An empty line means that the file has no alternative text.
  const altTexts = core.getInput('alt-texts', { trimWhitespace: false }).replace(/\n$/, '').split('\n');
  if (altTexts.filter((text) => text.trim()).length > 0 && altTexts.length > files.length) {
    throw new Error('alt-texts has more lines than media.');
  }
  return Promise.all(
    files.map(async (file, index) => {
      const contentType = CONTENT_TYPES[path.extname(file).toLowerCase()];
      if (!contentType)
        throw new Error(`media: ${file} is not of a known type (${Object.keys(CONTENT_TYPES).join(' ')}).`);
      return {
        path: await fileOf('media', file, MAX_FILE_BYTES),
        name: path.basename(file),
        contentType,
        type: contentType.startsWith('image/') ? ('IMAGE' as const) : ('VIDEO' as const),
        altText: altTexts[index]?.trim() ?? '',
      };
    }),
  );
}

function readTime(): Date | null {
  const text = core.getInput('scheduled-time');
  if (!text) return null;
  const time = new Date(text);
  if (!ZONED_TIME.test(text) || Number.isNaN(time.getTime())) {
    throw new Error('scheduled-time must be a time with zone, such as 2030-01-31T09:00:00Z.');
  }
  return time;
}

function readWait(): number {
  const text = core.getInput('wait-seconds') || '300';
  if (!/^\d{1,4}$/.test(text) || Number(text) > MAX_WAIT_SECONDS) {
    throw new Error(`wait-seconds must be a whole number from 0 to ${MAX_WAIT_SECONDS}.`);
  }
  return Number(text);
}

/** The key excludes the number of the attempt, so that a re-run finds the post of the run. */
function readKey(): string {
  const given = core.getInput('idempotency-key');
  if (given.length > MAX_KEY_LENGTH) throw new Error(`idempotency-key must have at most ${MAX_KEY_LENGTH} characters.`);
  if (given) return given;
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_JOB, GITHUB_ACTION } = process.env;
  if (!GITHUB_RUN_ID) throw new Error('idempotency-key is required outside of a workflow run.');
  const step = [
    GITHUB_SERVER_URL,
    GITHUB_REPOSITORY,
    GITHUB_RUN_ID,
    GITHUB_JOB,
    GITHUB_ACTION,
    core.getInput('matrix'),
  ];
  return `github-${createHash('sha256').update(JSON.stringify(step)).digest('hex')}`;
}

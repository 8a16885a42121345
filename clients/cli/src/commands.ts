/** The implementation of each command. */
import type {
  Client,
  PlatformPost,
  Post,
  PostGroupStatus,
  ProgressEvent,
  UploadProgress,
} from '../../typescript/src/index.js';
import {
  draftTargets,
  isMediaId,
  isWebAddress,
  labelIdsOf,
  openFile,
  parseTime,
  platformIdsOf,
  readText,
  scheduleOf,
} from './inputs.js';
import { excerpt, type Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

export interface Context {
  client: Client;
  terminal: Terminal;
  /** Results as JSON. */
  json: boolean;
  signal: AbortSignal;
  stdin: NodeJS.ReadStream;
}

/** Whether the command succeeded, which its exit code shows. */
export type Outcome = Promise<boolean>;

export interface PostOptions {
  to: string[];
  at?: string;
  queue?: string | true;
  asWritten?: boolean;
  firstComment?: string;
  draft?: boolean;
  file?: string[];
  alt?: string[];
  label?: string[];
  follow?: boolean;
  idempotencyKey?: string;
}

const EXCERPT = 60;
/** Steps with which a platform post ends. */
const ENDS: readonly string[] = ['PUBLISHED', 'FAILED'];
/** Steps that are printed for the user; the others only advance the progress bar. */
const TOLD: readonly string[] = [...ENDS, 'ATTEMPT_FAILED', 'GROUP_FINISHED', 'DELETED'];

const AS_WRITTEN = { addSignature: false, addLinkParameters: false };

export async function post(context: Context, text: string | undefined, options: PostOptions): Outcome {
  const { client, terminal, signal, stdin } = context;
  if ([options.draft, options.at, options.queue].filter(Boolean).length > 1) {
    throw new UsageError('--at, --queue and --draft exclude each other.');
  }
  if (options.draft && options.follow) throw new UsageError('--draft and --follow exclude each other.');
  const { file: paths = [], alt: altTexts = [], idempotencyKey, firstComment } = options;
  if (altTexts.length > paths.length) throw new UsageError('There are more --alt than --file.');
  const timing = options.queue
    ? { schedule: scheduleOf(options.queue) }
    : { scheduledTime: options.at === undefined ? ('now' as const) : parseTime(options.at) };
  const content = await readText(text, stdin, signal);
  const files = await Promise.all(
    paths.map(async (path, index) => ({
      ...(await givenFile(path)),
      altText: altTexts[index],
    })),
  );
  const platformIds = await platformIdsOf(client, options.to, signal);
  const labelIds = options.label && (await labelIdsOf(client, options.label, signal));
  let left = 'The post may have been created: see social-publishing list.';
  const created = await client.posts
    .create(
      {
        content,
        platformIds,
        files,
        labelIds,
        idempotencyKey,
        ...(options.asWritten && AS_WRITTEN),
        ...(firstComment && { overrides: platformIds.map((platformId) => ({ platformId, firstComment })) }),
        ...(!options.draft && timing),
      },
      {
        signal,
        onProgress: showUpload(terminal),
        onDraft: ({ id }) => {
          left = `The post ${id} is left as a draft, with the files that were uploaded completely.`;
        },
      },
    )
    .catch((error: unknown) => {
      if (signal.aborted) terminal.note(left);
      throw error;
    });
  terminal.endProgress();
  if (!options.follow) {
    show(context, created);
    return true;
  }
  terminal.note(`Post ${created.id}`);
  const showStep = stepView(terminal, platformIds.length, terminal.note);
  for await (const step of created.follow({ signal })) showStep(step);
  terminal.endProgress();
  const ended = await client.posts.get(created.id, { signal });
  if (ended) show(context, ended);
  return ended?.status === 'PUBLISHED';
}

async function givenFile(file: string) {
  if (isWebAddress(file)) return { url: file };
  return isMediaId(file) ? { mediaId: file } : openFile(file);
}

export async function follow({ client, terminal, json, signal }: Context, id: string): Outcome {
  let status: PostGroupStatus | undefined;
  const targets = (await client.posts.get(id, { signal }))?.posts.length ?? 0;
  const showStep = stepView(terminal, targets, terminal.line);
  for await (const step of client.posts.follow(id, { signal })) {
    status = step.groupStatus;
    if (json) terminal.json(step);
    else showStep(step);
  }
  terminal.endProgress();
  return status === 'PUBLISHED';
}

export async function upload(context: Context, postGroupId: string, paths: readonly string[]): Outcome {
  const { client, terminal, json, signal } = context;
  for (const [index, file] of (await Promise.all(paths.map(openFile))).entries()) {
    const media = await client.media
      .upload(file, { postGroupId, signal, onProgress: showUpload(terminal) })
      .catch((error: unknown) => {
        if (signal.aborted) terminal.note(`Not added to the post: ${paths.slice(index).join(', ')}`);
        throw error;
      });
    terminal.endProgress();
    if (json) terminal.json(media);
    else terminal.line(`${media.id} ${media.name}`);
  }
  return true;
}

export async function files({ client, terminal, json, signal }: Context, postGroupId: string): Outcome {
  const media = await client.media.list(postGroupId, { signal });
  if (json) terminal.json(media);
  else {
    const rows = media.map(({ id, status, name, problem }) => [id, status, name, problem]);
    terminal.table(['ID', 'STATUS', 'NAME', 'PROBLEM'], rows);
  }
  return true;
}

export async function removeFiles({ client, terminal, json, signal }: Context, ids: readonly string[]): Outcome {
  for (const id of ids) {
    await client.media.delete(id, { signal });
    if (json) terminal.json({ deletedMediaId: id });
    else terminal.line(id);
  }
  return true;
}

export async function list(
  { client, terminal, json, signal }: Context,
  { status, label: names, limit }: { status?: string[]; label?: string[]; limit: number },
): Outcome {
  const statuses = status?.map((name) => name.toUpperCase() as PostGroupStatus);
  const filter = {
    ...(statuses && { statuses }),
    ...(names && { labels: { ids: await labelIdsOf(client, names, signal) } }),
  };
  const posts: Post[] = [];
  const pageSize = Math.min(limit, 100);
  for await (const found of client.posts.list({ filter, pageSize, signal })) {
    posts.push(found);
    if (posts.length === limit) break;
  }
  if (json) terminal.json(posts);
  else {
    const rows = posts.map(({ id, status: of, scheduledTime, publishedAt, posts: targets, content }) => [
      ...[id, of, publishedAt ?? scheduledTime, String(targets.length)],
      excerpt(content, EXCERPT),
    ]);
    terminal.table(['ID', 'STATUS', 'TIME', 'TARGETS', 'TEXT'], rows);
  }
  return true;
}

export async function accounts({ client, terminal, json, signal }: Context): Outcome {
  const found = [];
  for await (const account of client.accounts.list({ signal })) found.push(account);
  if (json) terminal.json(found);
  else {
    const rows = found.map(({ platformId, tokenStatus, username, displayName }) => [
      ...[platformId, tokenStatus, `@${username}`],
      excerpt(displayName, EXCERPT),
    ]);
    terminal.table(['ACCOUNT', 'TOKEN', 'USERNAME', 'NAME'], rows);
  }
  return true;
}

/** Sets the text that closes the posts of accounts; an empty one removes it. */
export async function signature(context: Context, to: readonly string[], text: string): Outcome {
  const { client, terminal, json, signal } = context;
  const platformIds = await platformIdsOf(client, to, signal);
  let isAny = false;
  for await (const { id: accountId, platformId } of client.accounts.list({ filter: { platformIds }, signal })) {
    isAny = true;
    await client.api.setSignature({ accountId, text }, { signal });
    if (json) terminal.json({ platformId, signature: text.trim() || null });
    else terminal.line(platformId);
  }
  if (!isAny) throw new UsageError('None of these accounts is connected.');
  return true;
}

export async function validate(context: Context, text: string | undefined, { to }: { to: string[] }): Outcome {
  const { client, terminal, json, signal, stdin } = context;
  const content = await readText(text, stdin, signal);
  const report = await client.posts.validate({ content, ...(await draftTargets(client, to, signal)) }, { signal });
  if (json) terminal.json(report);
  else {
    const rows = [...report.errors, ...report.warnings].map(({ severity, platform, platformIds, code, message }) => [
      ...[severity, platformIds?.join(',') ?? platform?.toLowerCase() ?? '', code, message],
    ]);
    terminal.table(['SEVERITY', 'PLATFORM', 'CODE', 'PROBLEM'], rows);
    if (report.valid) terminal.note('It can be published.');
  }
  return report.valid;
}

export function show({ terminal, json }: Context, group: Post): void {
  if (json) {
    terminal.json(group);
    return;
  }
  terminal.line(`${group.id} ${group.status}${group.scheduledTime ? ` ${group.scheduledTime}` : ''}`);
  terminal.table(
    ['ACCOUNT', 'STATUS', 'RESULT'],
    group.posts.map((one) => [one.platformId, one.status, resultOf(one)]),
  );
}

const resultOf = ({ url, error }: Pick<PlatformPost, 'url' | 'error'>): string | null =>
  error ? `${error.message} ${error.advice}` : url;

/** Shows each step: a line of what happened, and how many platform posts have ended. */
function stepView(terminal: Terminal, targets: number, write: (line: string) => void): (step: ProgressEvent) => void {
  const ended = new Set<string>();
  return ({ type, platformPostId, platformPost, groupStatus, error, reason }) => {
    if (platformPostId && ENDS.includes(type)) ended.add(platformPostId);
    else if (platformPostId && type === 'QUEUED') ended.delete(platformPostId);
    if (TOLD.includes(type) || reason) {
      const what = error ? `${error.message} ${error.advice}` : (reason ?? platformPost?.url);
      terminal.endProgress();
      write([platformPost?.platformId, type, platformPost ? what : groupStatus].filter(Boolean).join(' '));
    }
    const total = Math.max(targets, ended.size);
    terminal.progress(ended.size, total, `${ended.size} of ${total} ended`);
  };
}

export const showUpload =
  (terminal: Terminal) =>
  ({ name, sentBytes, totalBytes }: UploadProgress): void =>
    terminal.progress(sentBytes, totalBytes, `${name} ${percent(sentBytes, totalBytes)}`);

const percent = (done: number, total: number): string => `${Math.floor((100 * done) / Math.max(total, 1))} %`;

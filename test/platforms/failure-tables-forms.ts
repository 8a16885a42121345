/** How a platform says what a row of its failure table describes, and when it does. */
import type { FailureRow } from '../../src/platforms/kit/failure-table.js';
import type { PlatformKey } from '../../src/platforms/port/platform.js';
import { bodyOf } from './graph-refusals.js';

export interface ErrorForm {
  answer: { status: number; body?: unknown };
  /** A part of the path of the request that is answered so; absent: it is the one that makes the post. */
  path?: string;
  /**
   * When that is not the publishing of a post: while a video is uploaded or processed, at a login, at a deletion, when a
   * comment is published, or while the numbers of a post are read.
   */
  when?: 'uploading' | 'working' | 'login' | 'deleting' | 'commenting' | 'measuring';
}

type Form = (row: FailureRow) => ErrorForm;

const first = (value: FailureRow['error'] | FailureRow['status']) => (typeof value === 'object' ? value[0] : value);
const statusOf = ({ status }: FailureRow, otherwise = 400) => Number(first(status) ?? otherwise);
const textOf = ({ messagePrefix = 'In words' }: FailureRow) => messagePrefix;

/** The form of a platform with one shape of body, whose status says nothing where the row does not name one. */
const inBody =
  (body: (row: FailureRow) => unknown, { path, status }: { path?: string; status?: number } = {}): Form =>
  (row) => ({ answer: { status: statusOf(row, status), body: body(row) }, ...(path !== undefined && { path }) });

/** RFC 6749, section 5.2. */
const atLogin =
  (path: string): Form =>
  (row) => ({
    answer: { status: 400, body: { error: row.error, error_description: textOf(row) } },
    path,
    when: 'login',
  });

const graph = inBody((row) => {
  const { error = -1, subcode, isTransient, messagePrefix } = row;
  return bodyOf({
    code: Number(first(error)),
    ...(messagePrefix !== undefined && { message: textOf(row) }),
    ...(subcode !== undefined && { error_subcode: subcode }),
    ...(isTransient && { is_transient: true }),
  });
});
/** Of what is made from containers: refusals to make one, and what became of it. */
const containers =
  (path: string, statusOfContainer: (row: FailureRow) => unknown): Form =>
  (row) =>
    typeof row.error === 'string'
      ? { answer: { status: 200, body: statusOfContainer(row) }, when: 'working' }
      : { ...graph(row), path };

const microblog = inBody((row) => ({
  type: row.error === undefined ? 'about:blank' : `https://api.x.com/2/problems/${row.error}`,
  title: 'A problem',
  detail: textOf(row),
}));
const network = inBody((row) => ({
  status: statusOf(row),
  ...(typeof row.error === 'number' ? { serviceErrorCode: row.error } : { code: row.error }),
  message: textOf(row),
}));
const shortvideo = (row: FailureRow) => ({ data: {}, error: { code: row.error, message: textOf(row), log_id: '1' } });
const videohub = (row: FailureRow) => ({
  error: { message: textOf(row), errors: [{ reason: row.error ?? 'other' }] },
});

/** What answers a request about a post that is live: errors of logins stay where they are. */
const after =
  (request: 'deleting' | 'measuring') =>
  (form: Form): Form =>
  (row) => {
    const { answer, when } = form(row);
    return when === 'login' ? form(row) : { answer, when: request };
  };
const deleting = after('deleting');
const measuring = after('measuring');

/** What answers the request that publishes a comment. */
const commenting =
  (form: Form): Form =>
  (row) => ({ answer: form(row).answer, when: 'commenting' });

const photogramLogin: Form = (row) => {
  const body = { error_type: row.error, error_message: textOf(row), code: 400 };
  const { answer } = typeof row.error === 'string' ? { answer: { status: 400, body } } : graph(row);
  return { answer, path: '/oauth/access_token', when: 'login' };
};

const microblogForm: Form = (row) =>
  row.error === 'invalid_request' ? atLogin('/2/oauth2/token')(row) : microblog(row);
const networkForm: Form = (row) => (row.error === 'invalid_request' ? atLogin('/accessToken')(row) : network(row));
const videohubForm = inBody(videohub, { path: '/upload/', status: 403 });
const fediverse = inBody((row) => ({ error: textOf(row) }));
/** The messenger server's own words, by which its refusals are known. */
const MESSENGER_WORDS = new Map<FailureRow['error'], string>([
  [400, 'Bad Request: message is too long'],
  [401, 'Unauthorized'],
  [403, 'Forbidden: bot was kicked from the channel chat'],
  [404, 'Not Found'],
  [413, 'Request Entity Too Large'],
  [429, 'Too Many Requests: retry after 5'],
]);
/** Its status is that of the body. */
const messenger: Form = (row) => ({
  answer: {
    status: Number(row.error),
    body: {
      ok: false,
      error_code: row.error,
      description: row.messagePrefix ? textOf(row) : (MESSENGER_WORDS.get(row.error) ?? textOf(row)),
      ...(row.error === 429 && { parameters: { retry_after: 5 } }),
    },
  },
});
const pinboard = inBody((row) => ({ code: row.error ?? 1, message: textOf(row) }));

/** By platform, and by the names of its tables. */
export const FORMS: Readonly<Record<PlatformKey, Readonly<Record<string, Form>>>> = {
  microblog: {
    microblogFailures: microblogForm,
    deletionFailures: deleting(microblogForm),
    numbersFailures: measuring(microblogForm),
  },
  network: { networkFailures: networkForm, deletionFailures: deleting(networkForm) },
  photogram: {
    photogramFailures: containers('/media', ({ error }) => ({ status_code: error })),
    loginFailures: photogramLogin,
    commentFailures: commenting(graph),
  },
  threadtalk: {
    threadtalkFailures: containers('/threads', (row) => ({ status: row.error, error_message: row.messagePrefix })),
  },
  shortvideo: {
    shortvideoFailures: inBody(shortvideo, { path: '/video/init/' }),
    numbersFailures: measuring(inBody(shortvideo)),
    uploadFailures: inBody((row) => (row.error === undefined ? undefined : shortvideo(row))),
  },
  videohub: {
    videohubFailures: videohubForm,
    deletionFailures: deleting(videohubForm),
    commentFailures: commenting(videohubForm),
    numbersFailures: measuring(videohubForm),
    sessionFailures: inBody(videohub, { status: 403 }),
  },
  socialpage: { socialpageFailures: graph, commentFailures: commenting(graph) },
  skyfeed: { skyfeedFailures: inBody((row) => ({ error: row.error ?? 'Other', message: textOf(row) })) },
  fediverse: {
    fediverseFailures: fediverse,
    deletionFailures: deleting(fediverse),
    numbersFailures: measuring(fediverse),
  },
  messenger: { messengerFailures: messenger, deletionFailures: deleting(messenger) },
  pinboard: {
    pinboardFailures: pinboard,
    deletionFailures: deleting(pinboard),
    numbersFailures: measuring(pinboard),
    uploadFailures: (row) => ({
      ...inBody(({ error = 'Other' }) => `<Error><Code>${error}</Code><Message>In words</Message></Error>`)(row),
      path: '/media-upload/',
      when: 'uploading',
    }),
  },
};

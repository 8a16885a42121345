/** A page for each error of the catalogue, and for each reason why a platform did not publish a post. */
import { CATALOGUE, type ErrorCode } from '../foundation/errors/catalogue.js';
import type { Entry } from '../foundation/errors/entry.js';
import { ErrorFault, fieldOf, guidanceOf } from '../foundation/errors/guidance.js';
import { messageForm } from '../foundation/errors/message-form.js';
import { FAILURES, type FailureCode, type Fault } from '../platforms/port/failure.js';
import { blocks, code, prose, table } from './markdown.js';

/** Who has to act on an error. */
const ERROR_FAULTS: Record<ErrorFault, string> = {
  [ErrorFault.ARGUMENTS]: 'The caller changes the input.',
  [ErrorFault.ACCOUNT]: 'A person changes the account, its plan or the API key.',
  [ErrorFault.LIMIT]: 'No one. Wait, then repeat the request.',
  [ErrorFault.SERVICE]: 'The operator of the service.',
};

/** Who has to act on a failure. */
const FAILURE_FAULTS: Record<Fault, string> = {
  content: 'The author changes the content.',
  account: 'The owner of the connected account.',
  platform: 'No one. The platform had a problem.',
  service: 'The operator of the service.',
};

const RAISED_BY = {
  rest: 'REST only.',
  page: 'A page that a person opens in a browser.',
  mcp: 'MCP and its OAuth only.',
  console: 'The operator’s console.',
};

const CODES = Object.keys(CATALOGUE) as ErrorCode[];
const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[];

/** The pages by their paths. `operationsOf` returns the mutations whose descriptions list a code. */
export function errorPages(operationsOf: (code: string) => readonly string[]): Map<string, string> {
  return new Map([
    ['errors/index.md', errorIndex()],
    ...CODES.map((each) => [`errors/${each}.md`, errorPage(each, operationsOf(each))] as const),
    ['failures/index.md', failureIndex()],
    ...FAILURE_CODES.map((each) => [`failures/${each}.md`, failurePage(each)] as const),
  ]);
}

const errorIndex = () =>
  blocks(
    '# Errors',
    'Every code that `extensions.code` of a GraphQL error can have, and the same errors over REST. ' +
      '`extensions.documentation` of an error is the address of its page here. ' +
      '[Errors](../guides/graphql.md#errors) has the other extensions, and [failures](../failures/index.md) has the ' +
      'reasons why a post was not published.',
    table(
      ['Code', 'Status', 'Message'],
      CODES.map((each) => [`[${code(each)}](./${each}.md)`, String(CATALOGUE[each].status), prose(messageForm(each))]),
    ),
  );

function errorPage(each: ErrorCode, operations: readonly string[]): string {
  const { status, restStatus = status, only, forwards, details, restBody } = CATALOGUE[each] as Entry<unknown>;
  const { fault, advice, retryable } = guidanceOf(each);
  const message = messageForm(each);
  const field = fieldOf({ code: each, details: {} });
  const body = restBody?.({ code: each, message, details: {} }) ?? { error: message };
  const statuses = restStatus === status ? String(status) : `${status}; over REST ${restStatus}`;
  const isOverRest = only === undefined || only === 'rest';
  const hasDetails = Object.keys(details).length > 0;
  return blocks(
    `# ${each}`,
    `> ${prose(message)}`,
    prose(advice),
    table(
      ['', ''],
      [
        ['Who has to act', ERROR_FAULTS[fault]],
        ['The same request', retryable ? 'May succeed later.' : 'Fails again.'],
        ['HTTP status', forwards ? `${statuses}, or that of the platform` : statuses],
        ...(field ? [['Field of the input', code(field)]] : []),
        ...(only ? [['Raised by', RAISED_BY[only]]] : []),
      ],
    ),
    hasDetails && '## Details',
    hasDetails && (only === undefined ? 'In `extensions`, beside the code:' : 'Values of the message:'),
    table(
      ['Name', 'Value'],
      Object.entries<string>(details).map(([name, meaning]) => [code(name), prose(meaning)]),
    ),
    operations.length > 0 && '## Mutations',
    operations.map((operation) => `- [${code(operation)}](../reference/graphql/mutations.md#${operation})`).join('\n'),
    isOverRest && '## Over REST',
    isOverRest && `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``,
    '[All errors](./index.md)',
  );
}

const failureIndex = () =>
  blocks(
    '# Failures',
    'Why a platform post was not published: `error.code` of the post. The platform’s message is in `error.message`. ' +
      'The list is open: treat a code that you do not handle like `UNKNOWN_ERROR`. ' +
      '[When a post fails](../guides/platforms.md#when-a-post-fails) says what the service does before it gives up.',
    table(
      ['Code', 'Who has to act', 'What to do'],
      FAILURE_CODES.map((each) => [
        `[${code(each)}](./${each}.md)`,
        FAILURE_FAULTS[FAILURES[each].fault],
        prose(FAILURES[each].advice),
      ]),
    ),
  );

function failurePage(each: FailureCode): string {
  const { fault, advice, retryable } = FAILURES[each];
  return blocks(
    `# ${each}`,
    prose(advice),
    table(
      ['', ''],
      [
        ['Who has to act', FAILURE_FAULTS[fault]],
        ['Retry', retryable ? 'May succeed with the same content.' : 'Fails again until something has changed.'],
        [
          'The post',
          each === 'OUTCOME_UNKNOWN'
            ? 'May be live. Look at the account first.'
            : 'Is not live. A retry creates no second one.',
        ],
      ],
    ),
    'Retry with `retryPlatformPost`, or `retryPostGroup` for all failed posts of a group: ' +
      '[mutations](../reference/graphql/mutations.md#retryPlatformPost).',
    '[All failures](./index.md)',
  );
}

import type { GraphQLFormattedError } from 'graphql';
import { CATALOGUE } from '../foundation/errors/catalogue.js';
import type { Entry } from '../foundation/errors/entry.js';

/** Who has to act: the arguments, the person's account or its plan, the caller's pace, or this service. */
type Fault = 'ARGUMENTS' | 'ACCOUNT' | 'LIMIT' | 'SERVICE';

/** An error of a tool, as a model reads it. */
export interface ToolError {
  /** Of the error catalogue, or one of GraphQL's, or CONFIRMATION_REQUIRED. */
  code: string;
  message: string;
  fault: Fault;
  /** What to do next, in one or two sentences. */
  advice: string;
  /** Further fields of the code, as `errorCodes` lists them. */
  details?: Record<string, unknown>;
}

/** Characters of details that an answer has: a validation can have hundreds of issues. */
const MAX_DETAILS = 20_000;

const ADVICE: Record<Fault, string> = {
  ARGUMENTS: 'Change the arguments as the message says, then call the tool again.',
  ACCOUNT: 'Do not repeat the call: tell the user, who has to change the account, its plan or the API key.',
  LIMIT: 'Wait, then repeat the call with the same arguments.',
  SERVICE:
    'What the call was to change may be done: look first, for example with get_post, list_posts or get_post_statistics. If it is not, repeat the call once, with the same idempotencyKey if it has one; if it fails again, tell the user.',
};

/** Where the general advice is not enough. */
const ADVICE_BY_CODE: Record<string, string> = {
  CONFIRMATION_REQUIRED:
    'Show the user what would happen. Once the user has agreed, call the tool again with the same arguments and confirm: true.',
  CONNECTIONS_NOT_FOUND: 'Call list_accounts, and use the platformId of connected accounts as they are written there.',
  PLATFORM_ID_INVALID: 'Call list_accounts, and use the platformId of connected accounts as they are written there.',
  VALIDATION_FAILED:
    'Change what details.validation.errors names, check it with validate_post, then call the tool again.',
  POST_GROUP_NOT_FOUND: 'Call list_posts to find the postGroupId; the post may have been deleted.',
  POST_GROUP_CHANGED: 'Call get_post, look at what has changed, then update it again with its updatedAt.',
  POST_GROUP_NOT_UPDATABLE:
    'Its publishing has begun or ended. Call get_post: an earlier call may already have had the effect. Create a new post only for content that get_post does not show.',
  OUTCOME_UNKNOWN_NOT_ACKNOWLEDGED:
    'The post may be live. Ask the user to look at the account; only if it is not there, retry with acknowledgeUnknownOutcome: true.',
  IDEMPOTENCY_KEY_REUSED:
    'The key has created a post with other arguments: find it with list_posts. Use a new key only for a post that is not there.',
  ADD_COMMENT_FAILED:
    'The comment may be there. Ask the user to look at the post, and comment again only if it is not.',
  ANSWER_TOO_LARGE: 'Ask for fewer posts at a time.',
  OPERATION_TOO_LARGE: 'Ask for less at a time, or shorten the arguments.',
};

/** 403s that are about what the arguments name, and 400s that are about the account. */
const OF_ACCOUNT =
  /^(EMAIL_NOT_CONFIRMED|PLATFORM_NOT_AVAILABLE|CONNECTIONS_OVER_LIMIT|\w+_LIMIT_REACHED|\w+_ACCESS_DISABLED|SESSION_REQUIRED)$/;

function faultOf(code: string): Fault {
  if (OF_ACCOUNT.test(code)) return 'ACCOUNT';
  if (code === 'RATE_LIMITED') return 'LIMIT';
  const { status = 400 } = (CATALOGUE as Record<string, Entry<unknown> | undefined>)[code] ?? {};
  if (status === 401) return 'ACCOUNT';
  return status >= 500 ? 'SERVICE' : 'ARGUMENTS';
}

/** An error that a tool answers instead of its result. */
export abstract class ToolFailure extends Error {
  abstract readonly code: string;
  readonly details: Record<string, unknown> = {};

  /** As JSON, bounded: details that are too long are left out. */
  toJSON(): ToolError {
    const { code, message, details } = this;
    const fault = faultOf(code);
    const isShown = Object.keys(details).length > 0 && JSON.stringify(details).length <= MAX_DETAILS;
    return { code, message, fault, advice: ADVICE_BY_CODE[code] ?? ADVICE[fault], ...(isShown && { details }) };
  }
}

/** An operation that answered an error. */
export class OperationRefused extends ToolFailure {
  readonly code: string;
  override readonly details: Record<string, unknown>;

  constructor({ message, extensions: { code, ...details } = {} }: GraphQLFormattedError) {
    super(message);
    this.code = String(code);
    this.details = details;
  }
}

/** What is asked for cannot be undone, or everyone will see it, and the call does not say that a person has agreed. */
export class ConfirmationRequired extends ToolFailure {
  readonly code = 'CONFIRMATION_REQUIRED';
}

/** An object that the caller does not have, where GraphQL answers null. */
export class NotFound extends ToolFailure {
  readonly code: 'POST_GROUP_NOT_FOUND' | 'CONNECTION_NOT_FOUND';

  constructor(code: NotFound['code']) {
    super((CATALOGUE[code] as Entry<unknown>).message({}));
    this.code = code;
  }
}

import type { GraphQLFormattedError } from 'graphql';
import { CATALOGUE } from '../foundation/errors/catalogue.js';
import type { Entry } from '../foundation/errors/entry.js';
import { type Guidance, guidanceOf } from '../foundation/errors/guidance.js';

/** An error of a tool, as a model reads it. */
export interface ToolError extends Pick<Guidance, 'advice'> {
  /** Of the error catalogue, or one of GraphQL's, or CONFIRMATION_REQUIRED. */
  code: string;
  message: string;
  fault: string;
  /** The argument that it is about, as a path in the GraphQL operation. */
  field?: string;
  /** Further fields of the code, as `errorCodes` lists them. */
  details?: Record<string, unknown>;
}

/** Characters of details that a response has: a validation can have hundreds of issues. */
const MAX_DETAILS = 20_000;

/** An error that a tool returns instead of its result. */
export abstract class ToolFailure extends Error {
  abstract readonly code: string;
  readonly details: Record<string, unknown> = {};
  readonly field: string | undefined = undefined;

  /** Who has to act, and what to do. */
  abstract readonly guidance: Pick<ToolError, 'fault' | 'advice'>;

  /** As JSON, bounded: details that are too long are left out. */
  toJSON(): ToolError {
    const { code, message, details, field, guidance } = this;
    const isShown = Object.keys(details).length > 0 && JSON.stringify(details).length <= MAX_DETAILS;
    return { code, message, ...guidance, ...(field !== undefined && { field }), ...(isShown && { details }) };
  }
}

/** An operation that answered an error. */
export class OperationRefused extends ToolFailure {
  readonly code: string;
  override readonly details: Record<string, unknown>;
  override readonly field: string | undefined;
  readonly guidance: Pick<ToolError, 'fault' | 'advice'>;

  constructor({ message, extensions = {} }: GraphQLFormattedError) {
    super(message);
    const { code, fault, advice, retryable: _, documentation: __, field, ...details } = extensions;
    this.code = String(code);
    this.details = details;
    this.field = field === undefined ? undefined : String(field);
    this.guidance = { fault: String(fault), advice: String(advice) };
  }
}

/** What is asked for cannot be undone, or everyone will see it, and the call does not say that a person has agreed. */
export class ConfirmationRequired extends ToolFailure {
  readonly code = 'CONFIRMATION_REQUIRED';
  readonly guidance = {
    fault: 'ARGUMENTS',
    advice:
      'Show the user what would happen. Once the user has agreed, call the tool again with the same arguments and confirm: true.',
  };
}

/** Arguments of which one says the opposite of another. */
export class DraftWithTime extends ToolFailure {
  readonly code = 'BAD_USER_INPUT';
  override readonly field = 'scheduledTime';
  readonly guidance = {
    fault: 'ARGUMENTS',
    advice: 'Leave out scheduledTime for a draft, or status to schedule the post.',
  };

  constructor() {
    super('A draft has no scheduledTime');
  }
}

/** An object that the caller does not have, before GraphQL refuses it, or where it returns null. */
export class NotFound extends ToolFailure {
  readonly code: 'POST_GROUP_NOT_FOUND' | 'CONNECTION_NOT_FOUND' | 'LABEL_NOT_FOUND';
  override readonly details: Record<string, unknown>;
  readonly guidance: Pick<ToolError, 'fault' | 'advice'>;

  constructor(code: NotFound['code'], details: Record<string, unknown> = {}) {
    super((CATALOGUE[code] as Entry<unknown>).message(details));
    this.code = code;
    this.details = details;
    const { fault, advice } = guidanceOf(code);
    this.guidance = { fault, advice };
  }
}

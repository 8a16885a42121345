import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { AppError } from '../errors/app-error.js';
import { CATALOGUE, type ErrorCode, type GraphqlErrorCode } from '../errors/catalogue.js';
import type { Entry } from '../errors/entry.js';
import { messageForm } from '../errors/message-form.js';
import { enumOfCodes } from './enum-of-codes.js';
import { detailsOf } from './enum-values.js';
import { JSONObject } from './scalars.js';

/** The catalogue without what only REST or a page raises. */
export const RAISED = Object.entries(CATALOGUE as Record<string, Entry<unknown>>).filter(
  (row): row is [GraphqlErrorCode, Entry<unknown>] => row[1].only === undefined,
);

export const ErrorCodeEnum = enumOfCodes<GraphqlErrorCode>(
  Object.fromEntries(RAISED) as Record<GraphqlErrorCode, unknown>,
);
registerEnumType(ErrorCodeEnum, {
  name: 'ErrorCode',
  description:
    'What `extensions.code` of an error can be; `Query.errorCodes` explains each. An operation that GraphQL itself refuses has one of GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED, OPERATION_TOO_LARGE, OPERATION_RESOLUTION_FAILURE, BAD_USER_INPUT and BAD_REQUEST.',
  valuesConfig: Object.fromEntries(RAISED.map(([code]) => [code, { description: messageForm(code) }])),
});

@ObjectType({ description: 'Why one of several things could not be done, while the others were.' })
export class OperationError {
  @Field(() => ErrorCodeEnum, { description: 'What it is, as in `extensions.code`.' })
  code: ErrorCode;

  @Field(() => String, { description: 'What happened, for people.' })
  message: string;

  @Field(() => JSONObject, { description: 'The detail fields that `errorCodes` lists for the code.' })
  details: Record<string, unknown>;
}

export const toOperationError = (error: AppError): OperationError => ({
  code: error.code,
  message: error.message,
  details: detailsOf(error),
});

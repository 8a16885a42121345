import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { AppError } from '../errors/app-error.js';
import { CATALOGUE, type ErrorCode, type GraphqlErrorCode } from '../errors/catalogue.js';
import type { Entry } from '../errors/entry.js';
import { ErrorFault, fieldOf, guidanceOf } from '../errors/guidance.js';
import { messageForm } from '../errors/message-form.js';
import { enumOfCodes } from './enum-of-codes.js';
import { detailsOf } from './enum-values.js';
import { pathTo } from './input-field.js';
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

registerEnumType(ErrorFault, {
  name: 'ErrorFault',
  description: 'Who has to act on an error: `extensions.fault`.',
  valuesConfig: {
    ARGUMENTS: { description: 'The caller: the input is wrong, or no longer fits.' },
    ACCOUNT: { description: 'The person, who changes the account, its plan or the API key.' },
    LIMIT: { description: 'No one: the same request succeeds later.' },
    SERVICE: { description: 'The operator of the service.' },
  },
});

@ObjectType({ description: 'Why one of several things could not be done, while the others were.' })
export class OperationError {
  @Field(() => ErrorCodeEnum, { description: 'What it is, as in `extensions.code`.' })
  code: ErrorCode;

  @Field(() => String, { description: 'What happened, for people.' })
  message: string;

  @Field(() => String, {
    nullable: true,
    description: 'The path of the argument that it is about, such as `input.posts.1.post.content`.',
  })
  field: string | null;

  @Field(() => ErrorFault, { description: 'Who has to act.' })
  fault: ErrorFault;

  @Field(() => String, { description: 'What to do.' })
  advice: string;

  @Field(() => Boolean, { description: 'Whether the same request may succeed later.' })
  retryable: boolean;

  @Field(() => JSONObject, { description: 'The detail fields that `errorCodes` lists for the code.' })
  details: Record<string, unknown>;
}

/** `input`: the type of the input that was refused, and its position in the arguments. */
export function toOperationError(
  error: AppError,
  input?: { schema: GraphQLSchema; type: string; path: string },
): OperationError {
  const type = input?.schema.getType(input.type);
  const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
  const field = pathTo(fields, fieldOf(error) ?? '');
  return {
    code: error.code,
    message: error.message,
    field: input && field ? `${input.path}.${field}` : null,
    ...guidanceOf(error.code),
    details: detailsOf(error),
  };
}

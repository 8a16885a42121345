import { Field, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import { CATALOGUE, type GraphqlErrorCode } from '../foundation/errors/catalogue.js';
import type { Entry } from '../foundation/errors/entry.js';
import { messageForm } from '../foundation/errors/message-form.js';
import { listOf } from '../foundation/graphql/cost.js';
import { enumOfCodes } from '../foundation/graphql/enum-of-codes.js';

/** The catalogue without what only REST or a page raises. */
const RAISED = Object.entries(CATALOGUE as Record<string, Entry<unknown>>).filter(
  (row): row is [GraphqlErrorCode, Entry<unknown>] => row[1].only === undefined,
);

const ErrorCodeEnum = enumOfCodes<GraphqlErrorCode>(Object.fromEntries(RAISED) as Record<GraphqlErrorCode, unknown>);
registerEnumType(ErrorCodeEnum, {
  name: 'ErrorCode',
  description:
    'What `extensions.code` of an error can be; `Query.errorCodes` explains each. An operation that GraphQL itself refuses has one of GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED, OPERATION_TOO_LARGE, OPERATION_RESOLUTION_FAILURE, BAD_USER_INPUT and BAD_REQUEST.',
  valuesConfig: Object.fromEntries(RAISED.map(([code]) => [code, { description: messageForm(code) }])),
});

@ObjectType({ description: 'A detail field of an error, in `extensions`.' })
export class ErrorDetail {
  @Field(() => String, { description: 'Key in `extensions`.' })
  name: string;

  @Field(() => String, { description: 'What its value means.' })
  description: string;
}

@ObjectType({ description: 'What an error code means.' })
export class ErrorCodeInfo {
  @Field(() => ErrorCodeEnum, { description: 'The value of `extensions.code`.' })
  code: GraphqlErrorCode;

  @Field(() => Int, { description: 'HTTP status of the same error over REST.' })
  status: number;

  @Field(() => String, { description: 'The message, with `<detail>` as a placeholder for each detail.' })
  message: string;

  @Field(() => [ErrorDetail], { description: 'Detail fields in `extensions`, in addition to `code`.' })
  details: ErrorDetail[];
}

@Resolver()
export class ErrorCodesResolver {
  @Query(() => [ErrorCodeInfo], {
    description: 'Lists every error code of GraphQL, with its message and details. Requires no authentication.',
    complexity: listOf(RAISED.length),
  })
  errorCodes(): ErrorCodeInfo[] {
    return RAISED.map(([code, entry]) => ({
      code,
      status: entry.status,
      message: messageForm(code),
      details: Object.entries<string>(entry.details).map(([name, description]) => ({ name, description })),
    }));
  }
}

import { Field, Int, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import { CATALOGUE, type ErrorCode } from '../foundation/errors/catalogue.js';
import { messageForm } from '../foundation/errors/message-form.js';
import { listOf } from '../foundation/graphql/cost.js';
import { enumOfCodes } from '../foundation/graphql/enum-of-codes.js';

const ErrorCodeEnum = enumOfCodes<ErrorCode>(CATALOGUE);
registerEnumType(ErrorCodeEnum, {
  name: 'ErrorCode',
  description:
    'What `extensions.code` of an error can be; `Query.errorCodes` explains each. An operation that GraphQL itself refuses has one of GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED, OPERATION_TOO_LARGE, OPERATION_RESOLUTION_FAILURE, BAD_USER_INPUT and BAD_REQUEST.',
});

@ObjectType({ description: 'One detail that an error carries in `extensions`.' })
export class ErrorDetail {
  @Field(() => String, { description: 'Key in `extensions`.' })
  name: string;

  @Field(() => String, { description: 'What its value means.' })
  description: string;
}

@ObjectType({ description: 'What an error code means.' })
export class ErrorCodeInfo {
  @Field(() => ErrorCodeEnum, { description: 'What stands in `extensions.code`.' })
  code: ErrorCode;

  @Field(() => Int, { description: 'HTTP status of the same error over REST.' })
  status: number;

  @Field(() => String, { description: 'The message, with `<detail>` where a detail stands.' })
  message: string;

  @Field(() => [ErrorDetail], { description: 'Details in `extensions`, beside `code`.' })
  details: ErrorDetail[];
}

@Resolver()
export class ErrorCodesResolver {
  @Query(() => [ErrorCodeInfo], {
    description: 'Every error code, with its message and details. Needs no key.',
    complexity: listOf(Object.keys(CATALOGUE).length),
  })
  errorCodes(): ErrorCodeInfo[] {
    return Object.entries(CATALOGUE).map(([code, entry]) => ({
      code: code as ErrorCode,
      status: entry.status,
      message: messageForm(code as ErrorCode),
      details: Object.entries<string>(entry.details).map(([name, description]) => ({ name, description })),
    }));
  }
}

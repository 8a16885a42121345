import { Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { CATALOGUE, type ErrorCode } from '../foundation/errors/catalogue.js';
import { messageForm } from '../foundation/errors/message-form.js';
import { listOf } from '../foundation/graphql/cost.js';
import { ErrorCodeEnum } from '../foundation/graphql/operation-error.types.js';

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
  code: ErrorCode;

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
    description: 'Lists every error code, with its message and details. Requires no authentication.',
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

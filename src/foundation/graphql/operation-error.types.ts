import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { AppError } from '../errors/app-error.js';
import { CATALOGUE, type ErrorCode } from '../errors/catalogue.js';
import { enumOfCodes } from './enum-of-codes.js';
import { JSONObject } from './scalars.js';

export const ErrorCodeEnum = enumOfCodes<ErrorCode>(CATALOGUE);
registerEnumType(ErrorCodeEnum, {
  name: 'ErrorCode',
  description:
    'What `extensions.code` of an error can be; `Query.errorCodes` explains each. An operation that GraphQL itself refuses has one of GRAPHQL_PARSE_FAILED, GRAPHQL_VALIDATION_FAILED, OPERATION_TOO_LARGE, OPERATION_RESOLUTION_FAILURE, BAD_USER_INPUT and BAD_REQUEST.',
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

export const toOperationError = ({ code, message, details }: AppError): OperationError => ({ code, message, details });

import { Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { ErrorCodeEnum } from '../graphql/enums.js';
import { CATALOGUE, type ErrorCode } from './catalogue.js';

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
  @Query(() => [ErrorCodeInfo], { description: 'Every error code, with its message and details. Needs no key.' })
  errorCodes(): ErrorCodeInfo[] {
    return Object.entries(CATALOGUE).map(([code, entry]) => {
      const details = Object.entries<string>(entry.details).map(([name, description]) => ({ name, description }));
      return {
        code: code as ErrorCode,
        status: entry.status,
        // A detail may be a list (`join`) or a text; a list of one placeholder reads well as both.
        message: (entry.message as (details: unknown) => string)(
          Object.fromEntries(
            details.map(({ name }) => [name, name.endsWith('s') && name !== 'status' ? [`<${name}>`] : `<${name}>`]),
          ),
        ),
        details,
      };
    });
  }
}

import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Field, Info, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { GraphqlErrorCode } from '../foundation/errors/catalogue.js';
import { documentationOf, ErrorFault, guidanceOf } from '../foundation/errors/guidance.js';
import { messageForm } from '../foundation/errors/message-form.js';
import { listOf } from '../foundation/graphql/cost.js';
import { ErrorCodeEnum, RAISED } from '../foundation/graphql/operation-error.types.js';
import { Url } from '../foundation/graphql/scalars.js';

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

  @Field(() => ErrorFault, { description: 'Who has to act: `extensions.fault`.' })
  fault: ErrorFault;

  @Field(() => String, { description: 'What to do: `extensions.advice`.' })
  advice: string;

  @Field(() => Boolean, { description: 'Whether the same request may succeed later: `extensions.retryable`.' })
  retryable: boolean;

  @Field(() => Url, { description: 'The address of its documentation: `extensions.documentation`.' })
  documentation: string;

  @Field(() => [ErrorDetail], { description: 'Detail fields in `extensions`, in addition to `code`.' })
  details: ErrorDetail[];
}

@ObjectType({ description: 'The errors of one operation.' })
export class OperationErrors {
  @Field(() => String, { description: 'The field of Mutation, such as `createPost`.' })
  operation: string;

  @Field(() => [ErrorCodeEnum], {
    description:
      'What it can fail with, besides what every operation can: access, `ACCOUNT_INACTIVE`, `ACCOUNT_ON_HOLD`, `RATE_LIMITED`, `SERVICE_BUSY` and `INTERNAL_ERROR`.',
  })
  codes: GraphqlErrorCode[];
}

/** The description of a mutation ends with its codes. */
const codesIn = (description: string | null | undefined): GraphqlErrorCode[] =>
  (/ Errors: ([A-Z_]+(?:, [A-Z_]+)*)\.$/.exec(description ?? '')?.[1]?.split(', ') ?? []) as GraphqlErrorCode[];

/** Mutations, with room for more. */
const ASSUMED_MUTATIONS = 70;

@Resolver()
export class ErrorCodesResolver {
  constructor(private readonly needs: { publicUrl: () => string }) {}

  @Query(() => [ErrorCodeInfo], {
    description: 'Lists every error code of GraphQL, with its message and details. Requires no authentication.',
    complexity: listOf(RAISED.length),
  })
  errorCodes(): ErrorCodeInfo[] {
    return RAISED.map(([code, entry]) => ({
      code,
      status: entry.status,
      message: messageForm(code),
      ...guidanceOf(code),
      documentation: documentationOf(code, this.needs.publicUrl()) ?? '',
      details: Object.entries<string>(entry.details).map(([name, description]) => ({ name, description })),
    }));
  }
  @Query(() => [OperationErrors], {
    description:
      'Lists the error codes of each mutation, as its description does, or those of one. Requires no authentication.',
    complexity: listOf(ASSUMED_MUTATIONS),
  })
  operationErrors(
    @Info() { schema }: GraphQLResolveInfo,
    @Arg('operation', () => String, { nullable: true, description: 'The name of a mutation. If omitted, all.' })
    operation?: string | null,
  ): OperationErrors[] {
    return Object.values(schema.getMutationType()?.getFields() ?? {})
      .filter(({ name }) => operation == null || name === operation)
      .map(({ name, description }) => ({ operation: name, codes: codesIn(description) }));
  }
}

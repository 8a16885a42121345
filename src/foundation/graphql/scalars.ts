/** The scalars of the schema, in addition to those of GraphQL. */
import { GraphQLScalarType } from 'graphql';
import { GraphQLBigInt, GraphQLDateTimeISO, GraphQLLocalDate } from 'graphql-scalars';

export { GraphQLJSONObject as JSONObject } from 'graphql-scalars';

export const DateTime = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description:
    'An instant in the format of RFC 3339: `2007-12-03T10:15:30Z`. Responses are in UTC; inputs may have any offset.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
});

export const LocalDate = new GraphQLScalarType({
  ...GraphQLLocalDate.toConfig(),
  description: 'A day without a time zone: `2020-01-01`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date',
});

/** JavaScript already has a BigInt. */
export const Int64 = new GraphQLScalarType({
  ...GraphQLBigInt.toConfig(),
  name: 'BigInt',
  description: 'A 64-bit integer, as a JSON number: bytes, and counts that can exceed an Int.',
});

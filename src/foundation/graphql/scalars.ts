/** The scalars of the schema, in addition to those of GraphQL. */
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { GraphQLBigInt, GraphQLDateTimeISO, GraphQLLocalDate } from 'graphql-scalars';
import { AppError } from '../errors/app-error.js';

export { GraphQLJSONObject as JSONObject } from 'graphql-scalars';

export const DateTime = new GraphQLScalarType({
  ...GraphQLDateTimeISO.toConfig(),
  name: 'DateTime',
  description:
    'An instant in the format of RFC 3339: `2007-12-03T10:15:30Z`. Responses are in UTC; inputs may have any offset.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time',
});

const localDate = GraphQLLocalDate.toConfig();

export const LocalDate = new GraphQLScalarType({
  ...localDate,
  // The library writes what is no string into its message, where an object can do what it likes.
  parseValue(value) {
    if (typeof value !== 'string') throw new GraphQLError('A day is a string');
    return localDate.parseValue(value);
  },
  description: 'A day without a time zone: `2020-01-01`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/local-date',
});

/** JavaScript already has a BigInt. */
export const Int64 = new GraphQLScalarType({
  ...GraphQLBigInt.toConfig(),
  name: 'BigInt',
  description: 'A 64-bit integer, as a JSON number: bytes, and counts that can exceed an Int.',
});

const MAX_URL = 2_048;

/** URL_INVALID. The text stays as it was given. */
function parseUrl(value: unknown): string {
  const isUrl = typeof value === 'string' && value.length <= MAX_URL && URL.canParse(value);
  if (!isUrl || !/^https?:$/.test(new URL(value).protocol)) throw new AppError('URL_INVALID');
  return value;
}

/** JavaScript already has a URL. What the service stores is not checked again: it comes from platforms, too. */
export const Url = new GraphQLScalarType<string, string>({
  name: 'URL',
  description: 'An absolute http or https URL. In an input, at most 2,048 characters; otherwise URL_INVALID.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  serialize: String,
  parseValue: parseUrl,
  parseLiteral: (node) => parseUrl(node.kind === Kind.STRING ? node.value : undefined),
});

/**
 * What clients can know of a field besides its type, as directives in schema.graphql: whether it is null without an error
 * (@semanticNonNull, of the nullability working group), and what it costs (@cost and @listSize, of the draft “GraphQL Cost
 * Directives”).
 */
import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  type GraphQLField,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import { Extensions } from 'type-graphql';
import { declaredCost } from './cost.js';

const strings = new GraphQLList(new GraphQLNonNull(GraphQLString));

export const FIELD_DIRECTIVES: readonly GraphQLDirective[] = [
  new GraphQLDirective({
    name: 'semanticNonNull',
    description: 'The field is null only if the response has an error for it.',
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: {
      levels: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt))),
        defaultValue: [0],
        description: 'The field itself (0), the items of its list (1).',
      },
    },
  }),
  new GraphQLDirective({
    name: 'cost',
    description:
      'The points of the field, without its selection. Without it, an object is 1, and any other field 0.1. Where the points depend on the arguments, the least are given; docs/guides/limits.md has the rest.',
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: { weight: { type: new GraphQLNonNull(GraphQLString), description: 'A number.' } },
  }),
  new GraphQLDirective({
    name: 'listSize',
    description: 'How many times the selection of a list counts. Without the directive, once.',
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: {
      assumedSize: { type: GraphQLInt, description: 'So many times, without a slicing argument.' },
      slicingArguments: { type: strings, description: 'The largest of these arguments that are given counts.' },
      sizedFields: { type: strings, description: 'The lists inside that have this size.' },
      requireOneSlicingArgument: {
        type: GraphQLBoolean,
        defaultValue: true,
        description: 'Whether one of the slicing arguments has to be given.',
      },
    },
  }),
];

const NULL_ONLY_WITH_ERROR = { semanticNonNull: true };

/** For a nullable field: without an error, it has a value. */
export const NullOnlyWithError = () => Extensions(NULL_ONLY_WITH_ERROR);

type AnyField = GraphQLField<unknown, unknown>;

/** The same for a field of the schema that becomes nullable. */
export function markNullOnlyWithError(field: AnyField): void {
  field.extensions = { ...field.extensions, ...NULL_ONLY_WITH_ERROR };
}

/** The directives of a field, as schema.graphql has them after its type. */
export function directivesOf(typeName: string, field: AnyField): string {
  const { weight, assumedSize, slicingArguments } = declaredCost(typeName, field);
  const isPage = field.args.some(({ name }) => name === 'first');
  const listSize = [
    ...(assumedSize === null ? [] : [`assumedSize: ${assumedSize}`]),
    ...(slicingArguments.length === 0 ? [] : [`slicingArguments: ${JSON.stringify(slicingArguments)}`]),
    ...(isPage ? ['sizedFields: ["edges"]', 'requireOneSlicingArgument: false'] : []),
  ];
  return [
    ...(weight === null ? [] : [` @cost(weight: "${weight}")`]),
    ...(listSize.length === 0 ? [] : [` @listSize(${listSize.join(', ')})`]),
    ...(field.extensions.semanticNonNull ? [' @semanticNonNull'] : []),
  ].join('');
}

/** The reference of GraphQL, made from schema.graphql: a page for each kind of type, a section for each type. */
import {
  type ConstDirectiveNode,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  print,
} from 'graphql';
import { blocks, code, prose, table } from './markdown.js';

const FOLDER = 'reference/graphql';

/** What an operation that fails returns, at the end of its description. */
const ERRORS = /\s*Errors: ([A-Z_]+(?:, [A-Z_]+)*)\.$/;

/** The pages by their paths. */
export function schemaPages(schema: GraphQLSchema): Map<string, string> {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const isRoot = (type: GraphQLNamedType) => roots.some((root) => root === type);
  const operations = (title: string, root: GraphQLObjectType | null | undefined) =>
    blocks(`# ${title}`, root?.description ?? undefined, ...Object.values(root?.getFields() ?? {}).map(operation));
  const page = (title: string, intro: string, sections: readonly string[]) => blocks(`# ${title}`, intro, ...sections);
  return new Map(
    Object.entries({
      'queries.md': operations('Queries', roots[0]),
      'mutations.md': operations('Mutations', roots[1]),
      'subscriptions.md': operations('Subscriptions', roots[2]),
      'objects.md': page(
        'Objects',
        'What operations return. `!` marks fields that are never null.',
        types
          .filter((type) => isObjectType(type) || isInterfaceType(type))
          .flatMap((type) => (isRoot(type) ? [] : [object(type)])),
      ),
      'inputs.md': page(
        'Inputs',
        'What operations take. `!` marks fields that are required.',
        types.filter(isInputObjectType).map(input),
      ),
      'enums.md': page('Enums', 'Values with names.', types.filter(isEnumType).map(enumeration)),
      'scalars.md': page(
        'Scalars',
        'Values that have no fields.',
        types.filter(isScalarType).map((type) => blocks(heading(type.name), described(type))),
      ),
    }).map(([name, text]) => [`${FOLDER}/${name}`, text]),
  );
}

/** The mutations whose descriptions list an error. */
export function operationsWithError(schema: GraphQLSchema, errorCode: string): string[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {})
    .filter(({ description }) => errorsIn(description).includes(errorCode))
    .map(({ name }) => name);
}

const errorsIn = (description: string | null | undefined) => ERRORS.exec(description ?? '')?.[1]?.split(', ') ?? [];

/** Anchors are names as they are written. */
const heading = (name: string, level = 2) => `${'#'.repeat(level)} ${name} {#${name}}`;

const described = ({ description }: { description?: string | null | undefined }) =>
  description ? prose(description) : undefined;

function operation(field: GraphQLField<unknown, unknown>): string {
  const { name, description, args, type } = field;
  const errors = errorsIn(description);
  return blocks(
    heading(name),
    description ? prose(description.replace(ERRORS, '')) : undefined,
    `Returns ${linked(type)}.${costOf(field)}`,
    table(['Argument', 'Type', 'Description'], args.map(value)),
    errors.length > 0 && `Errors: ${errors.map((each) => `[${code(each)}](../../errors/${each}.md)`).join(', ')}.`,
  );
}

const object = (type: GraphQLObjectType | GraphQLInterfaceType) =>
  blocks(
    heading(type.name),
    described(type),
    type.getInterfaces().length > 0 &&
      `Implements ${type
        .getInterfaces()
        .map((each) => linked(each))
        .join(', ')}.`,
    table(
      ['Field', 'Type', 'Description'],
      Object.values(type.getFields()).map((field) => [
        field.args.length > 0 ? `${code(field.name)} (…)` : code(field.name),
        linked(field.type),
        [
          described(field),
          ...field.args.map((arg) => {
            const [name, argType, text] = value(arg);
            return `<br>${name}: ${argType}${text ? `. ${text}` : ''}`;
          }),
          costOf(field).trim(),
        ]
          .filter(Boolean)
          .join(' '),
      ]),
    ),
  );

const input = (type: GraphQLInputObjectType) =>
  blocks(
    heading(type.name),
    described(type),
    type.isOneOf && 'Exactly one field is given.',
    table(['Field', 'Type', 'Description'], Object.values(type.getFields()).map(value)),
  );

const enumeration = (type: GraphQLEnumType) =>
  blocks(
    heading(type.name),
    described(type),
    table(
      ['Value', 'Meaning'],
      type.getValues().map((each) => [code(each.name), described(each) ?? '']),
    ),
  );

/** An argument or a field of an input: its name, type and description. */
function value({ name, type, description, deprecationReason, astNode }: GraphQLArgument | GraphQLInputField) {
  const fallback = astNode?.defaultValue ? `Default: ${code(print(astNode.defaultValue))}.` : '';
  const deprecated = deprecationReason ? `Deprecated: ${prose(deprecationReason)}` : '';
  return [code(name), linked(type), [described({ description }), fallback, deprecated].filter(Boolean).join(' ')];
}

/** The type as it is written, as a link to its section. */
function linked(type: GraphQLType): string {
  const named = getNamedType(type);
  if (isSpecifiedScalarType(named)) return code(String(type));
  return `[${code(String(type))}](./${pageOf(named)}#${named.name})`;
}

function pageOf(type: GraphQLNamedType): string {
  if (isInputObjectType(type)) return 'inputs.md';
  if (isEnumType(type)) return 'enums.md';
  return isScalarType(type) ? 'scalars.md' : 'objects.md';
}

/** What the schema declares about the cost of a field. */
function costOf({ astNode }: GraphQLField<unknown, unknown>): string {
  const [weight] = argumentsOf(astNode?.directives, 'cost', ['weight']);
  const [assumed] = argumentsOf(astNode?.directives, 'listSize', ['assumedSize']);
  return `${weight ? ` Costs ${weight} points.` : ''}${assumed ? ` Counts as a list of ${assumed}.` : ''}`;
}

const argumentsOf = (directives: readonly ConstDirectiveNode[] = [], name: string, wanted: readonly string[]) => {
  const given = directives.find((directive) => directive.name.value === name)?.arguments ?? [];
  return wanted.map((argument) => {
    const found = given.find((each) => each.name.value === argument);
    return found && print(found.value).replaceAll('"', '');
  });
};

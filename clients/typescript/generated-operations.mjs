/**
 * Every query, mutation and subscription that operations.graphql does not have, each under its own name, with all that its result holds:
 * what schema.graphql makes of them, as text.
 */
import { getNamedType, getNullableType, isInterfaceType, isLeafType, isObjectType, Kind } from 'graphql';

/** What costs so many points is requested from a platform: it is not read beside other fields. */
const DEAR = 50;

/** The name of an operation. */
export const operationName = (field) => field.replace(/^./, (first) => first.toUpperCase());

/** The operations and the fragments of their types; `document` has those that are written. */
export function generatedOperations(schema, document) {
  const written = new Set(document.definitions.map(({ kind, name }) => `${kind} ${name.value}`));
  const fragments = new Map();

  /** A fragment with all fields of a type. `inside` are the types around it: a fragment must not contain itself. */
  function spread(type, inside) {
    const isWritten = written.has(`${Kind.FRAGMENT_DEFINITION} ${type.name}`);
    if (!isWritten && !fragments.has(type.name)) {
      fragments.set(type.name, `fragment ${type.name} on ${type.name} { ${fieldsOf(type, [...inside, type])} }`);
    }
    return `{ ...${type.name} }`;
  }

  const fieldsOf = (type, inside) =>
    Object.values(type.getFields())
      .filter((field) => !field.args.some(isRequired) && costOf(field) < DEAR && field.deprecationReason == null)
      .flatMap((field) => {
        const inner = getNamedType(field.type);
        // Computed for the whole list.
        if (field.name === 'totalCount') return [];
        if (isLeafType(inner)) return [field.name];
        if (isInterfaceType(inner)) return [`${field.name} { __typename id }`];
        // A page of an object is a separate operation, and so is an object beside it.
        if (isConnection(inner) || inside.includes(inner)) return [];
        if (isNode(inner) && isNode(type)) return [`${field.name} { id }`];
        return [`${field.name} ${spread(inner, inside)}`];
      })
      .join(' ');

  const operationsOf = (root, kind) =>
    Object.values(root.getFields())
      .filter(({ name }) => !written.has(`${Kind.OPERATION_DEFINITION} ${operationName(name)}`))
      .map(({ name, args, type }) => {
        const inner = getNamedType(type);
        const variables = args.map((argument) => `$${argument.name}: ${nullableWithDefault(argument)}`);
        const given = args.map((argument) => `${argument.name}: $${argument.name}`);
        const selection = isLeafType(inner) ? '' : isObjectType(inner) ? spread(inner, []) : '{ __typename id }';
        const [declared, passed] = [variables, given].map((all) => (all.length > 0 ? `(${all.join(', ')})` : ''));
        return `${kind} ${operationName(name)}${declared} { ${name}${passed} ${selection} }`;
      });

  const operations = [
    ...operationsOf(schema.getQueryType(), 'query'),
    ...operationsOf(schema.getMutationType(), 'mutation'),
    ...operationsOf(schema.getSubscriptionType(), 'subscription'),
  ];
  return [...fragments.values(), ...operations].join('\n');
}

const isRequired = ({ type, defaultValue }) => getNullableType(type) !== type && defaultValue === undefined;
const isNode = (type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
const isConnection = (type) => isObjectType(type) && type.name.endsWith('Connection');

/** The type of a variable: an argument with a default may be left out. */
const nullableWithDefault = ({ type, defaultValue }) => (defaultValue === undefined ? type : getNullableType(type));

/** The points of a field, as @cost has them. */
function costOf({ astNode }) {
  const cost = astNode.directives.find(({ name }) => name.value === 'cost');
  return Number(cost?.arguments[0].value.value ?? 0);
}

/** Whether the result is null without an error, too. */
export const canBeNull = ({ astNode }) => !astNode.directives.some(({ name }) => name.value === 'semanticNonNull');

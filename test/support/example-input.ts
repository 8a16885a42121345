import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from 'graphql';

const SCALARS: Record<string, unknown> = {
  ID: '0'.repeat(24),
  Int: 20,
  Float: 1,
  Boolean: true,
  DateTime: '2035-01-01T00:00:00Z',
  LocalDate: '2035-01-01',
  BigInt: 1,
  URL: 'https://example.com/',
};

/** A value of the type, with what it requires. */
export function exampleInput(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return exampleInput(type.ofType);
  if (isListType(type)) return [exampleInput(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return SCALARS[type.name] ?? 'x';
  const required = Object.values(type.getFields()).filter(isRequiredInputField);
  return Object.fromEntries(required.map((field) => [field.name, exampleInput(field.type)]));
}

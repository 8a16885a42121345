/**
 * The cost of a field, in points. An object costs 1, a property 0.1, and a selection counts once per entry of a list. A field
 * of another cost declares it as its `complexity`: a number, or one of the functions below.
 */
import { getNamedType, getNullableType, isCompositeType, isListType } from 'graphql';
import type { ComplexityEstimator } from 'graphql-query-complexity';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './pagination.js';

type Field = Parameters<ComplexityEstimator>[0];

export const COST = {
  /** The start of a subscription. */
  subscription: 100,
  /** A field that reads a property of what has been read: a tenth of an object, as measured. */
  property: 0.1,
  /** A request to a platform. */
  platformRequest: 50,
  /** A request to a URL chosen by the caller. */
  webhookRequest: 50,
  /** An upload slot in storage. */
  upload: 50,
  /** A file that is fetched and inspected. */
  readFile: 200,
  /** A search for words, which also counts what it finds. */
  search: 50,
  /** The usage of all quotas of an account. */
  usage: 20,
  /** What is counted of each managed user of an account. */
  managedUsers: 50,
  /** Sums over the posts of up to a year. */
  report: 100,
  /** A password that is hashed, or a password or code that is checked. */
  password: 500,
  /** A change that the audit log keeps for a year. */
  recorded: 200,
  /** An operation that is refused because it costs too much. */
  refused: 100,
  /** A text that is checked or split for the platforms; 1 more for each 100 characters. */
  text: 50,
  /** The same for a stored text of any length. */
  storedText: 300,
} as const;

/** The field itself, by its root type: writes cost more than reads. */
const ROOT_COST: Record<string, number> = { Mutation: 10, Subscription: COST.subscription };

/** Entries that a list without a page argument counts as, unless the field says otherwise. */
const ASSUMED_LIST_SIZE = 3;

/** About 20 µs of CPU. */
const OBJECT_COST = 1;

/** The cost of a field without its selection, and how many times that counts, as far as the schema can say it. */
export interface DeclaredCost {
  /** Null: the usual one. */
  weight: number | null;
  assumedSize: number | null;
  slicingArguments: readonly string[];
}

type Declared = ComplexityEstimator & Partial<DeclaredCost>;

/** A field whose cost depends on its arguments, plus its selection; at least `weight`. */
export const points = (own: (args: Record<string, unknown>) => number, weight: number = OBJECT_COST): Declared =>
  Object.assign(((field) => own(field.args) + sizeOf(field) * field.childComplexity) satisfies ComplexityEstimator, {
    weight,
  });

/** A list with an assumed number of entries, of a cost that depends on its arguments. */
export const listOf = (
  assumedSize: number,
  own: (args: Record<string, unknown>) => number = () => OBJECT_COST,
): Declared =>
  Object.assign(
    (({ args, childComplexity }) => own(args) + assumedSize * childComplexity) satisfies ComplexityEstimator,
    { assumedSize },
  );

/** A list with a filter: a search if that has a text. */
export const filteredCost = ({ filter }: Record<string, unknown>): number => {
  const { text } = (filter ?? {}) as { text?: unknown };
  return typeof text === 'string' && text.trim() !== '' ? COST.search : OBJECT_COST;
};

/** A list with an entry for each of an argument, of which there can be so many. */
export const listByArgument = (name: string, most: number): Declared =>
  Object.assign(
    (({ args, childComplexity }) => {
      const given: unknown = args[name];
      return OBJECT_COST + Math.min(Array.isArray(given) ? given.length : 1, most) * childComplexity;
    }) satisfies ComplexityEstimator,
    { slicingArguments: [name] },
  );

/** Longer texts are rejected by the field itself. */
const LONGEST_TEXT = 200_000;

/** A text that comes with the operation, by its length. */
export const textCost = (text: unknown): number =>
  COST.text + (typeof text === 'string' ? Math.ceil(Math.min(text.length, LONGEST_TEXT) / 100) : 0);

/** Points of a field of introspection. It reads only memory, but blocks the event loop. */
const INTROSPECTION_COST = 0.05;

/** About the entries of the lists of introspection; other lists have at most a few. */
const INTROSPECTION_SIZES: Record<string, number> = { types: 300, fields: 3, enumValues: 2, directives: 5 };

/** A single type can be many times as large as the average. */
const LARGEST_TYPE = 20;

function introspectionCost({ field: { name }, childComplexity }: Field): number {
  if (name === '__type') return INTROSPECTION_COST + LARGEST_TYPE * childComplexity;
  return INTROSPECTION_COST + (INTROSPECTION_SIZES[name] ?? 1) * childComplexity;
}

/** The cost of any field; that of an operation is rounded up. */
export const estimateCost: ComplexityEstimator = (field) => {
  const { name, extensions } = field.field;
  if (name === '__typename') return 0;
  if (name.startsWith('__') || field.type.name.startsWith('__')) return introspectionCost(field);
  const { complexity } = extensions;
  if (typeof complexity === 'function') return complexity(field);
  return ownCost(field.type.name, field.field) + sizeOf(field) * field.childComplexity;
};

/** The cost of a field without its selection, unless it depends on its arguments. */
function ownCost(typeName: string, field: Field['field']): number {
  const { complexity } = field.extensions;
  if (typeof complexity === 'number') return complexity;
  return ROOT_COST[typeName] ?? (isProperty(field) ? COST.property : OBJECT_COST);
}

/** Whether it has no selection, and no resolver that does more than read it. */
const isProperty = ({ type, resolve }: Field['field']) => !isCompositeType(getNamedType(type)) && !resolve;

/** The cost of a field as the schema declares it. */
export function declaredCost(typeName: string, field: Field['field']): DeclaredCost {
  const { complexity } = field.extensions;
  const { weight, assumedSize, slicingArguments }: Partial<DeclaredCost> =
    typeof complexity === 'function' ? (complexity as Declared) : {};
  const pages = PAGE_ARGUMENTS.filter((name) => field.args.some((argument) => argument.name === name));
  const isPage = pages.length > 0;
  const own = weight ?? ownCost(typeName, field);
  const usual = isCompositeType(getNamedType(field.type)) ? OBJECT_COST : COST.property;
  return {
    weight: own === usual ? null : own,
    assumedSize: assumedSize ?? (isPage ? DEFAULT_PAGE_SIZE : isListOfObjects(field) ? ASSUMED_LIST_SIZE : null),
    slicingArguments: slicingArguments ?? pages,
  };
}

const PAGE_ARGUMENTS = ['first', 'last'];

/** How many times a selection counts: the page size, or the assumed size of a list. */
function sizeOf({ field, args }: Pick<Field, 'field' | 'args'>): number {
  if (field.args.some(({ name }) => name === 'first')) return pageSize(args);
  return isListOfObjects(field) ? ASSUMED_LIST_SIZE : 1;
}

function isListOfObjects({ name, type }: Field['field']): boolean {
  // The page has counted them.
  if (name === 'edges') return false;
  const list = getNullableType(type);
  return isListType(list) && isCompositeType(getNullableType(list.ofType));
}

/** Out-of-range sizes are rejected by the field itself. */
function pageSize({ first, last }: Record<string, unknown>): number {
  const sizes = [first, last].filter((size) => typeof size === 'number');
  return sizes.length === 0 ? DEFAULT_PAGE_SIZE : Math.min(Math.max(1, ...sizes), MAX_PAGE_SIZE);
}

/**
 * The cost of a field, in points. A field costs 1, and its selection counts once per entry of a list. A field that
 * costs more declares it as its `complexity`: a number, or one of the functions below.
 */
import { getNullableType, isCompositeType, isListType } from 'graphql';
import type { ComplexityEstimator } from 'graphql-query-complexity';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './pagination.js';

type Field = Parameters<ComplexityEstimator>[0];

/** The field itself, by its root type: writes cost more than reads. */
const ROOT_COST: Record<string, number> = { Mutation: 10, Subscription: 100 };

export const COST = {
  /** A request to a platform. */
  platformRequest: 50,
  /** A request to a URL chosen by the caller. */
  webhookRequest: 50,
  /** An upload slot in storage. */
  upload: 50,
  /** A file that is fetched and inspected. */
  readFile: 200,
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

/** Entries that a list without a page argument counts as, unless the field says otherwise. */
const ASSUMED_LIST_SIZE = 3;

/** A field whose cost depends on its arguments, plus its selection. */
export const points =
  (own: (args: Record<string, unknown>) => number): ComplexityEstimator =>
  (field) =>
    own(field.args) + sizeOf(field) * field.childComplexity;

/** A list with an assumed number of entries. */
export const listOf =
  (size: number): ComplexityEstimator =>
  ({ childComplexity }) =>
    1 + size * childComplexity;

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
  const own = typeof complexity === 'number' ? complexity : (ROOT_COST[field.type.name] ?? 1);
  return own + sizeOf(field) * field.childComplexity;
};

/** How many times a selection counts: the page size, or the assumed size of a list. */
function sizeOf({ field, args }: Pick<Field, 'field' | 'args'>): number {
  if (field.args.some(({ name }) => name === 'first')) return pageSize(args);
  // The page has counted them.
  if (field.name === 'edges') return 1;
  const type = getNullableType(field.type);
  return isListType(type) && isCompositeType(getNullableType(type.ofType)) ? ASSUMED_LIST_SIZE : 1;
}

/** Out-of-range sizes are rejected by the field itself. */
function pageSize({ first, last }: Record<string, unknown>): number {
  const sizes = [first, last].filter((size) => typeof size === 'number');
  return sizes.length === 0 ? DEFAULT_PAGE_SIZE : Math.min(Math.max(1, ...sizes), MAX_PAGE_SIZE);
}

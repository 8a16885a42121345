/**
 * The columns of tables, derived from their entities. SQL written by hand takes its lists of columns from here, so that a
 * statement and the type of its rows cannot disagree: reading a column that is not selected does not compile, and a new
 * column is in every list that does not leave it out.
 */
import { getMetadataArgsStorage, type ValueTransformer } from 'typeorm';
import { SnakeNamingStrategy } from './naming-strategy.js';

declare const RELATED: unique symbol;

/** The property of an entity that declares a foreign key. It is not a column. */
export type Related<Entity> = Entity & { readonly [RELATED]: true };

/** A row of an entity's table as the driver returns it: `bigint` as text, `timestamptz` as Date, `jsonb` parsed. */
export type RowOf<Entity> = {
  [Key in keyof Entity as NonNullable<Entity[Key]> extends { readonly [RELATED]: true } ? never : Key]-?: Entity[Key];
};

/** A value that a statement computes, with the type in which the driver returns it. */
export interface Expression<Value> {
  readonly sql: string;
  /** Never set: it carries the type. */
  readonly value?: Value;
}

export const expression = <Value>(sql: string): Expression<Value> => ({ sql });

type Values<Expressions> = {
  [Key in keyof Expressions]: Expressions[Key] extends Expression<infer Value> ? Value : never;
};

interface Column {
  property: string;
  /** What is selected. */
  sql: string;
  /** Its name in the table, and its type; undefined for an expression. */
  stored?: { name: string; type: string };
  /** Converts between what is stored and its value, where the entity says that they differ. */
  transformer?: ValueTransformer;
}

/** Some columns of a statement, under the names of their properties. */
export class Columns<Row> {
  /** For SELECT and RETURNING: `p.id, p.group_id AS "groupId"`. */
  readonly list: string;

  constructor(private readonly columns: readonly Column[]) {
    const properties = new Set(columns.map(({ property }) => property));
    if (properties.size < columns.length) throw new Error(`Two columns have one name: ${[...properties].join(', ')}`);
    this.list = columns.map(({ property, sql }) => (sql === property ? sql : `${sql} AS "${property}"`)).join(', ');
  }

  only<Key extends keyof Row>(...keys: readonly Key[]): Columns<Pick<Row, Key>> {
    return new Columns(keys.map((key) => this.#column(key)));
  }

  except<Key extends keyof Row>(...keys: readonly Key[]): Columns<Omit<Row, Key>> {
    const excluded = new Set(keys.map((key) => this.#column(key)));
    return new Columns(this.columns.filter((column) => !excluded.has(column)));
  }

  /** The same columns of a table that has an alias in the statement. */
  of(alias: string): Columns<Row> {
    return new Columns(
      this.columns.map((column) => (column.stored ? { ...column, sql: `${alias}.${column.stored.name}` } : column)),
    );
  }

  /** The same columns, which a record need not have: what is left out is NULL. */
  optional(): Columns<Partial<Row>> {
    return new Columns(this.columns);
  }

  /** With values that the statement computes. */
  plus<Expressions extends Record<string, Expression<unknown>>>(
    expressions: Expressions,
  ): Columns<Row & Values<Expressions>> {
    return new Columns([
      ...this.columns,
      ...Object.entries(expressions).map(([property, { sql }]) => ({ property, sql })),
    ]);
  }

  /** With columns of another table. */
  and<Other>(other: Columns<Other>): Columns<Row & Other> {
    return new Columns([...this.columns, ...other.columns]);
  }

  /** One column, to be selected under another name. */
  get<Key extends keyof Row>(key: Key): Expression<Row[Key]> {
    return { sql: this.#column(key).sql };
  }

  /** Rows of a statement that selects this list. They are the result's own objects. */
  rows(result: readonly unknown[]): Row[] {
    return this.#converted(result, ({ transformer }) => transformer?.from);
  }

  /** Its first row; null if there is none. */
  first(result: readonly unknown[]): Row | null {
    return this.rows(result)[0] ?? null;
  }

  /** The row of a statement that returns exactly one. */
  one(result: readonly unknown[]): Row {
    const [row, ...others] = this.rows(result);
    if (!row || others.length > 0) throw new Error(`One row was expected, not ${result.length}`);
    return row;
  }

  /** The values of a list of one column. */
  values(result: readonly unknown[]): Row[keyof Row][] {
    const [column, ...others] = this.columns;
    if (!column || others.length > 0) throw new Error('The list has not exactly one column');
    return this.rows(result).map((row) => row[column.property as keyof Row]);
  }

  /** Rows that Postgres wrote as JSON, where times are texts. */
  fromJson(result: readonly unknown[]): Row[] {
    return this.#converted(result, ({ stored, transformer }) =>
      stored?.type === 'timestamptz' ? toDate : transformer?.from,
    );
  }

  #converted(
    result: readonly unknown[],
    conversionOf: (column: Column) => ((stored: unknown) => unknown) | undefined,
  ): Row[] {
    const rows = result as Record<string, unknown>[];
    for (const column of this.columns) {
      const convert = conversionOf(column);
      if (convert) for (const row of rows) row[column.property] = convert(row[column.property]);
    }
    return rows as Row[];
  }

  /** For INSERT: `id, group_id`. */
  get names(): string {
    return this.#stored.map(({ name }) => name).join(', ');
  }

  /** For INSERT … SELECT from a record: `c.id, c."groupId"`. */
  from(record: string): string {
    return this.#stored.map(({ property }) => `${record}."${property}"`).join(', ');
  }

  /** For UPDATE … SET from a record: `group_id = c."groupId"`. */
  set(record: string): string {
    return this.#stored.map(({ name, property }) => `${name} = ${record}."${property}"`).join(', ');
  }

  /** For `jsonb_to_recordset`: `"id" text, "groupId" text`. */
  get record(): string {
    return this.#stored.map(({ property, type }) => `"${property}" ${type}`).join(', ');
  }

  /** The value of a statement's `jsonb_to_recordset`: these columns of rows, and what else the rows have. */
  toJson(rows: readonly Row[]): string {
    const transformed = this.columns.filter(({ transformer }) => transformer);
    if (transformed.length === 0) return JSON.stringify(rows);
    return JSON.stringify(
      (rows as readonly Record<string, unknown>[]).map((row) => ({
        ...row,
        ...Object.fromEntries(
          transformed.map(({ property, transformer }) => [property, transformer?.to(row[property])]),
        ),
      })),
    );
  }

  get #stored(): { property: string; name: string; type: string }[] {
    return this.columns.map(({ property, stored }) => {
      if (!stored) throw new Error(`${property} is computed: it has no column`);
      return { property, ...stored };
    });
  }

  #column(key: PropertyKey): Column {
    const found = this.columns.find(({ property }) => property === key);
    if (!found) throw new Error(`There is no column for ${String(key)}`);
    return found;
  }
}

/** A list of values that a statement computes. */
export const computed = <Expressions extends Record<string, Expression<unknown>>>(
  expressions: Expressions,
): Columns<Values<Expressions>> => new Columns<unknown>([]).plus(expressions);

/** What a list of columns reads. */
export type RowIn<List> = List extends Columns<infer Row> ? Row : never;

const toDate = (text: unknown) => (text === null ? null : new Date(String(text)));

const naming = new SnakeNamingStrategy();

/** All columns of an entity's table, in the order in which the entity declares them. */
export function table<Entity extends object>(entity: new () => Entity): Columns<RowOf<Entity>> {
  const columns = getMetadataArgsStorage().filterColumns(entity);
  if (columns.length === 0) throw new Error(`${entity.name} is not an entity`);
  return new Columns(
    columns.map(({ propertyName: property, options }) => {
      const name = naming.columnName(property, options.name);
      const type = options.type === 'varchar' ? 'text' : String(options.type);
      const stored = { name, type: options.array ? `${type}[]` : type };
      const { transformer } = options;
      if (Array.isArray(transformer)) throw new Error(`${name} has several transformers`);
      return { property, sql: name, stored, ...(transformer && { transformer }) };
    }),
  );
}

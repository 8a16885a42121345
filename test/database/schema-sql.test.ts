import { readFile } from 'node:fs/promises';
import { dumpSchema } from '../../src/foundation/database/dump-schema.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('schema.sql is what the migrations amount to; otherwise run npm run schema:sql and read its diff', async () => {
  expect(await readFile('src/foundation/database/schema.sql', 'utf8')).toBe(await dumpSchema(db.query));
});

test('every kind of change that a migration can make is visible', async () => {
  const before = await dumpSchema(db.query);
  await db.query(`
    CREATE TYPE colour AS ENUM ('red', 'green');
    CREATE SEQUENCE ticket AS integer;
    CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE sql RETURN n * 2;
    CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE UNLOGGED TABLE odd (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name varchar(20) COLLATE "C" NOT NULL DEFAULT 'x' UNIQUE,
      shade colour,
      doubled integer GENERATED ALWAYS AS (id * 2) STORED,
      other integer REFERENCES odd ON DELETE CASCADE CHECK (other > 0)
    ) WITH (fillfactor = 50);
    CREATE INDEX odd_shade ON odd (shade) WHERE other IS NULL;
    CREATE TRIGGER kept BEFORE UPDATE ON odd FOR EACH ROW EXECUTE FUNCTION keep();
    CREATE VIEW odd_names AS SELECT name FROM odd;
  `);
  const added = (await dumpSchema(db.query)).split('\n').filter((line) => !before.split('\n').includes(line));
  for (const expected of [
    "CREATE TYPE colour AS ENUM ('red', 'green');",
    'CREATE SEQUENCE ticket AS integer;',
    'CREATE OR REPLACE FUNCTION public.twice(n integer)',
    'CREATE UNLOGGED TABLE odd (',
    '  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,',
    `  name character varying(20) COLLATE "C" DEFAULT 'x'::character varying NOT NULL,`,
    '  doubled integer GENERATED ALWAYS AS ((id * 2)) STORED,',
    '  CONSTRAINT odd_pkey PRIMARY KEY (id),',
    '  CONSTRAINT odd_name_key UNIQUE (name),',
    '  CONSTRAINT odd_other_check CHECK ((other > 0)),',
    '  CONSTRAINT odd_other_fkey FOREIGN KEY (other) REFERENCES odd(id) ON DELETE CASCADE',
    ') WITH (fillfactor=50);',
    'CREATE INDEX odd_shade ON public.odd USING btree (shade) WHERE (other IS NULL);',
    'CREATE TRIGGER kept BEFORE UPDATE ON public.odd FOR EACH ROW EXECUTE FUNCTION keep();',
    'CREATE VIEW odd_names AS',
  ]) {
    expect(added).toContain(expected);
  }
});

/** What the processes of the service need for themselves. */
export const OPERATION = `
-- What a process writes to find out whether it can write.
CREATE TABLE health_checks (
  id smallint NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  CONSTRAINT health_checks_pkey PRIMARY KEY (id)
);

-- What the operator says to all users.
CREATE TABLE banner (
  id smallint NOT NULL,
  text text NOT NULL,
  level text NOT NULL,
  until timestamptz(3),
  CONSTRAINT banner_pkey PRIMARY KEY (id),
  CONSTRAINT banner_one_row CHECK (id = 1)
);

-- Migrations that a process must have to work on this database (requireMigration).
CREATE TABLE migration_requirements (
  name text NOT NULL,
  CONSTRAINT migration_requirements_pkey PRIMARY KEY (name)
);
`;

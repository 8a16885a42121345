import type { PersonEntity } from './person.entity.js';

/** The name of a person for others who may not read addresses: without a name, the address up to the `@`. */
export const shownName = ({ name, email }: Pick<PersonEntity, 'name' | 'email'>): string =>
  name === email ? email.slice(0, email.indexOf('@')) : name;

/** The same in SQL, of a row of `people` with this alias. */
export const shownNameIn = (person: string): string =>
  `CASE WHEN ${person}.name = ${person}.email THEN split_part(${person}.email, '@', 1) ELSE ${person}.name END`;

import type { Transaction } from '../../foundation/database/unit-of-work.js';
import { sessionOf, type Viewer } from '../identity/access/viewer.js';
import { parseDisplayName } from '../identity/account/parse-account.js';
import { lockPerson, updatePerson } from '../identity/people/person.repository.js';
import { recordOfPerson } from '../identity/people/record-of-person.step.js';

export type ChangePersonName = (viewer: Viewer, name: string) => Promise<string>;

/** Changes the name that other members read; a blank one is the e-mail address. Error: DISPLAY_NAME_INVALID. */
export const makeChangePersonName =
  ({ transaction }: { transaction: Transaction }): ChangePersonName =>
  async (viewer, given) => {
    const { personId, email } = sessionOf(viewer);
    const name = parseDisplayName(given, email);
    await transaction(async (db) => {
      const person = await lockPerson(db, personId);
      if (!person || person.name === name) return;
      await updatePerson(db, { id: personId }, { name });
      await recordOfPerson(db, personId, viewer, {
        action: 'member_renamed',
        details: { from: person.name, to: name },
      });
    });
    return name;
  };

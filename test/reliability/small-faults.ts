/** Scenarios of `npm run test:faults`, small enough for every run. */
import type { Scenario, Stage } from '../faults/scenario.js';
import { createTestDatabase } from '../support/database.js';

const stage: Stage = { createDatabase: createTestDatabase, server: null, size: 'small', say: () => undefined };

/** Runs a scenario: nothing is lost, live twice, claimed or sent blindly, and all that happened is explained. */
export async function expectGood(scenario: Scenario): Promise<void> {
  for (const row of [await scenario.run(stage)].flat()) {
    const { problems, lost, twice, claimed, sentBlindly, unexplained } = row;
    expect({ problems, lost, twice, claimed, sentBlindly, unexplained }).toEqual({
      problems: [],
      lost: 0,
      twice: 0,
      claimed: 0,
      sentBlindly: 0,
      unexplained: 0,
    });
    expect(row.posts).toBeGreaterThan(0);
  }
}

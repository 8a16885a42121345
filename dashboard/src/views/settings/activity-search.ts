import { msg } from '@lingui/core/macro';
import type { VariablesOf } from '../../api/graphql.js';
import { oneOf } from '../../parts/one-of.js';
import type { ACTIVITY } from './activity.operations.js';
import { type Action, knownActions } from './activity-words.js';

const HOUR_MS = 3_600_000;

/** How far back the list goes. */
export const PERIODS = {
  day: { label: msg`Last 24 hours`, ms: 24 * HOUR_MS },
  week: { label: msg`Last 7 days`, ms: 7 * 24 * HOUR_MS },
  month: { label: msg`Last 30 days`, ms: 30 * 24 * HOUR_MS },
} as const;
export type Period = keyof typeof PERIODS;
export const periodOf = (value: unknown): Period | undefined => oneOf(Object.keys(PERIODS) as Period[], value);

/** What the list shows, as its address says it. */
export interface ActivitySearch {
  actions?: Action[];
  period?: Period;
}

/** A key that is left out would keep what the address has. */
export const parseSearch = ({ actions, period }: Record<string, unknown>): ActivitySearch => ({
  actions: knownActions(actions),
  period: periodOf(period),
});

/** The same as the filter of the query. */
export const toFilter = ({ actions, period }: ActivitySearch): VariablesOf<typeof ACTIVITY>['filter'] => ({
  ...(actions && { actions }),
  ...(period && { from: new Date(Date.now() - PERIODS[period].ms).toISOString() }),
});

import type { Metric } from './network.operations.js';

export const METRICS: Record<Metric, string> = {
  IMPRESSION: 'Impressions',
  MEMBERS_REACHED: 'Members reached',
  REACTION: 'Reactions',
  COMMENT: 'Comments',
  RESHARE: 'Reshares',
};

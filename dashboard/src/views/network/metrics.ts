import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Metric } from './network.operations.js';

export const METRICS: Record<Metric, MessageDescriptor> = {
  IMPRESSION: msg`Impressions`,
  MEMBERS_REACHED: msg`Members reached`,
  REACTION: msg`Reactions`,
  COMMENT: msg`Comments`,
  RESHARE: msg`Reshares`,
};

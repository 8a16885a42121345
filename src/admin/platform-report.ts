import type { CheckResult } from './config-report.js';
import { aligned, type Report } from './report.js';

/** What came of trying a part of a platform's setup. */
export interface PlatformCheck extends CheckResult {
  /** Who has to act; null: nobody. */
  fault: 'configuration' | 'network' | 'platform' | null;
}

export interface PlatformReport {
  platform: string;
  checks: PlatformCheck[];
}

const FAULTS = {
  configuration: 'The configuration has to be changed.',
  network: 'The network between this service and the platform has to be changed.',
  platform: 'The platform has to act, or its message says what to do.',
};

export function reportPlatform(report: PlatformReport): Report {
  const faults = new Set(report.checks.flatMap(({ fault }) => (fault === null ? [] : [FAULTS[fault]])));
  return {
    json: report,
    text: [aligned(report.checks.map(({ name, outcome, message }) => [name, outcome, message])), ...faults].join('\n'),
  };
}

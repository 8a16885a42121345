import { aligned, type Report } from './report.js';

/** What came of trying a part of the configuration. */
export interface CheckResult {
  name: string;
  /** `skipped`: the configuration does not use it. */
  outcome: 'ok' | 'failed' | 'skipped';
  /** In words; of a failure, also what to do. */
  message: string;
}

export interface ConfigReport {
  values: { name: string; value: string; source: string }[];
  /** Why the service would not start; nothing is tried then. */
  problems: string[];
  /** What has no effect. */
  warnings: string[];
  checks: CheckResult[];
}

export const reportConfig = (report: ConfigReport): Report => ({
  json: report,
  text: [
    aligned(report.values.map(({ name, value, source }) => [name, value, source])),
    '',
    ...report.warnings,
    ...report.problems,
    aligned(report.checks.map(({ name, outcome, message }) => [name, outcome, message])),
  ]
    .join('\n')
    .trimEnd(),
});

/**
 * Traces are configured by the variables of OpenTelemetry, which other programs on the machine may share: as its
 * specification has it, a value that is not supported is a warning and stops nothing. The exporter reads its own
 * variables (`OTEL_EXPORTER_OTLP_*`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`) itself.
 */
import { z } from 'zod';
import type { Env } from './environment.js';
import { integer } from './variable.js';

export interface TracesConfig {
  /** Which traces are recorded. */
  sampler: { name: SamplerName; ratio: number };
  /** Spans that wait to be sent, and how they are sent. */
  batch: {
    maxQueueSize: number;
    maxExportBatchSize: number;
    scheduledDelayMillis: number;
    exportTimeoutMillis: number;
  };
}

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

const count = (most: number, fallback: number) => ({
  schema: integer(1, most),
  expected: `a whole number from 1 to ${most}`,
  fallback,
});

/** What this service reads itself, with the defaults of the specification. */
const READ = {
  OTEL_TRACES_SAMPLER: { schema: z.enum(SAMPLERS), expected: SAMPLERS.join(', '), fallback: SAMPLERS[0] },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z.coerce.number<string>().min(0).max(1),
    expected: 'a number from 0 to 1',
    fallback: 1,
  },
  OTEL_BSP_MAX_QUEUE_SIZE: count(100_000, 2048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count(10_000, 512),
  OTEL_BSP_SCHEDULE_DELAY: count(3_600_000, 5_000),
  OTEL_BSP_EXPORT_TIMEOUT: count(600_000, 30_000),
};

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
const PROTOCOLS = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'];
const PROTOCOL = 'http/protobuf';

/** The configuration of traces, or null where they are off; `warnings` has a sentence for each value that is not used. */
export function readTraces(env: Env): { traces: TracesConfig | null; warnings: string[] } {
  const warnings: string[] = [];
  const off = { traces: null, warnings };
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return off;
  const endpoint = ENDPOINTS.find((name) => env[name]);
  const exporter = env.OTEL_TRACES_EXPORTER || (endpoint ? 'otlp' : 'none');
  if (exporter === 'none') return off;
  if (exporter !== 'otlp') {
    warnings.push('OTEL_TRACES_EXPORTER must be otlp or none: no traces are sent.');
    return off;
  }
  if (endpoint && !z.url({ protocol: /^https?$/ }).safeParse(env[endpoint]).success) {
    warnings.push(`${endpoint} must be an http or https address: no traces are sent.`);
    return off;
  }
  const protocol = PROTOCOLS.find((name) => env[name]);
  if (protocol && env[protocol] !== PROTOCOL) {
    warnings.push(`${protocol} must be ${PROTOCOL}, which is used for the traces.`);
  }
  const read = <Name extends keyof typeof READ>(name: Name): z.output<(typeof READ)[Name]['schema']> => {
    const { schema, expected, fallback } = READ[name];
    const given = env[name] || undefined;
    const parsed = schema.safeParse(given);
    if (given !== undefined && !parsed.success) warnings.push(`${name} must be ${expected}: ${fallback} is used.`);
    return (parsed.success ? parsed.data : fallback) as z.output<(typeof READ)[Name]['schema']>;
  };
  const maxQueueSize = read('OTEL_BSP_MAX_QUEUE_SIZE');
  const traces: TracesConfig = {
    sampler: { name: read('OTEL_TRACES_SAMPLER'), ratio: read('OTEL_TRACES_SAMPLER_ARG') },
    batch: {
      maxQueueSize,
      maxExportBatchSize: Math.min(read('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'), maxQueueSize),
      scheduledDelayMillis: read('OTEL_BSP_SCHEDULE_DELAY'),
      exportTimeoutMillis: read('OTEL_BSP_EXPORT_TIMEOUT'),
    },
  };
  return { traces, warnings };
}

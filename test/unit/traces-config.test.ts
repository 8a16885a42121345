import { configWarnings, parseConfig } from '../../src/config/config.js';
import { readTraces } from '../../src/config/traces.js';

const ON = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };

test('traces are on with an endpoint, or with the exporter otlp', () => {
  expect(parseConfig({}).traces).toBeNull();
  expect(parseConfig({ OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_ENDPOINT: '' }).traces).toBeNull();
  expect(parseConfig(ON).traces).not.toBeNull();
  expect(parseConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://x.example/v1' }).traces).not.toBeNull();
  expect(parseConfig({ OTEL_TRACES_EXPORTER: 'otlp' }).traces).not.toBeNull();
});

test.each([{ OTEL_SDK_DISABLED: 'true' }, { OTEL_SDK_DISABLED: 'TRUE' }, { OTEL_TRACES_EXPORTER: 'none' }])(
  '%j turns them off',
  (env) => {
    expect(readTraces({ ...ON, ...env })).toEqual({ traces: null, warnings: [] });
  },
);

test('sampler and batches are read, with the defaults of the specification', () => {
  expect(parseConfig(ON).traces).toEqual({
    sampler: { name: 'parentbased_always_on', ratio: 1 },
    batch: { maxQueueSize: 2048, maxExportBatchSize: 512, scheduledDelayMillis: 5000, exportTimeoutMillis: 30_000 },
  });
  const env = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25', OTEL_BSP_MAX_QUEUE_SIZE: '100' };
  expect(parseConfig({ ...ON, ...env }).traces).toMatchObject({
    sampler: { name: 'traceidratio', ratio: 0.25 },
    batch: { maxQueueSize: 100, maxExportBatchSize: 100 },
  });
});

test('a value that is not supported is a warning, and stops nothing', () => {
  const env = {
    OTEL_TRACES_SAMPLER: 'jaeger_remote',
    OTEL_TRACES_SAMPLER_ARG: '2',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  };
  expect(configWarnings({ ...ON, ...env })).toEqual([
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, which is used for the traces.',
    expect.stringMatching(/^OTEL_TRACES_SAMPLER must be parentbased_always_on, .+: parentbased_always_on is used\.$/),
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1: 1 is used.',
  ]);
  expect(readTraces({ OTEL_TRACES_EXPORTER: 'zipkin' })).toEqual({
    traces: null,
    warnings: ['OTEL_TRACES_EXPORTER must be otlp or none: no traces are sent.'],
  });
  expect(readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }).warnings).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address: no traces are sent.',
  ]);
});

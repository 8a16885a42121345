/** The SDK of OpenTelemetry, from few of its packages: `sdk-node` would bring exporters of metrics and logs, and gRPC. */
import { context, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracesConfig } from '../config/traces.js';

export interface StartedTracing {
  tracer: Tracer;
  /** Sends what is left, for as long as a stop can wait for it. */
  stop(): Promise<void>;
}

const NAME = 'social-publishing-service';
/** An attribute is at most this long. */
const MAX_CHARACTERS = 256;
const STOP_MS = 2_000;

/** Starts to record and send spans. A collector that cannot be reached costs the spans, and one line in the log. */
export function startTracing({ sampler, batch }: TracesConfig, log: Pick<Logger, 'warn' | 'info'>): StartedTracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector];
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': NAME }))
      .merge(detectResources({ detectors })),
    sampler: makeSampler(sampler),
    spanLimits: { attributeValueLengthLimit: MAX_CHARACTERS },
    spanProcessors: [new BatchSpanProcessor({ exporter: reported(new OTLPTraceExporter(), log), ...batch })],
  });
  return {
    tracer: provider.getTracer(NAME),
    async stop() {
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MS);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), limit]);
      clearTimeout(timer);
    },
  };
}

function makeSampler({ name, ratio }: TracesConfig['sampler']): Sampler {
  const [kind, isParentBased] = name.startsWith('parentbased_') ? [name.slice(12), true] : [name, false];
  const root =
    kind === 'always_on'
      ? new AlwaysOnSampler()
      : kind === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}

/** Logs when spans begin to be lost, and when they are sent again. */
function reported(exporter: SpanExporter, log: Pick<Logger, 'warn' | 'info'>): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed && !isFailing)
          log.warn({ reason: reasonOf(result.error) }, 'Traces cannot be sent; they are dropped');
        if (!failed && isFailing) log.info('Traces are sent again');
        isFailing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}

/** The status that the collector answered with, or what became of the connection. A message may have what it answered. */
function reasonOf(error: unknown): unknown {
  const { code, cause, errors } = (error ?? {}) as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (code !== undefined) return code;
  const [inner] = errors ?? [cause];
  return inner ? reasonOf(inner) : 'no answer in time';
}

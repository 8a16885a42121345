/** Where in a trace a job was created. It travels with the job's data. */
export interface JobTrace {
  /** Of the span that created it (W3C Trace Context). */
  traceparent: string;
  /**
   * True if the job runs much later, or ends a long chain of jobs. It then starts its own trace, linked to this one.
   */
  isOver: boolean;
  /** Jobs of the trace before it, each created by the one before. */
  jobs: number;
}

/** How a trace goes on in jobs. */
export interface JobTraces {
  /** What the data of a new job has in addition. `about`: what it belongs to, the nearest first. */
  create(queue: string, job: { about: readonly string[]; dueAt: Date | null }): { trace?: JobTrace };
  /** Runs a job in its trace. */
  process<T>(queue: string, job: { id: string; data: object }, work: () => Promise<T>): Promise<T>;
}

export const NO_JOB_TRACES: JobTraces = {
  create: () => ({}),
  process: (_queue, _job, work) => work(),
};

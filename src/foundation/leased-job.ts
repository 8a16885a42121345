/** A job that a worker has fetched: its id, and which delivery of it this is. */
export interface LeasedJob {
  id: string;
  retryCount: number;
}

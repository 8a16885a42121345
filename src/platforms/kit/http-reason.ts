import { STATUS_CODES } from 'node:http';

const REASONS: ReadonlySet<string> = new Set(Object.values(STATUS_CODES).map((reason) => reason?.toLowerCase() ?? ''));

/** Whether a message is the standard reason of an HTTP status and no more, as a gateway's often is: "Forbidden". */
export const isHttpReason = (message: string): boolean => REASONS.has(message.toLowerCase().replace(/\.$/, ''));

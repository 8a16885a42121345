import { t } from '@lingui/core/macro';

/** The address is valid for an hour. */
const LONGEST_MS = 3_600_000;
export const removed = (): string => t`The file was removed.`;

/**
 * Uploads a file to its address, by XMLHttpRequest because fetch reports no progress. Returns why it failed, or null.
 * The signal aborts it.
 */
export const put = (
  url: string,
  file: File,
  contentType: string,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<string | null> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve(removed());
    const request = new XMLHttpRequest();
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.timeout = LONGEST_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onloadend = () => resolve(signal.aborted ? removed() : reasonOf(request.status));
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', contentType);
    request.send(file);
  });

function reasonOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status === 0) return t`The connection was lost.`;
  if (status === 403) return t`The upload was refused: its address has expired, or the storage of the plan is used up.`;
  return t`The upload was refused (HTTP ${status}).`;
}

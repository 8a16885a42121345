import { useEffect } from 'react';
import { useSubscription } from 'urql';
import { REFUSED_WAIT_MS } from '../../api/activity.js';
import { WEBHOOK_ACTIVITY } from './webhooks.operations.js';

/**
 * Follows the deliveries of one webhook, or of all. `onChange` is called with each change, and when changes may have been
 * missed; it has to be stable. After a lost connection the socket resumes with the cursor of the last change.
 */
export function useWebhookActivity(webhookId: string | null, onChange: () => void): void {
  const [{ data, error }, startOver] = useSubscription({
    query: WEBHOOK_ACTIVITY,
    variables: { webhookId, after: null },
  });
  useEffect(() => {
    if (data) onChange();
  }, [data, onChange]);
  useEffect(() => {
    if (!error) return undefined;
    // At a limit, for example, or because the cursor has expired.
    const retry = setTimeout(() => {
      startOver();
      onChange();
    }, REFUSED_WAIT_MS);
    return () => clearTimeout(retry);
  }, [error, startOver, onChange]);
}

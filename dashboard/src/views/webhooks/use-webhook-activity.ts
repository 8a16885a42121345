import { useEffect } from 'react';
import { useSubscription } from 'urql';
import { WEBHOOK_ACTIVITY } from './webhooks.operations.js';

/** Follows the deliveries of one webhook, or of all. `onChange` is called with each change; it has to be stable. */
export function useWebhookActivity(webhookId: string | null, onChange: () => void): void {
  const [{ data }] = useSubscription({ query: WEBHOOK_ACTIVITY, variables: { webhookId } });
  useEffect(() => {
    if (data) onChange();
  }, [data, onChange]);
}

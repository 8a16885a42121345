import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf } from '../../parts/one-of.js';
import { signedInRoute } from '../../shell/layouts.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './webhook-words.js';

const listRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-view.js'), 'WebhooksView'),
});

const webhookRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/webhooks/$webhookId',
  // An omitted key would keep the value in the address.
  validateSearch: ({ status }: { status?: unknown }): { status?: DeliveryStatus } => ({
    status: oneOf(DELIVERY_STATUSES, status),
  }),
  component: lazyRouteComponent(() => import('./webhook-view.js'), 'WebhookView'),
});

export const webhooksRoutes = [listRoute, webhookRoute] as const;

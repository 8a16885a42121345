import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

export const apiKeysRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./api-keys-view.js'), 'ApiKeysView'),
});

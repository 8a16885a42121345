import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

export const usageRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/usage',
  component: lazyRouteComponent(() => import('./usage-view.js'), 'UsageView'),
});

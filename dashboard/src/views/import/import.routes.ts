import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

const importRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/import',
  component: lazyRouteComponent(() => import('./import-view.js'), 'ImportView'),
});

const reportRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/import/$importId',
  component: lazyRouteComponent(() => import('./import-report.js'), 'ImportReport'),
});

export const importRoutes = [importRoute, reportRoute] as const;

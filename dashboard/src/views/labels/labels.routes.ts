import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

export const labelsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/labels',
  component: lazyRouteComponent(() => import('./labels-view.js'), 'LabelsView'),
});

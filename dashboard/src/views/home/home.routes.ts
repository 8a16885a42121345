import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/home',
  component: lazyRouteComponent(() => import('./home-view.js'), 'HomeView'),
});

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../../shell/layouts.js';
import { parseSearch } from './activity-search.js';

const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-view.js'), 'SettingsView'),
});

const activityRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/activity',
  validateSearch: parseSearch,
  component: lazyRouteComponent(() => import('./activity-view.js'), 'ActivityView'),
});

const notificationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings/notifications',
  component: lazyRouteComponent(() => import('./notifications-view.js'), 'NotificationsView'),
});

export const settingsRoutes = [settingsRoute, activityRoute, notificationsRoute] as const;

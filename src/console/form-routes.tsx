/** The pages about what readers see: forms, preferences, measuring, hosts, parameters of links. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './root.tsx'

export const forms = createRoute({
  getParentRoute: () => root,
  path: '/forms',
  component: lazyRouteComponent(() => import('./features/forms/forms.tsx'), 'FormsPage'),
})

export const form = createRoute({
  getParentRoute: () => root,
  path: '/forms/$id',
  component: lazyRouteComponent(() => import('./features/forms/form.tsx'), 'FormPage'),
})

export const signUps = createRoute({
  getParentRoute: () => root,
  path: '/forms/$id/sign-ups',
  component: lazyRouteComponent(() => import('./features/forms/sign-ups.tsx'), 'SignUpsPage'),
})

export const proofs = createRoute({
  getParentRoute: () => root,
  path: '/subscribers/$id/proofs',
  component: lazyRouteComponent(() => import('./features/person/proofs-page.tsx'), 'ProofsPage'),
})

export const preferences = createRoute({
  getParentRoute: () => root,
  path: '/preferences',
  component: lazyRouteComponent(
    () => import('./features/preferences/preferences.tsx'),
    'PreferencesPage',
  ),
})

export const measuring = createRoute({
  getParentRoute: () => root,
  path: '/measuring',
  component: lazyRouteComponent(
    () => import('./features/measuring/measuring.tsx'),
    'MeasuringPage',
  ),
})

export const hosts = createRoute({
  getParentRoute: () => root,
  path: '/hosts',
  component: lazyRouteComponent(() => import('./features/hosts/hosts.tsx'), 'HostsPage'),
})

export const quietHours = createRoute({
  getParentRoute: () => root,
  path: '/quiet-hours',
  component: lazyRouteComponent(
    () => import('./features/quiet-hours/quiet-hours.tsx'),
    'QuietHoursPage',
  ),
})

export const utm = createRoute({
  getParentRoute: () => root,
  path: '/utm',
  component: lazyRouteComponent(() => import('./features/utm/utm.tsx'), 'UtmPage'),
})

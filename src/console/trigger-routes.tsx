/** The pages of automatic emails. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './root.tsx'

export const triggers = createRoute({
  getParentRoute: () => root,
  path: '/triggers',
  component: lazyRouteComponent(() => import('./features/triggers/triggers.tsx'), 'TriggersPage'),
})

export const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  component: lazyRouteComponent(() => import('./features/events/events.tsx'), 'EventsPage'),
})

export const trigger = createRoute({
  getParentRoute: () => root,
  path: '/triggers/$id',
  component: lazyRouteComponent(() => import('./features/triggers/trigger.tsx'), 'TriggerPage'),
})

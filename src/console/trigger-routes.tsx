/** The pages of automatic and single emails. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { EVENT_TABS } from './features/events/tabs.ts'
import { root } from './root.tsx'
import { given, number, oneOf, text } from './search.ts'

export const triggers = createRoute({
  getParentRoute: () => root,
  path: '/triggers',
  component: lazyRouteComponent(() => import('./features/triggers/triggers.tsx'), 'TriggersPage'),
})

export const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  validateSearch: (search: Record<string, unknown>) =>
    given({ tab: oneOf(search.tab, EVENT_TABS) }),
  component: lazyRouteComponent(() => import('./features/events/events.tsx'), 'EventsPage'),
})

export const eventSource = createRoute({
  getParentRoute: () => root,
  path: '/events/source',
  validateSearch: (search: Record<string, unknown>) => ({ name: text(search.name, 100) ?? '' }),
  component: lazyRouteComponent(() => import('./features/event-source/source.tsx'), 'SourcePage'),
})

export const trigger = createRoute({
  getParentRoute: () => root,
  path: '/triggers/$id',
  component: lazyRouteComponent(() => import('./features/triggers/trigger.tsx'), 'TriggerPage'),
})

const emails = createRoute({
  getParentRoute: () => root,
  path: '/emails',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      q: text(search.q, 200),
      project: number(search.project),
      state: text(search.state, 20),
      since: text(search.since, 10),
      until: text(search.until, 10),
    }),
  component: lazyRouteComponent(() => import('./features/emails/emails.tsx'), 'EmailsPage'),
})

const email = createRoute({
  getParentRoute: () => root,
  path: '/emails/$id',
  component: lazyRouteComponent(() => import('./features/emails/email.tsx'), 'EmailPage'),
})

const projects = createRoute({
  getParentRoute: () => root,
  path: '/emails/projects',
  validateSearch: (search: Record<string, unknown>) => given({ days: number(search.days) }),
  component: lazyRouteComponent(() => import('./features/projects/projects.tsx'), 'ProjectsPage'),
})

const project = createRoute({
  getParentRoute: () => root,
  path: '/emails/projects/$id',
  validateSearch: (search: Record<string, unknown>) => given({ days: number(search.days) }),
  component: lazyRouteComponent(() => import('./features/projects/project.tsx'), 'ProjectPage'),
})

const batches = createRoute({
  getParentRoute: () => root,
  path: '/emails/files',
  component: lazyRouteComponent(() => import('./features/projects/batches.tsx'), 'BatchesPage'),
})

const batch = createRoute({
  getParentRoute: () => root,
  path: '/emails/files/$id',
  component: lazyRouteComponent(() => import('./features/projects/batch.tsx'), 'BatchPage'),
})

export const emailPages = [emails, email, projects, project, batches, batch] as const

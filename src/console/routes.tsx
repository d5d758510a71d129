/** The pages and their addresses below /console. */
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { READY } from './features/filters/ready.ts'
import { LIST_ORDERS, type ListsView } from './features/lists/orders.ts'
import {
  form,
  forms,
  hosts,
  measuring,
  preferences,
  proofs,
  quietHours,
  signUps,
  utm,
} from './form-routes.tsx'
import {
  brand,
  media,
  newNewsletter,
  newsletter,
  newsletters,
  template,
  templates,
  testGroups,
} from './newsletter-routes.tsx'
import { root } from './root.tsx'
import {
  audit,
  connect,
  deliverability,
  domainReports,
  domains,
  integrations,
  keys,
  mailboxes,
  members,
  own,
  proposal,
  proposals,
  relay,
  relays,
  routeRules,
  seedTests,
  system,
  webhook,
  webhooks,
} from './run-routes.tsx'
import { given, number, oneOf, text } from './search.ts'
import { recipients, report, reports, send, sending, sendings } from './send-routes.tsx'
import { newSms, oneSms, smsMessages } from './sms-routes.tsx'
import { emailPages, eventSource, events, trigger, triggers } from './trigger-routes.tsx'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./features/home/home.tsx'), 'HomePage'),
})

const lists = createRoute({
  getParentRoute: () => root,
  path: '/lists',
  validateSearch: ({ q, order }: Record<string, unknown>): Partial<ListsView> => ({
    ...(q === undefined || q === '' ? {} : { q: String(q).slice(0, 100) }),
    ...(LIST_ORDERS.some(known => known === order) && order !== LIST_ORDERS[0]
      ? { order: order as ListsView['order'] }
      : {}),
  }),
  component: lazyRouteComponent(() => import('./features/lists/lists.tsx'), 'ListsPage'),
})

const list = createRoute({
  getParentRoute: () => root,
  path: '/lists/$id',
  component: lazyRouteComponent(() => import('./features/lists/list.tsx'), 'ListPage'),
})

const PERSON_PARTS = [
  ...(['emails', 'consent', 'trigger-emails', 'bounces', 'imports', 'sms'] as const),
] as const

/** Beside the newest first. */
const PEOPLE_SORTS = ['oldest', 'address', 'address-down', 'name', 'name-down'] as const

/** The search parameters of a table of subscribers. */
const selection = (search: Record<string, unknown>) =>
  given({
    q: text(search.q, 100),
    list: number(search.list),
    filter: number(search.filter),
    from: number(search.from),
    sort: oneOf(search.sort, PEOPLE_SORTS),
  })

const subscribers = createRoute({
  getParentRoute: () => root,
  path: '/subscribers',
  validateSearch: (search: Record<string, unknown>) =>
    given({ ...selection(search), columns: text(search.columns, 500) }),
  component: lazyRouteComponent(
    () => import('./features/subscribers/subscribers.tsx'),
    'SubscribersPage',
  ),
})

const person = createRoute({
  getParentRoute: () => root,
  path: '/subscribers/$id',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      part: oneOf(search.part, PERSON_PARTS),
      // The table that one came from: its next person is ours.
      among:
        typeof search.among === 'object' && search.among !== null
          ? selection(search.among as Record<string, unknown>)
          : undefined,
    }),
  component: lazyRouteComponent(() => import('./features/person/person.tsx'), 'PersonPage'),
})

const filters = createRoute({
  getParentRoute: () => root,
  path: '/filters',
  validateSearch: (search: Record<string, unknown>) => given({ q: text(search.q, 100) }),
  component: lazyRouteComponent(() => import('./features/filters/filters.tsx'), 'FiltersPage'),
})

const filter = createRoute({
  getParentRoute: () => root,
  path: '/filters/$id',
  validateSearch: (search: Record<string, unknown>) => given({ ready: oneOf(search.ready, READY) }),
  component: lazyRouteComponent(() => import('./features/filters/filter.tsx'), 'FilterPage'),
})

const fields = createRoute({
  getParentRoute: () => root,
  path: '/fields',
  validateSearch: (search: Record<string, unknown>) => given({ field: number(search.field) }),
  component: lazyRouteComponent(() => import('./features/fields/fields.tsx'), 'FieldsPage'),
})

const imports = createRoute({
  getParentRoute: () => root,
  path: '/imports',
  component: lazyRouteComponent(() => import('./features/imports/imports.tsx'), 'ImportsPage'),
})

const newImport = createRoute({
  getParentRoute: () => root,
  path: '/imports/new',
  component: lazyRouteComponent(() => import('./features/imports/new-import.tsx'), 'NewImportPage'),
})

const oneImport = createRoute({
  getParentRoute: () => root,
  path: '/imports/$id',
  component: lazyRouteComponent(() => import('./features/imports/one-import.tsx'), 'ImportPage'),
})

const optOuts = createRoute({
  getParentRoute: () => root,
  path: '/opt-outs',
  component: lazyRouteComponent(() => import('./features/blocked/opt-outs.tsx'), 'OptOutsPage'),
})

const suppression = createRoute({
  getParentRoute: () => root,
  path: '/suppression',
  validateSearch: (search: Record<string, unknown>) => given({ domain: text(search.domain, 255) }),
  component: lazyRouteComponent(
    () => import('./features/blocked/suppression.tsx'),
    'SuppressionPage',
  ),
})

const pages = root.addChildren([
  newsletters,
  newNewsletter,
  newsletter,
  media,
  brand,
  measuring,
  quietHours,
  utm,
  templates,
  template,
  smsMessages,
  newSms,
  oneSms,
  events,
  eventSource,
  triggers,
  trigger,
  ...emailPages,
  testGroups,
  home,
  lists,
  list,
  subscribers,
  person,
  filters,
  filter,
  fields,
  forms,
  form,
  signUps,
  proofs,
  preferences,
  imports,
  newImport,
  oneImport,
  optOuts,
  suppression,
  integrations,
  webhooks,
  webhook,
  deliverability,
  domains,
  domainReports,
  members,
  keys,
  hosts,
  audit,
  own,
  connect,
  proposals,
  proposal,
  relays,
  relay,
  routeRules,
  mailboxes,
  seedTests,
  system,
  reports,
  sendings,
  sending,
  report,
  recipients,
  send,
])

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPages>
  }
}

export const createPages = () =>
  createRouter({
    routeTree: pages,
    basepath: '/console',
    scrollRestoration: true,
  })

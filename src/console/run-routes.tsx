/** The pages of who runs an account and its installation: members, keys, audit log, relays. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { REPORT_PERIODS } from './features/domains/periods.ts'
import { SYSTEM_TABS } from './features/system/tabs.ts'
import { WEBHOOK_STATES } from './features/webhooks/states.ts'
import { root } from './root.tsx'
import { given, number, oneOf, text } from './search.ts'

export const members = createRoute({
  getParentRoute: () => root,
  path: '/members',
  component: lazyRouteComponent(() => import('./features/team/members.tsx'), 'MembersPage'),
})

export const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  component: lazyRouteComponent(() => import('./features/team/keys.tsx'), 'KeysPage'),
})

export const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  component: lazyRouteComponent(() => import('./features/connect/connect.tsx'), 'ConnectPage'),
})

export const proposals = createRoute({
  getParentRoute: () => root,
  path: '/proposals',
  component: lazyRouteComponent(
    () => import('./features/proposals/proposals.tsx'),
    'ProposalsPage',
  ),
})

export const proposal = createRoute({
  getParentRoute: () => root,
  path: '/proposals/$id',
  component: lazyRouteComponent(() => import('./features/proposals/proposal.tsx'), 'ProposalPage'),
})

export const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: (search: Record<string, unknown>) =>
    given({ kind: text(search.kind, 40), id: text(search.id, 500) }),
  component: lazyRouteComponent(() => import('./features/audit/audit.tsx'), 'AuditPage'),
})

export const own = createRoute({
  getParentRoute: () => root,
  path: '/own',
  component: lazyRouteComponent(() => import('./features/own/own.tsx'), 'OwnPage'),
})

export const relays = createRoute({
  getParentRoute: () => root,
  path: '/relays',
  component: lazyRouteComponent(() => import('./features/relays/relays.tsx'), 'RelaysPage'),
})

export const relay = createRoute({
  getParentRoute: () => root,
  path: '/relays/relay',
  validateSearch: (search: Record<string, unknown>) => ({ name: text(search.name, 100) ?? '' }),
  component: lazyRouteComponent(() => import('./features/relays/relay-page.tsx'), 'RelayPage'),
})

export const routeRules = createRoute({
  getParentRoute: () => root,
  path: '/route-rules',
  component: lazyRouteComponent(() => import('./features/route-rules/rules.tsx'), 'RulesPage'),
})

export const mailboxes = createRoute({
  getParentRoute: () => root,
  path: '/mailboxes',
  component: lazyRouteComponent(
    () => import('./features/mailboxes/mailboxes.tsx'),
    'MailboxesPage',
  ),
})

export const system = createRoute({
  getParentRoute: () => root,
  path: '/system',
  validateSearch: (search: Record<string, unknown>) =>
    given({ tab: oneOf(search.tab, SYSTEM_TABS) }),
  component: lazyRouteComponent(() => import('./features/system/system.tsx'), 'SystemPage'),
})

export const integrations = createRoute({
  getParentRoute: () => root,
  path: '/integrations',
  validateSearch: (search: Record<string, unknown>) => given({ program: number(search.program) }),
  component: lazyRouteComponent(
    () => import('./features/integrations/integrations.tsx'),
    'IntegrationsPage',
  ),
})

export const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./features/webhooks/webhooks.tsx'), 'WebhooksPage'),
})

export const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/one',
  validateSearch: (search: Record<string, unknown>) => ({
    ...given({ state: oneOf(search.state, WEBHOOK_STATES), kind: text(search.kind, 50) }),
    name: text(search.name, 100) ?? '',
  }),
  component: lazyRouteComponent(() => import('./features/webhooks/webhook.tsx'), 'WebhookPage'),
})

export const deliverability = createRoute({
  getParentRoute: () => root,
  path: '/deliverability',
  component: lazyRouteComponent(
    () => import('./features/deliverability/deliverability.tsx'),
    'DeliverabilityPage',
  ),
})

export const seedTests = createRoute({
  getParentRoute: () => root,
  path: '/seed-tests',
  component: lazyRouteComponent(
    () => import('./features/seed-tests/seed-tests.tsx'),
    'SeedTestsPage',
  ),
})

export const domains = createRoute({
  getParentRoute: () => root,
  path: '/domains',
  validateSearch: (search: Record<string, unknown>) => given({ domain: text(search.domain, 255) }),
  component: lazyRouteComponent(() => import('./features/domains/domains.tsx'), 'DomainsPage'),
})

export const domainReports = createRoute({
  getParentRoute: () => root,
  path: '/domain-reports',
  validateSearch: (search: Record<string, unknown>) =>
    given({ days: REPORT_PERIODS.find(days => days === search.days) }),
  component: lazyRouteComponent(
    () => import('./features/domains/reports.tsx'),
    'DomainReportsPage',
  ),
})

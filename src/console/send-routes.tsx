/** The pages of sendings: sending one, watching it, its reports and its recipients. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './root.tsx'
import { given, ids, number, oneOf, text } from './search.ts'

export const reports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: (search: Record<string, unknown>) =>
    given({ days: number(search.days), list: number(search.list) }),
  component: lazyRouteComponent(() => import('./features/reports/reports.tsx'), 'ReportsPage'),
})

export const sendings = createRoute({
  getParentRoute: () => root,
  path: '/sendings',
  component: lazyRouteComponent(() => import('./features/sendings/sendings.tsx'), 'SendingsPage'),
})

export const sending = createRoute({
  getParentRoute: () => root,
  path: '/sendings/$id',
  component: lazyRouteComponent(() => import('./features/sendings/live.tsx'), 'LivePage'),
})

export const report = createRoute({
  getParentRoute: () => root,
  path: '/sendings/$id/report',
  validateSearch: (search: Record<string, unknown>) =>
    given({ count: oneOf(search.count, ['all']), with: ids(search.with) }),
  component: lazyRouteComponent(() => import('./features/report/report.tsx'), 'ReportPage'),
})

const yesOrNo = ['yes', 'no'] as const

export const recipients = createRoute({
  getParentRoute: () => root,
  path: '/sendings/$id/recipients',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      state: text(search.state, 40),
      email: text(search.email, 255),
      reply: text(search.reply, 200),
      opened: oneOf(search.opened, yesOrNo),
      clicked: oneOf(search.clicked, yesOrNo),
    }),
  component: lazyRouteComponent(
    () => import('./features/recipients/recipients.tsx'),
    'RecipientsPage',
  ),
})

export const send = createRoute({
  getParentRoute: () => root,
  path: '/newsletters/$id/send',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      lists: ids(search.lists),
      except: ids(search.except),
      filters: ids(search.filters),
      resend: number(search.resend),
      without: oneOf(search.without, ['opened', 'clicked']),
      repeat: search.repeat === true || undefined,
      undone: number(search.undone),
    }),
  component: lazyRouteComponent(() => import('./features/send/send.tsx'), 'SendPage'),
})

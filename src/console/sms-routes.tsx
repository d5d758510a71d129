/** The pages of SMS. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { SMS_TABS } from './features/sms/tabs.ts'
import { root } from './root.tsx'
import { given, oneOf, text } from './search.ts'

export const smsMessages = createRoute({
  getParentRoute: () => root,
  path: '/sms',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      tab: oneOf(search.tab, SMS_TABS),
      state: oneOf(search.state, ['held']),
      // A number of digits is read from the address as one.
      number: text(search.number, 40),
    }),
  component: lazyRouteComponent(() => import('./features/sms/sms-page.tsx'), 'SmsPage'),
})

export const newSms = createRoute({
  getParentRoute: () => root,
  path: '/sms/new',
  component: lazyRouteComponent(() => import('./features/sms/new-sms.tsx'), 'NewSmsPage'),
})

export const oneSms = createRoute({
  getParentRoute: () => root,
  path: '/sms/$id',
  component: lazyRouteComponent(() => import('./features/sms/one-sms.tsx'), 'OneSmsPage'),
})

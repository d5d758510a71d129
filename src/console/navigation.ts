/** The side bar: pages by group. */
import type { NavigationGroup } from './parts/frame.tsx'
import type { IconName } from './parts/icons.tsx'
import type { common } from './parts/texts.ts'

/** Only what leads to a page that exists; a group without any is left out. */
export function groupsOf(
  texts: typeof common,
  path: string,
  rights: readonly string[],
): NavigationGroup[] {
  const here = path.replace(/^\/console/, '').split('/')[1] ?? ''
  const entry = (page: string, label: string, icon: IconName) => ({
    href: `/console/${page}`,
    label,
    icon,
    current: page === here,
  })
  const owned = (...entries: NavigationGroup['entries']) => (rights.includes('own') ? entries : [])
  const groups: NavigationGroup[] = [
    { title: '', entries: [entry('', texts.home, 'home')] },
    {
      title: texts.create,
      entries: [
        entry('newsletters', texts.newsletters, 'mail'),
        entry('sendings', texts.sendings, 'send'),
        { ...entry('triggers', texts.triggers, 'trigger'), also: texts.triggersAlso },
        entry('sms', texts.sms, 'sms'),
        entry('events', texts.events, 'flag'),
        entry('emails', texts.singleEmails, 'search'),
        entry('templates', texts.templates, 'template'),
        entry('media', texts.media, 'picture'),
        entry('brand', texts.brand, 'palette'),
        entry('utm', texts.utm, 'link'),
        entry('quiet-hours', texts.quietHours, 'moon'),
        entry('test-groups', texts.testGroups, 'eye'),
      ],
    },
    {
      title: texts.people,
      entries: [
        entry('subscribers', texts.subscribers, 'subscribers'),
        entry('lists', texts.lists, 'lists'),
        entry('filters', texts.filters, 'filter'),
        entry('forms', texts.forms, 'button'),
        entry('preferences', texts.preferences, 'gauge'),
        entry('measuring', texts.measuring, 'eye'),
        entry('fields', texts.fields, 'tag'),
        entry('imports', texts.imports, 'upload'),
        entry('opt-outs', texts.optOuts, 'optOut'),
      ],
    },
    {
      title: texts.understand,
      entries: [
        entry('reports', texts.reports, 'chart'),
        {
          ...entry('deliverability', texts.deliverability, 'gauge'),
          current: ['deliverability', 'seed-tests', 'domains', 'domain-reports'].includes(here),
        },
        entry('suppression', texts.suppression, 'suppressed'),
        ...owned(entry('audit', texts.audit, 'audit')),
      ],
    },
    {
      title: texts.run,
      entries: [
        ...owned(entry('members', texts.members, 'members'), entry('keys', texts.apiKeys, 'key')),
        entry('integrations', texts.integrations, 'code'),
        ...owned(entry('webhooks', texts.webhooks, 'forward')),
        entry('proposals', texts.proposals, 'ask'),
        entry('hosts', texts.hosts, 'link'),
        ...(rights.includes('operate')
          ? [
              {
                ...entry('relays', texts.relays, 'send'),
                current: ['relays', 'route-rules', 'mailboxes'].includes(here),
              },
              entry('system', texts.system, 'system'),
            ]
          : []),
        entry('own', texts.mine, 'own'),
        { href: '/sandbox', label: texts.sandbox, icon: 'sandbox', current: false },
        { href: '/api/v1/reference', label: texts.reference, icon: 'reference', current: false },
      ],
    },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

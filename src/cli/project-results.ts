/** `pennypost project overview` and `results`: what became of the emails of projects. */
import type { Command } from 'commander'
import type { ActionOf, AnswerOf } from '../actions/action.ts'
import { projectResultActions } from '../actions/projects/project-results.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { count } from './long-work.ts'

type Counts = AnswerOf<
  ActionOf<typeof projectResultActions, 'GET /projects/:projectId/results'>
>['total']

export function registerResults(group: Command, context: Context): void {
  derive(group, context, projectResultActions, {
    'project overview': {
      examples: ['project overview --days 7'],
      text({ items, complete }, { print }) {
        print(heading('Project'))
        for (const { project, total } of items) print(line(project, total))
        if (!complete) print(UNCOUNTED)
      },
    },
    'project results': {
      examples: ['project results Orders --days 90'],
      text({ versions, days, newsletters, complete }, { print }) {
        print(heading('Version'))
        for (const { version, ...counts } of versions) print(line(version || 'own', counts))
        print('')
        print(heading('Day'))
        for (const { day, ...counts } of days) print(line(day, counts))
        for (const { newsletterId, newsletterVersion, since } of newsletters)
          print(`Newsletter ${newsletterId}, version ${newsletterVersion}, since ${since}`)
        if (!complete) print(UNCOUNTED)
      },
    },
  })
}

const UNCOUNTED = 'Some emails are not counted yet: call it again.'

const COLUMNS = [
  ['emails', 'Emails'],
  ['delivered', 'Delivered'],
  ['deferred', 'Deferred'],
  ['bounced', 'Bounced'],
  ['failed', 'Failed'],
  ['opened', 'Opened'],
  ['clicked', 'Clicked'],
] as const

const heading = (first: string): string =>
  first.padEnd(20) + COLUMNS.map(([, title]) => title.padStart(11)).join('')

const line = (name: string, counts: Counts): string =>
  name.padEnd(20) + COLUMNS.map(([key]) => count(counts[key]).padStart(11)).join('')

/** `pennypost proposal ...`: what assistants propose. */

import type { Command } from 'commander'
import type { ActionOf, AnswerOf } from '../actions/action.ts'
import { proposals } from '../actions/proposals/proposals.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { counted } from './long-work.ts'

type Proposal = AnswerOf<ActionOf<typeof proposals, 'GET /proposals/:proposalId'>>
type Row = AnswerOf<ActionOf<typeof proposals, 'GET /proposals'>>['items'][number]
interface Printer {
  print(line: string): void
}

const people = (count: number): string => counted(count, 'person', 'people')

export function register(group: Command, context: Context): void {
  derive(group, context, proposals, {
    'proposal list': {
      examples: ['proposal list --state open', 'proposal list --json'],
      text({ items }, { print }) {
        if (items.length === 0) print('There are no proposals.')
        for (const one of items) print(rowOf(one))
      },
    },
    'proposal show': { examples: ['proposal show 7'], text: show },
    'proposal release': {
      examples: ['proposal release 7', 'proposal release 7 --expected 12304'],
      text: ({ id, kind, resultId }, { print }) =>
        print(`Proposal ${id} is released: ${MADE[kind]} ${resultId}.`),
    },
    'proposal refuse': {
      examples: ["proposal refuse 7 --words 'Not before Monday.'"],
      text: ({ id }, { print }) => print(`Proposal ${id} is refused.`),
    },
  })
}

const MADE: Record<Proposal['kind'], string> = {
  sending: 'sending',
  trigger: 'trigger',
  change: 'bulk job',
}

const rowOf = ({ id, kind, title, state, people: count, by, expires }: Row): string =>
  `${id}  ${kind}  ${title}  ${people(count)}  by ${by.name || by.kind}  ${state}` +
  (state === 'open' ? `, until ${expires}` : '')

function show(proposal: Proposal, { print }: Printer): void {
  const { id, kind, state, by, created, expires, note, facts, peopleNow } = proposal
  print(`Proposal ${id}: ${kind}, ${state}`)
  print(`By:      ${by.name || by.kind}, ${created}`)
  if (note !== '') print(`Says:    ${note}`)
  for (const { code, of, was, now, same } of facts) {
    const name = of === '' ? code : `${code} ${of}`
    print(same ? `${name}: ${was}` : `${name}: was ${was ?? 'nothing'}, is ${now ?? 'gone'}`)
  }
  print(`Input:   ${JSON.stringify(proposal.input)}`)
  if (state === 'open') {
    print(`To:      ${peopleNow === null ? 'nobody any more' : people(peopleNow)}`)
    print(`Expires: ${expires}`)
  }
  if (proposal.seen !== null && proposal.changed)
    print(`Changed since. To release it as it is now: --seen '${proposal.seen}'`)
}

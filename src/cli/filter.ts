/**
 * `pennypost filter ...`: named conditions on subscribers, for sendings and for blocks of a
 * newsletter. docs/filters.md describes the language.
 */

import type { Command } from 'commander'
import { filters } from '../actions/filters/filters.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { counted } from './long-work.ts'

const CONDITION = { of: 'where', called: 'condition' }

export function register(group: Command, context: Context): void {
  derive(group, context, filters, {
    'filter add <name> <where>': {
      file: CONDITION,
      examples: [
        'filter add "Lund or lately" \'country = "46" and (DD5 contains "Lund" or clicked ' +
          "within 90 days) and not on list 7'",
        "filter add Sleeping 'not opened within 90 days'",
      ],
      async text({ id }, { print, call }) {
        const counts = await call('POST /filters/count', { body: { filterIds: [id] } })
        print(`Filter ${id} was saved: ${people(counts)}.`)
        print(`To send by it: pennypost send --newsletter ID --filter ${id}`)
      },
    },
    'filter edit <where>': {
      file: CONDITION,
      examples: ["filter edit 3 'not opened within 60 days'"],
      async text({ id }, { print, call }) {
        const counts = await call('POST /filters/count', { body: { filterIds: [id] } })
        print(`Filter ${id} was changed: ${people(counts)}.`)
      },
    },
    'filter list': {
      all: true,
      examples: ['filter list --json'],
      text({ items }, { print }) {
        if (items.length === 0)
          print('There are no filters yet. To save one: pennypost filter add NAME CONDITION')
        for (const { id, name, where } of items)
          print(`${String(id).padStart(5)}  ${name}: ${where}`)
      },
    },
    'filter count <filterIds>': {
      examples: ['filter count 3 5 --list-id 1'],
      text: (counts, { print, given: { body } }) =>
        print(`${people(counts)}${body.listId === undefined ? '' : ` on list ${body.listId}`}.`),
    },
    'filter show': {
      examples: ['filter show 3 --sample 20'],
      text(filter, { print }) {
        print(`${filter.name}, filter ${filter.id}`)
        print(`  ${filter.where}`)
        print(`${people(filter)}.`)
        for (const { id, email, name } of filter.samples)
          print(`${String(id).padStart(9)}  ${email}${name === '' ? '' : `  ${name}`}`)
      },
    },
    'filter check <where>': {
      file: CONDITION,
      examples: [`filter check 'domain = "example.com" and DD5 is not empty'`],
      text(tried, { print }) {
        print(`Understood as: ${tried.where}`)
        print(`${people(tried)}.`)
      },
    },
    'filter remove': {
      examples: ['filter remove 3'],
      async ask({ call, given: { params } }) {
        const { id, name } = await call('GET /filters/:filterId', { params })
        return {
          facts: `${name}: new sendings can't be made with it.`,
          what: 'Remove it',
          done: `Filter ${id} was removed.`,
        }
      },
    },
  })
}

interface PeopleCounts {
  matching: number
  of: number
  unmeasured: number
}

function people({ matching, of, unmeasured }: PeopleCounts): string {
  const found = `${matching} of ${counted(of, 'subscriber')} ${matching === 1 ? 'matches' : 'match'}`
  return unmeasured === 0
    ? found
    : `${found}; of ${unmeasured} it is unknown, since they are not measured`
}

/** `pennypost program ...`: programs that call the web service. */
import type { Command } from 'commander'
import { type ProgramAnswer, programs } from '../actions/programs/programs.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { count, counted } from './long-work.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, programs, {
    'program list': {
      examples: ['program list', 'program list --json'],
      text({ items, unoffered }, { print }) {
        if (items.length === 0) print('No program has called yet.')
        for (const one of items) print(line(one))
        for (const { operation, calls, last } of unoffered)
          print(`Not offered: ${operation || 'other names'}, ${times(calls)}, last ${last}`)
      },
    },
    'program show': {
      examples: ['program show 3', 'program show 3 --json'],
      text({ program, operations, exchanges }, { print }) {
        print(line(program))
        if (program.silence) print(`Silent since ${program.silence.since}.`)
        for (const { operation, outcome, calls, last } of operations)
          print(`  ${operation || '?'}  ${outcome || 'done'}  ${times(calls)}, last ${last}`)
        for (const { at, operation, outcome, millis, parameters } of exchanges) {
          print(`${at}  ${operation || '?'}  ${outcome || 'done'}  ${millis} ms`)
          for (const { name, value, rule } of parameters)
            print(
              `  ${name}: ${value.shown ?? `${value.kind}, ${counted(value.length, 'character', 'characters')}`}` +
                (rule === undefined ? '' : ` (${rule})`),
            )
        }
      },
    },
    'program name <name>': {
      examples: ['program name 3 "Webshop checkout"', "program name 3 ''"],
      text: ({ id, title }, { print }) => print(`Program ${id} is ${title}.`),
    },
    'program forget': {
      examples: ['program forget 3'],
      ask: async ({ given: { params } }) => ({
        facts: 'Its calls and exchanges are removed. It comes back when it calls again.',
        what: `Forget program ${params.programId}`,
        done: `Program ${params.programId} is forgotten.`,
      }),
    },
  })
}

const times = (calls: number): string => counted(calls, 'call', 'calls')

function line({ id, title, network, calls, failed, within95, last }: ProgramAnswer): string {
  const slow = within95 === null ? '' : `, 95 % within ${within95} ms`
  return `${id}  ${title}  ${network}  24 h: ${times(calls)}, ${count(failed)} failed${slow}, last ${last}`
}

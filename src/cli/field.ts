/** `pennypost field ...`: names and types of the data fields DD1 to DD100. */
import type { Command } from 'commander'
import { fields } from '../actions/fields/fields.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, fields, {
    'field list': {
      examples: ['field list', 'field list --json'],
      notes: 'Fields that are not activated, and have no name, are shown with --json only.',
      text({ items }, { print }) {
        const shown = items.filter(({ activated, inUse }) => activated || inUse)
        const width = Math.max(...shown.map(({ name }) => name.length))
        for (const { field, name, type, activated, searched } of shown) {
          const notes = `${activated ? '' : '  not activated'}${searched ? '  searched' : ''}`
          print(`${field.padEnd(5)}  ${name.padEnd(width)}  ${type.padEnd(6)}${notes}`.trimEnd())
        }
      },
    },
    'field add <name>': {
      flags: { searched: 'search' },
      several: ['choices'],
      examples: ['field add "Shoe size" --type number', 'field add Size --choices S M L'],
      text: ({ field, name }, { print }) => print(`${field} is called ${name}.`),
    },
    'field edit': {
      flags: { searched: 'search' },
      several: ['choices'],
      examples: ['field edit DD5 --name "Shoe size" --type number', 'field edit 5 --search yes'],
      text({ field, name, type, activated }, { print }) {
        const inactive = ' It is not activated: pennypost account activate USER dd100'
        const holds = type === 'text' ? 'text' : `a ${type}`
        print(`${field} is called ${name} and holds ${holds}.${activated ? '' : inactive}`)
      },
    },
    'field remove': {
      examples: ['field remove DD5'],
      text: (_, { print, given: { params } }) => print(`DD${params.number} has no name any more.`),
    },
  })
}

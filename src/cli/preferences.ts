/** `pennypost preferences ...`: what readers may choose on their page of preferences. */
import type { Command } from 'commander'
import { preferences } from '../actions/preferences/preferences.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, preferences, {
    'preferences show': {
      examples: ['preferences show', 'preferences show --json'],
      text({ lists, confirmedLists, fields, languageField }, { print }) {
        if (lists.length === 0 && fields.length === 0)
          print('Readers may leave lists, pause and choose HTML or text; nothing else is offered.')
        for (const { id, often } of lists) {
          const asks = confirmedLists.includes(id) ? ' (confirmed by email)' : ''
          print(`list ${id}${often && `: ${often}`}${asks}`)
        }
        for (const field of fields) print(`field ${field}`)
        if (languageField) print(`language in ${languageField}`)
      },
    },
    'preferences edit': {
      notes: 'Absent values stay. Newsletters lead there by {{ preferences_url }}.',
      examples: [
        'preferences edit --lists "1=Twice a month" --lists 2 --fields name,DD3',
        'preferences edit --confirmed-lists 2',
        'preferences edit --no-lists',
        'preferences edit --language-field DD5',
      ],
      read: { lists: offered },
      text: (_, { print }) => print('The page of preferences was changed.'),
    },
  })
}

/** `1=Twice a month`, or `1`. */
function offered(text: string): { id: number; often: string } {
  const [id = '', ...often] = text.split('=')
  return { id: Number(id), often: often.join('=').trim() }
}

/** `pennypost list ...`: mailing lists. list-export.ts exports their subscribers. */
import type { Command } from 'commander'
import { lists } from '../actions/lists/lists.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { factsOf } from './derived/text.ts'
import { registerExport } from './list-export.ts'
import { count } from './long-work.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, lists, {
    'list list': {
      examples: ['list list'],
      all: true,
      text({ items }, { print }) {
        if (items.length === 0)
          return print(
            'There are no lists yet. To make one: pennypost list add NAME --from-email ADDRESS',
          )
        const width = Math.max(4, ...items.map(({ name }) => name.length))
        print(`${'Id'.padStart(6)}  ${'Name'.padEnd(width)}  Subscribers  From`)
        for (const { id, name, subscribers, fromName, fromEmail } of items)
          print(
            `${String(id).padStart(6)}  ${name.padEnd(width)}  ` +
              `${String(subscribers).padStart(11)}  ${fromName} <${fromEmail}>`,
          )
      },
    },
    'list show': { examples: ['list show 1 --json'], text: factsOf },
    'list add <name>': {
      examples: ['list add "Customers" --from-email news@example.com --from-name "The Shop"'],
      text: ({ id, name }, { print }) => print(`The list ${name} was made. Its id is ${id}.`),
    },
    'list edit': {
      alias: 'change',
      notes: 'Emails sent while tracking was anonymous stay anonymous.',
      examples: [
        'list edit 1 --name "Customers, Sweden" --from-name "The Shop"',
        'list edit 1 --tracking anonymous',
      ],
      text({ id, name, fromName, fromEmail }, { print, given: { body } }) {
        print(`List ${id} is ${name}, from ${fromName} <${fromEmail}>.`)
        if (body.tracking) print(TRACKED[body.tracking])
      },
    },
    'list remove': {
      examples: ['list remove 3'],
      async ask({ call, given: { params } }) {
        const { name, subscribers } = await call('GET /lists/:listId', { params })
        const uses = await call('GET /lists/:listId/uses', { params })
        return {
          facts: `${name}: ${affected(subscribers, uses)}.`,
          what: 'Remove the list',
          done: `The list ${name} was removed.`,
        }
      },
    },
    'list archive': {
      examples: ['list archive 3'],
      text: ({ id }, { print }) =>
        print(`List ${id} is archived. To have it back: pennypost list restore ${id}`),
    },
    'list restore': {
      examples: ['list restore 3'],
      text: ({ id }, { print }) => print(`List ${id} is in use again.`),
    },
  })
  registerExport(group, context)
}

const TRACKED = {
  off: 'Its emails are not tracked from now on.',
  anonymous: 'It is tracked anonymously from now on.',
  personal: 'It is tracked by person from now on.',
}

/** The effects of removing a list. */
function affected(
  subscribers: number,
  { newsletters, triggers, sendings }: { newsletters: number; triggers: number; sendings: number },
): string {
  const of = (number: number, one: string, is: string, are: string) =>
    number === 0 ? [] : [`${count(number)} ${one}${number === 1 ? ` ${is}` : `s ${are}`}`]
  return [
    `${count(subscribers)} ${subscribers === 1 ? 'subscription is' : 'subscriptions are'} removed`,
    ...of(sendings, 'sending', 'to it is not finished', 'to it are not finished'),
    ...of(triggers, 'trigger', 'of it will stop', 'of it will stop'),
    ...of(newsletters, 'newsletter', 'is meant for it', 'are meant for it'),
  ].join(', ')
}

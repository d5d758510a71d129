/** `pennypost quiet-hours ...`: when nothing is sent, of the account and of lists. */
import type { Command } from 'commander'
import { type QuietRulesAnswer, quietHours } from '../actions/quiet-hours/quiet-hours.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, quietHours, {
    'quiet-hours show': {
      examples: ['quiet-hours show', 'quiet-hours show --json'],
      text({ account, lists }, { print }) {
        print(`Account: ${hoursText(account)}`)
        for (const { id, name, hours } of lists) print(`List ${id}, ${name}: ${hoursText(hours)}`)
      },
    },
    'quiet-hours set': {
      examples: [
        'quiet-hours set --from 22:00 --until 08:00 --zone Europe/Stockholm',
        'quiet-hours set --from 22:00 --until 08:00 --zone Europe/Stockholm --zone-field 7',
      ],
      text: (_, { print }) => print('Set. Sendings that are not planned yet follow it.'),
    },
    'quiet-hours remove': {
      examples: ['quiet-hours remove'],
      text: (_, { print }) => print('Removed: emails may come at any hour.'),
    },
    'quiet-hours set-list': {
      examples: [
        'quiet-hours set-list 4 --from 20:00 --until 09:00 --zone Europe/Stockholm',
        'quiet-hours set-list 4 --any-hour',
      ],
      text: (_, { print }) => print('Set for the list.'),
    },
    'quiet-hours remove-list': {
      examples: ['quiet-hours remove-list 4'],
      text: (_, { print }) => print('Those of the account hold for the list.'),
    },
  })
}

function hoursText(hours: QuietRulesAnswer['account']): string {
  if (hours === null) return 'at any hour'
  const { from, until, zone, zoneField } = hours
  const where = zoneField === null ? zone : `the zone of DD${zoneField}, else ${zone}`
  return `nothing from ${from} to ${until}, in ${where}`
}

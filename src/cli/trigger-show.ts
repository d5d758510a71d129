/**
 * `pennypost trigger show`: the steps drawn as text, with the number of subscribers at each step
 * and branch.
 */
import type { Command } from 'commander'
import { atomically } from '../db/db.ts'
import { readWhy } from '../domain/details/details.ts'
import { shownTime } from '../domain/sendings/audience/due-time.ts'
import { flowOf } from '../domain/triggers/drawing/flow.ts'
import { waysFrom } from '../domain/triggers/language/definition.ts'
import { triggerFacts } from '../domain/triggers/trigger-facts.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
import { drawn, whyText } from './language.ts'
import { count } from './long-work.ts'
import { writeText } from './terminal.ts'

interface ShowOptions extends AccountOption {
  at?: number
  source?: boolean
}

export function register(trigger: Command, context: Context): void {
  withAccount(trigger.command('show').argument('<id>', 'which trigger', idOf('trigger')))
    .option('--at <version>', 'as it was at this version; otherwise the newest', idOf('version'))
    .option('--source', 'what it is written in, and nothing else')
    .description(
      'Draw the steps of a trigger, with the number of subscribers at each step and branch.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  $ pennypost trigger show 2\n' +
        '  $ pennypost trigger show 2 --source > welcome.yaml',
    )
    .action((id: number, options: ShowOptions) => show(context, id, options))
}

async function show(context: Context, id: number, options: ShowOptions): Promise<void> {
  // In one snapshot: a subscriber who finishes meanwhile is counted once.
  const shown = await forAccount(context, options, (store, account) =>
    atomically(store, tx => triggerFacts(tx, account.id, id, options.at), {
      isolation: 'repeatable read',
    }),
  )
  const { trigger, definition, source, version, counts, endings, active, older, versions, names } =
    shown
  if (options.source) return void writeText(process.stdout, source)
  if (options.json)
    return context.printJson({
      id,
      name: definition.name,
      listId: trigger.listId,
      state: trigger.state,
      reason: trigger.reason,
      version,
      created: formatInstant(trigger.created),
      modified: formatInstant(trigger.modified),
      entered: counts.entered,
      active,
      skipped: shown.skipped,
      endings: Object.fromEntries(endings.map(({ ending, people }) => [ending, people])),
      versions: versions.map(row => ({ ...row, created: formatInstant(row.created) })),
      steps: definition.steps.map(step => ({
        ...step,
        here: counts.at(step.key),
        ways: waysFrom(step).map(({ way, to }) => ({ way, to, people: counts.on(step.key, way) })),
      })),
    })
  const others = versions.length > 1 ? ` of ${versions.length}` : ''
  context.print(
    `${definition.name}: trigger ${id}, version ${version}${others}, ${trigger.state}. ` +
      `List ${definition.listId} ` +
      `${JSON.stringify(names.of('list', definition.listId) ?? '(which is not there)')}. ` +
      `Times in ${definition.zone}.`,
  )
  if (trigger.reason !== null)
    context.print(
      `${whyText(trigger.reason, readWhy(trigger.why))} To go on: ${goingOn(id, trigger.state)}`,
    )
  context.print('')
  for (const line of drawn(flowOf(definition, names, counts), true)) context.print(line)
  context.print('')
  context.print(
    'On their way: ' +
      `${count(active)}${older > 0 ? `, ${count(older)} of them on older versions` : ''}.`,
  )
  if (endings.length > 0)
    context.print(
      `Ended: ${endings.map(({ ending, endingWhy, people }) => `${whyText(ending, endingWhy)} ${count(people)}`).join(', ')}.`,
    )
  if (shown.skipped > 0)
    context.print(`Left out because their field holds no day: ${count(shown.skipped)}.`)
}

const goingOn = (id: number, state: string): string =>
  `pennypost trigger ${state === 'unconfirmed' ? 'confirm' : 'resume'} ${id}`

/** Times in the zone of the trigger, to the minute. */
export const minuteText = (moment: Date | string, zone: string): string =>
  shownTime(moment, zone).slice(0, 16)

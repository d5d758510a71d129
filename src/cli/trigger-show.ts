/**
 * `pennypost trigger show`: the steps drawn as text, with the number of subscribers at each step
 * and branch.
 */
import type { Command } from 'commander'
import { atomically, type Db } from '../db/db.ts'
import { noSuch, Refusal } from '../domain/refusal.ts'
import { shownTime } from '../domain/sendings/due-time.ts'
import { countDates } from '../domain/triggers/check-dates.ts'
import { namesIn } from '../domain/triggers/draw-names.ts'
import { type Definition, waysFrom } from '../domain/triggers/language/definition.ts'
import { drawTrigger, type StepCounts } from '../domain/triggers/language/draw-trigger.ts'
import {
  endingsOfRuns,
  findTrigger,
  findTriggerVersion,
  peopleAtSteps,
  transitionsOnWays,
  versionsOfTrigger,
} from '../domain/triggers/triggers.sql.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import type { Context } from './context.ts'
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
    atomically(store, tx => factsOf(tx, account.id, id, options.at), {
      isolation: 'repeatable read',
    }),
  )
  const {
    trigger,
    definition,
    source,
    version,
    counts,
    endings,
    active,
    older,
    versions,
    drawing,
  } = shown
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
      `${shown.listName}. Times in ${definition.zone}.`,
  )
  if (trigger.reason !== null)
    context.print(`${trigger.reason} To go on: ${goingOn(id, trigger.state)}`)
  context.print('')
  for (const line of drawing) context.print(line)
  context.print('')
  context.print(
    'On their way: ' +
      `${count(active)}${older > 0 ? `, ${count(older)} of them on older versions` : ''}.`,
  )
  if (endings.length > 0)
    context.print(
      `Ended: ${endings.map(({ ending, people }) => `${ending} ${count(people)}`).join(', ')}.`,
    )
  if (shown.skipped > 0)
    context.print(`Left out because their field holds no day: ${count(shown.skipped)}.`)
}

const goingOn = (id: number, state: string): string =>
  `pennypost trigger ${state === 'unconfirmed' ? 'confirm' : 'resume'} ${id}`

async function factsOf(db: Db, accountId: number, triggerId: number, at: number | undefined) {
  const trigger = await findTrigger(db, { accountId, triggerId })
  if (!trigger) throw noSuch('no-such-trigger', triggerId)
  const version = at ?? trigger.version
  const kept = await findTriggerVersion(db, { accountId, triggerId, version })
  if (!kept)
    throw new Refusal(
      'not-valid',
      `Trigger ${triggerId} has no version ${version}; the newest is ${trigger.version}.`,
    )
  const definition = JSON.parse(kept.definition) as Definition
  const names = await namesIn(db, accountId, definition)
  const standing = await peopleAtSteps(db, { accountId, triggerId })
  const transitions = await transitionsOnWays(db, { accountId, triggerId })
  const endings = await endingsOfRuns(db, { accountId, triggerId })
  const sum = (rows: { people: number }[]): number =>
    rows.reduce((all, { people }) => all + people, 0)
  const active = sum(standing)
  const counts: StepCounts = {
    entered: active + sum(endings),
    at: key => sum(standing.filter(({ step }) => step === key)),
    on: (key, way) => sum(transitions.filter(row => row.step === key && row.way === way)),
  }
  return {
    trigger,
    definition,
    source: kept.source,
    version,
    counts,
    endings,
    active,
    older: sum(standing.filter(row => row.version !== trigger.version)),
    skipped: (await countDates(db, accountId, definition))?.none ?? 0,
    versions: await versionsOfTrigger(db, { accountId, triggerId }),
    listName:
      `List ${definition.listId} ` +
      `${JSON.stringify(names.of('list', definition.listId) ?? '(which is not there)')}`,
    drawing: drawTrigger(definition, names, counts),
  }
}

/** Times in the zone of the trigger, to the minute. */
export const minuteText = (moment: Date | string, zone: string): string =>
  shownTime(moment, zone).slice(0, 16)

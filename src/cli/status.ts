/** `pennypost status`: running work, queues, and what waits for confirmation, of all accounts. */
import type { Command } from 'commander'
import { readStatus } from '../actions/home/status.ts'
import { forStore } from './account-option.ts'
import type { Context } from './context.ts'
import { sentenceText } from './language.ts'
import { count } from './long-work.ts'

export function register(command: Command, context: Context): void {
  command
    .option('--json', 'as JSON, for programs')
    .addHelpText(
      'after',
      `
For disk, settings, keys and DNS see pennypost doctor; for a sending, pennypost sending show.

Example:
  $ pennypost status`,
    )
    .action((options: { json?: boolean }) => status(context, options))
}

type Status = Awaited<ReturnType<typeof readStatus>>

async function status(context: Context, { json }: { json?: boolean }): Promise<void> {
  const found = await forStore(context, readStatus)
  if (json) return context.printJson(found)
  const { workers, sendings, triggers, routes, emails, work, webhooks, troubles } = found
  const { hitsUncounted, processes } = found
  const row = (title: string, value: string) => context.print(`${`${title}:`.padEnd(12)}${value}`)
  row('Workers', workers === 0 ? 'none lives: pennypost start' : count(workers))
  row('Processes', processes.map(processText).join('; ') || 'none has said anything lately')
  row('Sendings', states(sendings) || 'none under way')
  row('Triggers', states(triggers) || 'none')
  const shown = routes.map(({ name, state }) => `${name} ${state}`).join(', ')
  row('Routes', shown || 'none: the sandbox keeps emails, or SMTP_URL was not used yet')
  const waiting = emails.map(
    ({ of, waiting, oldestSeconds }) => `${count(waiting)} of ${of}s, ${since(oldestSeconds)}`,
  )
  row('Emails due', waiting.join('; ') || 'none')
  const due = work.map(
    ({ kind, due, oldestSeconds }) => `${kind} ${count(due)}, ${since(oldestSeconds)}`,
  )
  row('Work due', due.join('; ') || 'none')
  row(
    'Webhooks',
    webhooks.waiting === 0 ? 'nothing waits' : `${count(webhooks.waiting)} events wait`,
  )
  row('Hits', hitsUncounted === 0 ? 'all are counted' : `${count(hitsUncounted)} not counted yet`)
  if (troubles.length === 0) return context.print('\nNothing waits for you.')
  context.print('\nThis waits for you:')
  for (const trouble of troubles) {
    const { account, todo } = trouble
    context.print(`  ${account === null ? '' : `${account}: `}${sentenceText(trouble)}`)
    context.print(`    -> ${todo}`)
  }
}

const processText = ({ host, roles, version, alive, seenAt }: Status['processes'][number]) =>
  `${host} ${roles} ${version}${alive ? '' : `, no word since ${seenAt}`}`

const states = (rows: { state: string; count: number }[]): string =>
  rows.map(row => `${count(row.count)} ${row.state}`).join(', ')

const since = (seconds: number): string =>
  `the oldest for ${count(Math.max(0, Math.round(seconds)))} s`

/** `pennypost audit ...`: who changed what. */
import type { Command } from 'commander'
import { AUDIT_ACTIONS, auditActions } from '../domain/audit/actions.ts'
import { ACTOR_KINDS } from '../domain/audit/actor.ts'
import { type AuditEntry, auditOf } from '../domain/audit/read.ts'
import { INSTALLATION } from '../domain/audit/record.ts'
import { lineShown } from '../lib/controls.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, forStore, withAccount } from './account-option.ts'
import { momentGiven, withLimit } from './arguments.ts'
import type { Context } from './context.ts'

interface AuditOptions extends AccountOption {
  kind?: string
  id?: string
  action?: string
  by?: string
  since?: Date
  until?: Date
  installation?: boolean
  limit: number
}

export function register(group: Command, context: Context): void {
  const list = withLimit(withAccount(group.command('list')), 50)
  list
    .option('--kind <kind>', `only of these objects: ${Object.keys(AUDIT_ACTIONS).join(', ')}`)
    .option('--id <id>', 'only of the object with this id; routes have their name')
    .option('--action <action>', 'only this, as in list.edit')
    .option('--by <kind>', `only by these: ${ACTOR_KINDS.join(', ')}`)
    .option('--since <moment>', 'from this day or moment on', momentGiven('from'))
    .option('--until <moment>', 'to the end of this day, minute or second', momentGiven('until'))
    .option('--installation', 'of what belongs to no account: routes')
    .description('List who changed what, the newest first.')
    .addHelpText(
      'after',
      `
Actions: ${auditActions.join(', ')}

Examples:
  $ pennypost audit list --kind list --id 3
  $ pennypost audit list --action subscriber.erase --since 2026-11-01`,
    )
    .action((options: AuditOptions) => show(context, options))
}

async function show(context: Context, options: AuditOptions): Promise<void> {
  const { kind, id, action, by, since, until, installation, limit } = options
  const selection = { kind, id, action, actorKind: by, from: since, until, most: limit }
  const entries = installation
    ? await forStore(context, db => auditOf(db, INSTALLATION, selection))
    : await forAccount(context, options, (db, account) => auditOf(db, account.id, selection))
  if (options.json)
    return context.printJson(entries.map(entry => ({ ...entry, at: formatInstant(entry.at) })))
  if (entries.length === 0) return context.print('No changes were recorded.')
  for (const entry of entries) context.print(lineShown(lineOf(entry)))
}

function lineOf({ at, actor, peer, action, object, before, after }: AuditEntry): string {
  const who = [actor.kind, actor.name || actor.id, peer && `from ${peer}`].filter(Boolean)
  const values = [before && `was ${JSON.stringify(before)}`, after && JSON.stringify(after)]
  const what = [`${action} ${object.id}`.trim(), ...values.filter(Boolean)].join('  ')
  return `${formatInstant(at).slice(0, 19)}  ${who.join(' ')}  ${what}`
}

/** `pennypost audit ...`: who changed what. */
import type { Command } from 'commander'
import { type AuditAnswer, audit } from '../actions/audit/audit.ts'
import { auditActions } from '../domain/audit/actions.ts'
import { lineShown } from '../lib/controls.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'

const notes = `Actions: ${auditActions.join(', ')}`
const flags = { actorKind: 'by' }

export function register(group: Command, context: Context): void {
  derive(group, context, audit, {
    'audit list': {
      flags,
      notes,
      examples: [
        'audit list --kind list --id 3',
        'audit list --action subscriber.erase --since 2026-11-01',
      ],
      text: show,
    },
    'audit installation': {
      flags,
      notes,
      examples: ['audit installation --kind route --id default'],
      text: show,
    },
  })
}

function show({ items }: { items: AuditAnswer[] }, { print }: { print(line: string): void }): void {
  if (items.length === 0) print('No changes were recorded.')
  for (const entry of items) print(lineShown(lineOf(entry)))
}

function lineOf({ at, actor, peer, action, object, before, after }: AuditAnswer): string {
  const who = [actor.kind, actor.name || actor.id, peer && `from ${peer}`].filter(Boolean)
  const values = [before && `was ${JSON.stringify(before)}`, after && JSON.stringify(after)]
  const what = [`${action} ${object.id}`.trim(), ...values.filter(Boolean)].join('  ')
  return `${at.slice(0, 19)}  ${who.join(' ')}  ${what}`
}

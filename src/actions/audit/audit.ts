/** The audit log. */

import { z } from 'zod'
import { AUDIT_ACTIONS, auditActions } from '../../domain/audit/actions.ts'
import { ACTOR_KINDS } from '../../domain/audit/actor.ts'
import { auditOf } from '../../domain/audit/read.ts'
import { INSTALLATION } from '../../domain/audit/record.ts'
import { type ActionCall, action } from '../action.ts'
import { cut, placeOf } from '../cursor.ts'
import { auditValues } from '../mask.ts'
import { id, moment, pageOf, paging, since, until } from '../values.ts'

const kind = z.string().max(40).describe(Object.keys(AUDIT_ACTIONS).join(', '))

const AuditEntry = z
  .object({
    id: z.string(),
    at: moment,
    actor: z.object({
      kind: z.string().describe(ACTOR_KINDS.join(', ')),
      id: id.nullable(),
      name: z.string(),
    }),
    peer: z.string().describe('The address that the call came from.'),
    action: z.string().describe(auditActions.join(', ')),
    object: z.object({ kind, id: z.string() }),
    before: auditValues.describe('The values that were changed.'),
    after: auditValues,
  })
  .meta({ id: 'AuditEntry' })

export type AuditAnswer = z.output<typeof AuditEntry>
export type { AuditedKind, AuditedVerb } from '../../domain/audit/actions.ts'

const query = z.strictObject({
  ...paging,
  since,
  until,
  kind: kind
    .optional()
    .describe(`Only of these objects: ${Object.keys(AUDIT_ACTIONS).join(', ')}.`),
  id: z.string().max(500).optional().describe('Only of the object with this id.'),
  action: z.string().max(60).optional().describe('Only this, as in list.edit.'),
  actorKind: z
    .string()
    .max(20)
    .optional()
    .describe(`Only by these: ${ACTOR_KINDS.join(', ')}.`),
})

async function page({ db }: ActionCall, accountId: number, given: z.output<typeof query>) {
  const { after, limit, since: from, until: to, ...selection } = given
  const [last] = placeOf(after, z.tuple([z.string().max(40)])) ?? []
  const rows = await auditOf(db, accountId, {
    ...selection,
    from,
    until: to,
    after: last,
    most: limit + 1,
  })
  // The values were written as an object, or are null.
  const entries = rows.map(row => AuditEntry.parse(row))
  return cut(entries, limit, row => [row.id])
}

export const audit = [
  action({
    route: 'GET /audit',
    right: 'own',
    about: 'Who changed what, the newest first; with kind and id the history of one object.',
    command: 'audit list',
    query,
    out: pageOf(AuditEntry),
    run: (call, given) => page(call, call.account.id, given.query),
  }),
  action({
    route: 'GET /installation/audit',
    right: 'operate',
    about: 'The same of what belongs to no account: routes, which have their name as id.',
    command: 'audit installation',
    installation: true,
    query,
    out: pageOf(AuditEntry),
    run: (call, given) => page(call, INSTALLATION, given.query),
  }),
] as const

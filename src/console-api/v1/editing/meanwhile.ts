/**
 * The author of the other change in a conflict (If-Match): the newest entry of the object in the
 * audit log.
 */

import { auditValues } from '../../../actions/mask.ts'
import { ApiProblem } from '../../../actions/problem.ts'
import { moment } from '../../../actions/values.ts'
import type { Db } from '../../../db/db.ts'
import type { AuditedKind } from '../../../domain/audit/actions.ts'
import { auditOf } from '../../../domain/audit/read.ts'
import { detailed } from '../../../domain/details/details.ts'

/** The objects that paths name. */
const KINDS: Record<string, AuditedKind> = {
  listId: 'list',
  filterId: 'filter',
  newsletterId: 'newsletter',
  templateId: 'template',
  triggerId: 'trigger',
  personId: 'member',
  subscriberId: 'subscriber',
  savedId: 'saved-block',
  formId: 'form',
}

/** The refusal, with who changed what and when, unless it says so already. */
export async function namingTheOther(
  db: Db,
  accountId: number,
  params: unknown,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ApiProblem) || error.reason !== 'changed-meanwhile') return error
  const [name, id] = Object.entries(params as Record<string, number | string>)[0] ?? []
  const kind = name === undefined ? undefined : KINDS[name]
  if (error.facts.meanwhile || kind === undefined || id === undefined) return error
  const [entry] = await auditOf(db, accountId, { kind, id, most: 1 })
  if (!entry) return error
  const { actor: by, action } = entry
  const [before, after] = [auditValues.parse(entry.before), auditValues.parse(entry.after)]
  const at = moment.parse(entry.at)
  const why = by.name
    ? detailed('changed-by-other', { who: by.name })
    : detailed('changed-by-somebody')
  return new ApiProblem(error.reason, {
    ...error.facts,
    ...why,
    meanwhile: { by, at, action, before, after },
  })
}

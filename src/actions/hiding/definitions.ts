/** Definitions of triggers that callers give and are shown, as conditions.ts has conditions. */
import type { Db } from '../../db/db.ts'
import { checkTrigger } from '../../domain/triggers/check-trigger.ts'
import type { Definition } from '../../domain/triggers/language/definition.ts'
import { asksPersonal, personalValues } from '../../domain/triggers/language/personal-values.ts'
import { HIDDEN, isMasked } from '../mask.ts'
import { notByHidden } from '../problem.ts'

/** The log of a trigger says who took which way, and so what its definition asks. */
export async function refuseHidden(db: Db, accountId: number, source: string): Promise<void> {
  if (!isMasked()) return
  const { definition } = await checkTrigger(db, accountId, source, 'nothing')
  if (definition && asksPersonal(definition)) throw notByHidden('body.source')
}

/**
 * Its source; for callers who may see no personal data without the values that it compares with.
 */
export function shownSource(source: string, definition: Definition): string {
  const values = isMasked() ? personalValues(definition).filter(value => value !== '') : []
  // What may be written with escapes is not found as it is.
  if (values.some(value => /["'\\]|\p{C}/u.test(value))) return HIDDEN
  return values.reduce((shown, value) => shown.replaceAll(value, HIDDEN), source)
}

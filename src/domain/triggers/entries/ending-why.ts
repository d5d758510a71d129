/** How runs ended, as codes: the store keeps the sentence in English. */
import { type Detail, detailed } from '../../details/details.ts'

const KNOWN = [
  detailed('ended-finished'),
  detailed('ended-opted-out'),
  detailed('ended-unsubscribed'),
  detailed('ended-erased'),
  detailed('ended-left'),
  detailed('ended-new-version'),
]

const GONE = /^step (.*) is not there any more$/s
const MANY = /^more than (\d+) steps$/

/** Null: a run that goes on, or an ending that is none of these. */
export function endingWhy(ending: string | null) {
  const detail = ending === null ? undefined : detailOf(ending)
  return detail === undefined ? null : { code: detail.code, values: detail.values, because: null }
}

function detailOf(ending: string): Detail | undefined {
  const [, step] = GONE.exec(ending) ?? []
  if (step !== undefined) return detailed('ended-step-gone', { step })
  const [, most] = MANY.exec(ending) ?? []
  if (most !== undefined) return detailed('ended-many', { most: Number(most) })
  return KNOWN.find(({ detail }) => detail === ending)
}

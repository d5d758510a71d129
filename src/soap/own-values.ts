/**
 * Ids of the reader's account for the samples of help pages. They come in the query of the page,
 * where the console has written them: the page itself needs no session. A password is never one.
 */
import type { Param } from '../contract/params.ts'

export interface OwnValues {
  /** The reader's value for a parameter; undefined: none is known. */
  of(param: Param<unknown>): string | undefined
  /** As a query, for links to other help pages; empty: there are none. */
  query: string
}

const ID = /^\d{1,7}$/
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** By their names in the query: which parameters mean them, and their form. */
const KINDS = {
  account: { means: /^strUsername$/, form: /^[\w.@-]{1,100}$/ },
  list: { means: /mailinglistid$/i, form: ID },
  newsletter: { means: /newsletterid$/i, form: ID },
  trigger: { means: /^triggerid$/i, form: ID },
  project: { means: /projectguid$/i, form: GUID },
} as const

export const NO_OWN_VALUES: OwnValues = { of: () => undefined, query: '' }

/** Values of another form are left out: any site can link to a page with any query. */
export function ownValuesIn(query: URLSearchParams): OwnValues {
  const known = Object.entries(KINDS).flatMap(([name, { means, form }]) => {
    const value = query.get(name) ?? ''
    return form.test(value) ? [{ name, means, value }] : []
  })
  if (known.length === 0) return NO_OWN_VALUES
  return {
    of: ({ wire }) => known.find(({ means }) => means.test(wire))?.value,
    query: String(new URLSearchParams(Object.fromEntries(known.map(one => [one.name, one.value])))),
  }
}

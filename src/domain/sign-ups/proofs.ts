/** Sign-ups of one person, and proofs of consent. */
import type { Db } from '../../db/db.ts'
import { FIELD_SEPARATOR } from '../../lib/field-separator.ts'
import { formatInstant } from '../../lib/instant.ts'
import { emailOfSubscriber, proofsOfAddress, signUpsOfAddress } from './sign-ups.sql.ts'

/** Stored as JSON when the person confirmed. */
interface Shown {
  title?: string
  intro?: string
  consent?: string
  button?: string
  lists?: string[]
  /** The words of the second box, and whether it was ticked. */
  measuring?: string
  measured?: boolean | null
  /** Nobody asked the address. */
  singleOptIn?: boolean
}

/** By the address: the newest first. Undefined for an unknown subscriber. */
export async function proofsOfPerson(db: Db, accountId: number, subscriberId: number) {
  const found = await emailOfSubscriber(db, { accountId, subscriberId })
  return found ? proofsOf(db, accountId, found.emailKey) : undefined
}

export async function proofsOf(db: Db, accountId: number, emailKey: string) {
  const rows = await proofsOfAddress(db, { accountId, emailKey })
  return rows.map(({ shown, given, listIds, ...row }) => {
    const {
      title = '',
      intro = '',
      consent = '',
      button = '',
      lists = [],
      measuring = '',
      measured = null,
      singleOptIn = false,
    }: Shown = JSON.parse(shown)
    return {
      ...row,
      singleOptIn,
      measured,
      shown: { title, intro, consent, measuring, button, lists },
      given: Object.entries(JSON.parse(given) as Record<string, string>).map(([label, value]) => ({
        label,
        value,
      })),
      listIds: JSON.parse(listIds) as number[],
    }
  })
}

/** For the export of a person: times are ISO 8601. */
export async function signUpsOfPerson(db: Db, of: { accountId: number; emailKey: string }) {
  const signUps = await signUpsOfAddress(db, of)
  const proofs = await proofsOf(db, of.accountId, of.emailKey)
  return {
    signUps: signUps.map(({ fields, created, mailed, confirmed, ...row }) => ({
      ...row,
      fields: fields === '' ? [] : fields.split(FIELD_SEPARATOR),
      created: formatInstant(created),
      mailed: mailed && formatInstant(mailed),
      confirmed: confirmed && formatInstant(confirmed),
    })),
    proofs: proofs.map(({ signedUp, confirmed, ...proof }) => ({
      ...proof,
      signedUp: formatInstant(signedUp),
      confirmed: formatInstant(confirmed),
    })),
  }
}

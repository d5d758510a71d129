/**
 * Brings the bounces of a former service here: its hard ones suppress addresses as an imported file
 * does. A person who was released here afterwards stays so in later passes.
 */
import { arrayLiteral } from '../../db/array-literal.ts'
import type { Store } from '../../db/db.ts'
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import {
  importSuppressed,
  type SuppressionImport,
} from '../bounces/suppression/import-suppressed.ts'
import { meaningOf } from '../bounces/suppression/imported-reason.ts'
import { bouncedSince } from './people.sql.ts'

export interface MovedBounce {
  id: number
  email: string
  bounced: Date | undefined
  category: string
  reason: string
}

export interface MovedBounces {
  added: number
  notValid: { difference: string; record: string }[]
}

type SuppressionRules = Omit<SuppressionImport, 'rows' | 'reason'>

/** Idempotent. Rows are the newest first. */
export async function moveBounces(
  db: Store,
  accountId: number,
  bounces: readonly MovedBounce[],
  rules: SuppressionRules,
): Promise<MovedBounces> {
  const now = Date.now()
  const notValid: MovedBounces['notValid'] = []
  const given = new Map<string, MovedBounce>()
  for (const bounce of bounces) {
    const email = bounce.email.trim()
    const category = categoryOf(bounce)
    if (!isEmailAddress(email))
      notValid.push({ difference: 'not valid here: address', record: String(bounce.id) })
    else if (category === 'unknown')
      notValid.push({
        difference: 'of a category that is not known here',
        record: `${bounce.id}, ${bounce.category.trim().slice(0, 40)}`,
      })
    else if (category !== 'harmless') {
      const reason = category === 'hard' ? bounce.reason : category
      const bounced = bounce.bounced && bounce.bounced.getTime() <= now ? bounce.bounced : undefined
      // Who complained may have bounced as well: both are brought.
      const kind = isOptOut(reason) ? 'left' : 'hard'
      const key = `${kind} ${emailKey(email)}`
      if (!given.has(key)) given.set(key, { ...bounce, email, reason, bounced })
    }
  }
  await leaveOutKnown(db, accountId, given)
  if (given.size === 0) return { added: 0, notValid }
  const rows = [...given.values()].map(({ id, email, bounced, reason }) => ({
    line: id,
    raw: '',
    address: email,
    reason: reason === '' ? 'imported' : reason,
    ...(bounced && { since: bounced.toISOString() }),
  }))
  let added = 0
  for await (const { counts } of importSuppressed(db, accountId, {
    ...rules,
    rows: inOnePart(rows),
    reason: '',
  }))
    added = counts.added
  return { added, notValid }
}

async function* inOnePart<T>(rows: T[]): AsyncGenerator<T[]> {
  yield rows
}

/** Hard bounces that are stored here, also those that count no more: those were released. */
async function leaveOutKnown(
  db: Store,
  accountId: number,
  given: Map<string, MovedBounce>,
): Promise<void> {
  const hard = [...given.values()].filter(({ reason }) => !isOptOut(reason))
  if (hard.length === 0) return
  const known = await bouncedSince(db, {
    accountId,
    emailKeys: arrayLiteral(hard.map(({ email }) => emailKey(email))) as unknown as string[],
    moments: hard.map(({ bounced }) => bounced ?? new Date(0)),
  })
  for (const { emailKey: key } of known) given.delete(`hard ${key}`)
}

const isOptOut = (reason: string): boolean =>
  ['complaint', 'unsubscribed'].includes(meaningOf(reason) ?? '')

type Category = 'hard' | 'harmless' | 'unknown' | 'complaint' | 'unsubscribed'

/** Categories of ours, and what others call theirs; without one the reason is judged. */
function categoryOf({ category, reason }: MovedBounce): Category {
  const letters = category
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  const meaning = meaningOf(category) ?? (letters === '' ? meaningOf(reason) : undefined)
  if (meaning === 'temporary' || HARMLESS.has(letters)) return 'harmless'
  if (meaning !== undefined) return meaning
  if (letters === '' || letters.startsWith('hard') || LASTING.has(letters)) return 'hard'
  return 'unknown'
}

/** They say nothing lasting about an address; here, too, they suppress no address. */
const HARMLESS = new Set([
  'blocked',
  'block',
  'unknown',
  'undetermined',
  'autoreply',
  'outofoffice',
])
const LASTING = new Set(['permanent', 'invalid', 'bounce', 'bounced', 'imported'])

/** The variants of an A/B test: the newsletter with another subject, sender, content or time. */
import type { Db } from '../../../db/db.ts'
import { templateErrors } from '../../../mail/message/compile.ts'
import { detailed } from '../../details/details.ts'
import { freezeMessage, type Message } from '../../newsletters/freeze-message.ts'
import { refused, refusedFor } from '../../refusal.ts'
import {
  checkVariantName,
  checkVariantSender,
  checkVariantSubject,
  type VariantLines,
} from './variant-lines.ts'

/** The differences from the newsletter of the sending; at least one. */
export interface VariantOrder extends VariantLines {
  preheader?: string | undefined
  /** Its content. */
  newsletterId?: number | undefined
  dueAt?: Date | undefined
}

interface Base {
  newsletterId: number
  listId: number
  dueAt: Date
}

export interface VariantMessage {
  message: Message
  newsletterId: number
  dueAt: Date
}

const MOST_VARIANTS = 5

export async function variantMessages(
  db: Db,
  accountId: number,
  message: Message,
  base: Base,
  { variants, share, waitMinutes }: SplitNumbers,
): Promise<VariantMessage[]> {
  if (variants.length < 2 || variants.length > MOST_VARIANTS)
    throw refused('not-valid', 'variants-many', { most: MOST_VARIANTS })
  if (!(share >= 1 && share <= 100)) throw refused('not-valid', 'variants-share')
  if (!(waitMinutes >= 1 && waitMinutes <= 30 * 24 * 60)) throw refused('not-valid', 'winner-delay')
  const made: VariantMessage[] = []
  for (const variant of variants) made.push(await variantOf(db, accountId, message, base, variant))
  const said = new Set(made.map(one => JSON.stringify([one.message, one.dueAt])))
  if (said.size < made.length) throw refused('not-valid', 'variants-same')
  return made
}

interface SplitNumbers {
  variants: readonly VariantOrder[]
  share: number
  waitMinutes: number
}

async function variantOf(
  db: Db,
  accountId: number,
  message: Message,
  { newsletterId, listId, dueAt }: Base,
  variant: VariantOrder,
): Promise<VariantMessage> {
  const own = variant.newsletterId ?? newsletterId
  const content = own === newsletterId ? message : await freezeMessage(db, accountId, own, listId)
  const { subject, preheader, fromName, fromEmail } = variant
  // It would be tried in the base language alone.
  if (content.translated && (subject !== undefined || preheader !== undefined))
    throw refused('not-valid', 'variant-languages')
  if (fromEmail !== undefined) checkVariantSender(fromEmail)
  if (fromName !== undefined) checkVariantName(fromName)
  if (subject !== undefined) checkVariantSubject(subject)
  const [error] = templateErrors(
    { ...(subject !== undefined && { subject }), ...(preheader !== undefined && { preheader }) },
    new Map(message.fields ?? []),
  )
  if (error) {
    const why = detailed('variant-template', { says: error.message })
    throw refusedFor('not-valid', why, [error.sentence])
  }
  return {
    newsletterId: own,
    dueAt: variant.dueAt ?? dueAt,
    message: {
      ...content,
      ...(subject !== undefined && { subject: subject.trim() }),
      ...(preheader !== undefined && { preheader }),
      ...(fromName !== undefined && { fromName }),
      ...(fromEmail !== undefined && { fromEmail: fromEmail.trim() }),
    },
  }
}

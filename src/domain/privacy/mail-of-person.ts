/** Personal data in mail: exports it, and erases it. */
import type { Db } from '../../db/db.ts'
import { isEmailAddress } from '../../lib/email-address.ts'
import { formatInstant } from '../../lib/instant.ts'
import { blankPurchases, purchasesOfPerson } from '../tracking/conversions.sql.ts'
import {
  blankBounceChanges,
  blankBounces,
  blankHoldExamples,
  blankMessages,
  knownBounces,
  knownClicks,
  knownEngagements,
  knownMessages,
} from './mail-of-person.sql.ts'

interface These {
  accountId: number
  /** None for an address without a subscriber. */
  subscriberIds: number[]
  emailKey: string
  /** The address as it may be stored in lower case. */
  spellings: string[]
}

const moment = (text: string | null): string | null => (text === null ? null : formatInstant(text))

export async function mailOfPerson(db: Db, these: These) {
  const seen = ({
    firstView,
    lastView,
    firstClick,
    lastClick,
    ...rest
  }: Awaited<ReturnType<typeof knownEngagements>>[number]) => ({
    ...rest,
    firstView: moment(firstView),
    lastView: moment(lastView),
    firstClick: moment(firstClick),
    lastClick: moment(lastClick),
  })
  return {
    engagements: (await knownEngagements(db, these)).map(seen),
    clicks: (await knownClicks(db, these)).map(({ firstClick, lastClick, ...rest }) => ({
      ...rest,
      firstClick: formatInstant(firstClick),
      lastClick: formatInstant(lastClick),
    })),
    purchases: (await purchasesOfPerson(db, these)).map(({ at, clickedAt, ...rest }) => ({
      ...rest,
      at: formatInstant(at),
      clicked: formatInstant(clickedAt),
    })),
    bounces: (await knownBounces(db, these)).map(({ received, ...rest }) => ({
      ...rest,
      received: formatInstant(received),
    })),
    messages: (await knownMessages(db, these)).map(({ received, ...rest }) => ({
      ...rest,
      received: formatInstant(received),
    })),
  }
}

/**
 * `email` as in the person's row. Opens and clicks are anonymous without that row: they stay.
 * Returns the number of messages.
 */
export async function eraseFromMail(tx: Db, these: These & { email: string }): Promise<number> {
  // The suppression list takes any text; searching for one that is not an address would match other
  // messages.
  const messages = isEmailAddress(these.emailKey) ? await blankMessages(tx, these) : 0
  await blankHoldExamples(tx, these)
  await blankBounceChanges(tx, these)
  await blankPurchases(tx, these)
  return messages + (await blankBounces(tx, these))
}

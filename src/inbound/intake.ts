/** Mail that was taken, into the store: whose it is, and one message for each address it came for. */
import type { Db } from '../db/db.ts'
import { keepMessage, type LedgerLetter, NOBODY } from '../domain/bounces/store-message.ts'
import { letterIn } from '../mail/bounce-identity.ts'
import { judgeMessage } from '../mail/judge.ts'
import type { LetterRef } from '../mail/links.ts'
import type { KeyOf } from '../mail/signing.ts'
import type { Mailbox } from './recipients.ts'
import type { Mail } from './terms.ts'

const SOURCES = { sending: 1, test: 1, trigger: 2, transaction: 3 } as const

export const inLedger = ({ of, ofId, id }: LetterRef): LedgerLetter => ({
  sourceKind: SOURCES[of],
  sourceId: ofId,
  deliveryId: id,
})

/** Of which account a message without a token in its envelope is: that of the letter it names, else nobody's. */
export async function accountNamedIn(content: Buffer, keyOf: KeyOf): Promise<number | undefined> {
  return (await letterIn(judgeMessage(content).references, keyOf))?.letter.accountId
}

export function createIntake({ db, keyOf }: { db: Db; keyOf: KeyOf }) {
  return async ({ from, to, size, content }: Mail<Mailbox>): Promise<void> => {
    await Promise.all(
      to.map(async ({ address, cameFor, letter }) => {
        const accountId = letter?.accountId ?? (await accountNamedIn(content, keyOf)) ?? NOBODY
        const known = letter && inLedger(letter)
        await keepMessage(db, accountId, {
          inboxId: null,
          envelopeFrom: from,
          envelopeTo: address,
          cameFor,
          letter: known,
          size,
          content,
        })
      }),
    )
  }
}

/**
 * Sendings as lanes see them: a frozen letter to a frozen audience, which is asked for consent once
 * more at hand-over.
 */
import { atomically, type Db } from '../db/db.ts'
import { claimDeliveries, handOver } from '../domain/deliveries/deliveries.sql.ts'
import { macKeyOf } from '../domain/keys/link-keys.ts'
import type { Letter } from '../domain/newsletters/freeze-letter.ts'
import { compiledLetter } from '../domain/sendings/compiled-letter.ts'
import { letGoOfSending } from '../domain/sendings/let-go.ts'
import { findSending, openWork, setSendingState } from '../domain/sendings/sendings.sql.ts'
import { tellSendingFinished } from '../domain/sendings/tell-sending-finished.ts'
import { keepLinks } from '../domain/tracking/keep-links.ts'
import { listens } from '../domain/webhooks/tell.ts'
import { clearWork, dueWorkOfOpen, lockWork, markWork, setWork } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { SOURCE } from '../lib/source-kind.ts'
import type { LetterMeans, LetterWriter, WorkerContext } from './context.ts'
import type { EmailSourceKind } from './email-source.ts'
import { letterWriter } from './letter-writer.ts'

export const sendingSource: EmailSourceKind = {
  sourceKind: SOURCE.sending,

  due: (db, most) => dueWorkOfOpen(db, { kind: WORK.deliver, most }),

  async open({ db, writing }, accountId, sendingId) {
    const sending = await findSending(db, { accountId, sendingId })
    if (sending?.state !== 'sending') {
      await letGoOfSending(db, accountId, sendingId)
      return undefined
    }
    const letter = JSON.parse(sending.letter) as Letter
    const { test } = sending
    const key = { accountId, sourceKind: SOURCE.sending, sourceId: sendingId } as const
    const { listId } = letter
    return {
      ...key,
      urgent: false,
      guessedBytes: 2 * (letter.html.length + letter.text.length),
      claim: by => claimDeliveries(db, { ...key, ...by }),
      handOver: ({ emails: _, ...marking }) =>
        handOver(db, { accountId, sendingId, listId, test, ...marking }),
      write: await sendingWriter(db, writing, { accountId, sendingId, test, letter }),
    }
  },

  /**
   * The sending is finished when nothing waits and nobody has a claim; else its mark says when to
   * come back.
   */
  async closeOut({ db, log }, accountId, sendingId) {
    const work = { accountId, kind: WORK.deliver, sourceId: sendingId }
    const telling = await listens(db, accountId, 'sending-finished')
    const finished = await atomically(db, async tx => {
      if (!(await lockWork(tx, work))) return false
      const { nextTry, claims } = await openWork(tx, { accountId, sendingId })
      if (nextTry !== null || claims > 0) {
        await setWork(tx, { ...work, due: nextTry ?? new Date(Date.now() + 2_000) })
        return false
      }
      await clearWork(tx, work)
      const sending = await findSending(tx, { accountId, sendingId })
      if (sending?.state !== 'sending') return false
      await setSendingState(tx, { accountId, sendingId, state: 'finished', reason: null })
      if (telling) await tellSendingFinished(tx, accountId, sending)
      return true
    })
    if (finished) log('a sending is finished', { accountId, sendingId })
    // It may have been cancelled while its last emails were with the relay: those that came back
    // are withdrawn.
    else await letGoOfSending(db, accountId, sendingId)
  },

  letGo: ({ db }: WorkerContext, accountId, sendingId) => letGoOfSending(db, accountId, sendingId),

  async wake(tx, accountId, sourceId) {
    await markWork(tx, { accountId, kind: WORK.deliver, sourceId, due: new Date() })
  },
}

interface SendingLetter {
  accountId: number
  sendingId: number
  test: boolean
  letter: Letter
}

/** The letter is compiled once, and its links are kept. */
async function sendingWriter(
  db: Db,
  writing: LetterMeans,
  { accountId, sendingId, test, letter }: SendingLetter,
): Promise<LetterWriter> {
  const { keys, publicUrl, bounceDomain } = writing
  const key = keys.newest()
  const compiled = await compiledLetter(
    db,
    test ? { ...letter, subject: `[Test] ${letter.subject}` } : letter,
    {
      accountId,
      of: test ? 'test' : 'sending',
      ofId: sendingId,
      publicUrl,
      bounceDomain,
      key: macKeyOf(key),
    },
  )
  if (!test)
    await keepLinks(db, { accountId, source: 'sending', sourceId: sendingId }, compiled.links)
  return letterWriter(db, writing, compiled)
}

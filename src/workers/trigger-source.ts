/**
 * Letters of triggers as lanes see them: a frozen letter that people come to one by one. Consent is
 * asked once more at hand-over, as in sendings.
 */
import { atomically, type Db } from '../db/db.ts'
import { claimDeliveries } from '../domain/deliveries/deliveries.sql.ts'
import { macKeyOf } from '../domain/keys/link-keys.ts'
import type { Letter } from '../domain/newsletters/freeze-letter.ts'
import { compiledLetter } from '../domain/sendings/compiled-letter.ts'
import { keepLinks } from '../domain/tracking/keep-links.ts'
import {
  findLetter,
  handOverOfTrigger,
  openLetterWork,
  withdrawLetters,
} from '../domain/triggers/engine/letters.sql.ts'
import { clearWork, dueWorkOfOpen, lockWork, markWork, setWork } from '../domain/work/work.sql.ts'
import { WORK } from '../domain/work/work-kinds.ts'
import { SOURCE } from '../lib/source-kind.ts'
import type { EmailSourceKind } from './email-source.ts'
import { letterWriter } from './letter-writer.ts'

/** A letter whose trigger does not run is looked at so often. */
const LATER_MILLIS = 30_000

export const triggerSource: EmailSourceKind = {
  sourceKind: SOURCE.trigger,

  due: (db, most) => dueWorkOfOpen(db, { kind: WORK.deliverOfTrigger, most }),

  async open({ db, writing }, accountId, letterId) {
    const found = await findLetter(db, { accountId, letterId })
    if (found?.state !== 'running') {
      await rest(db, accountId, letterId, found?.state)
      return undefined
    }
    const letter = JSON.parse(found.letter) as Letter
    const { listId } = letter
    const { keys, publicUrl, bounceDomain } = writing
    const key = keys.newest()
    const compiled = await compiledLetter(db, letter, {
      accountId,
      of: 'trigger',
      ofId: letterId,
      publicUrl,
      bounceDomain,
      key: macKeyOf(key),
    })
    await keepLinks(db, { accountId, source: 'trigger', sourceId: letterId }, compiled.links)
    const place = { accountId, sourceKind: SOURCE.trigger, sourceId: letterId } as const
    return {
      ...place,
      urgent: false,
      guessedBytes: 2 * (letter.html.length + letter.text.length),
      claim: by => claimDeliveries(db, { ...place, ...by }),
      handOver: marking => handOverOfTrigger(db, { accountId, letterId, listId, ...marking }),
      write: await letterWriter(db, writing, compiled),
    }
  },

  async closeOut({ db }, accountId, letterId) {
    const work = { accountId, kind: WORK.deliverOfTrigger, sourceId: letterId }
    await atomically(db, async tx => {
      if (!(await lockWork(tx, work))) return
      const { nextTry, claims } = await openLetterWork(tx, { accountId, letterId })
      if (nextTry === null && claims === 0) await clearWork(tx, work)
      else await setWork(tx, { ...work, due: nextTry ?? new Date(Date.now() + 2_000) })
    })
  },

  async letGo({ db }, accountId, letterId) {
    const found = await findLetter(db, { accountId, letterId })
    if (found?.state !== 'running') await rest(db, accountId, letterId, found?.state)
  },

  async wake(tx, accountId, sourceId) {
    await markWork(tx, { accountId, kind: WORK.deliverOfTrigger, sourceId, due: new Date() })
  },
}

/**
 * It is looked at again later; or never, when its trigger was removed: what waits is withdrawn
 * then.
 */
function rest(
  db: Db,
  accountId: number,
  letterId: number,
  state: string | undefined,
): Promise<void> {
  const work = { accountId, kind: WORK.deliverOfTrigger, sourceId: letterId }
  return atomically(db, async tx => {
    if (!(await lockWork(tx, work))) return
    if (state === 'removed') await withdrawLetters(tx, { accountId, letterId })
    const { claims } = await openLetterWork(tx, { accountId, letterId })
    if (state === 'removed' && claims === 0) await clearWork(tx, work)
    else await setWork(tx, { ...work, due: new Date(Date.now() + LATER_MILLIS) })
  })
}

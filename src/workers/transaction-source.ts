/**
 * Transaction projects as lanes see them: letters to one person each, with the values of their
 * transaction. They are urgent: a newsletter on its way does not hold them up.
 */
import { atomically, type Db, type Store } from '../db/db.ts'
import { storeLocal } from '../db/store-local.ts'
import { macKeyOf } from '../domain/keys/link-keys.ts'
import { hasErased, keyHashOf, lookForErased } from '../domain/opt-outs/erased.ts'
import { compiledLetter } from '../domain/sendings/compiled-letter.ts'
import { keepLinks } from '../domain/tracking/keep-links.ts'
import {
  linksBefore,
  NoLetter,
  type ProjectLetterFacts,
  projectLetter,
} from '../domain/transactions/project-letter.ts'
import {
  claimTransactions,
  handOverTransactions,
  lettersOfProject,
  lockProjectWork,
  openProjectWork,
  projectsWithWork,
  setProjectWork,
  wakeProject,
} from '../domain/transactions/sending.sql.ts'
import { createCache } from '../lib/cache.ts'
import { emailKey } from '../lib/email-address.ts'
import { SOURCE } from '../lib/source-kind.ts'
import type { LetterMeans, LetterWriter } from './context.ts'
import type { ClaimedEmail, EmailSourceKind } from './email-source.ts'
import { letterWriter } from './letter-writer.ts'

/** What is edited in a newsletter or a project holds for letters that are claimed so much later. */
const FRESH_MILLIS = 1_000
/** Lists, field names and signing keys are looked at again after this time. */
const WRITER_MILLIS = 30_000
const MOST_WRITERS = 200
/** A claim of another worker is looked at again then. */
const CLAIMED_MILLIS = 2_000
/** What letters may come to before one is written. */
const GUESSED_BYTES = 50_000

interface ClaimedTransaction extends ClaimedEmail {
  version: string
}

export const transactionSource: EmailSourceKind = {
  sourceKind: SOURCE.transaction,

  due: (db, most) => projectsWithWork(db, { most }),

  async open({ db, writing }, accountId, projectId) {
    let letters = await lettersOfProject(db, { accountId, projectId })
    let readAt = Date.now()
    if (letters.length === 0) return undefined
    const place = { accountId, projectId }
    return {
      accountId,
      sourceKind: SOURCE.transaction,
      sourceId: projectId,
      urgent: true,
      routeId: letters[0]!.routeId,
      guessedBytes: GUESSED_BYTES,
      async claim(by) {
        if (Date.now() - readAt > FRESH_MILLIS) {
          letters = await lettersOfProject(db, place)
          readAt = Date.now()
        }
        if (letters.length === 0) return []
        const claimed = await claimTransactions(db, { ...place, ...by })
        return claimed.map(one => ({ ...one, blocks: '' }))
      },
      async handOver({ ids, emails, ...marking }) {
        const keyHashes = letters[0]?.marketing ? await hashesOf(db, accountId, emails) : []
        return handOverTransactions(db, { ...place, ids, keyHashes, ...marking })
      },
      async write(claimed) {
        const { version } = claimed as ClaimedTransaction
        // A version that was taken away since leaves the project's own letter.
        const facts = letters.find(one => one.version === version) ?? letters[0]
        if (!facts) throw new NoLetter('The project is paused.')
        const write = await writerOf(db, writing, place, facts)
        return write(claimed)
      },
    }
  },

  async closeOut({ db }, accountId, projectId) {
    await atomically(db, async tx => {
      if (!(await lockProjectWork(tx, { accountId, projectId }))) return
      const { nextTry, claims } = await openProjectWork(tx, { accountId, projectId })
      const again = claims > 0 ? new Date(Date.now() + CLAIMED_MILLIS) : 'infinity'
      await setProjectWork(tx, { accountId, projectId, due: nextTry ?? again })
    })
  },

  /** A project that is paused is not among those with work. */
  async letGo() {},

  async wake(tx, accountId, projectId) {
    await wakeProject(tx, { accountId, projectId, due: new Date() })
  },
}

/**
 * Erased people who had opted out are known by a hash alone. Empty while nobody of the account is
 * erased.
 */
async function hashesOf(
  db: Store,
  accountId: number,
  emails: readonly string[],
): Promise<(string | null)[]> {
  if (!hasErased(db, accountId) && !(await lookForErased(db, accountId))) return []
  return Promise.all(emails.map(email => keyHashOf(db, accountId, emailKey(email))))
}

interface Place {
  accountId: number
  projectId: number
}

const writersOf = storeLocal(() =>
  createCache<string, Promise<LetterWriter>>({ most: MOST_WRITERS, millis: WRITER_MILLIS }),
)

/** Compiled once for each version of a newsletter, and kept for a while. */
function writerOf(
  db: Store,
  writing: LetterMeans,
  place: Place,
  facts: ProjectLetterFacts,
): Promise<LetterWriter> {
  const key = writing.keys.newest()
  const name = JSON.stringify([place, facts, key.id])
  // What can't be written now is tried again with the next letter.
  return writersOf(db).through(name, () => madeWriter(db, writing, place, facts))
}

async function madeWriter(
  db: Db,
  writing: LetterMeans,
  place: Place,
  facts: ProjectLetterFacts,
): Promise<LetterWriter> {
  const { accountId, projectId } = place
  const { keys, publicUrl, bounceDomain } = writing
  const letter = await projectLetter(db, accountId, facts)
  const key = keys.newest()
  const compiled = await compiledLetter(db, letter, {
    accountId,
    of: 'transaction',
    ofId: projectId,
    linksAfter: await linksBefore(
      db,
      accountId,
      projectId,
      facts.newsletterId,
      facts.newsletterVersion ?? 0,
    ),
    bulk: facts.marketing,
    publicUrl,
    bounceDomain,
    key: macKeyOf(key),
  })
  await keepLinks(db, { accountId, source: 'transaction', sourceId: projectId }, compiled.links)
  return letterWriter(db, writing, compiled)
}

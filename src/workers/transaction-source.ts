/**
 * Transaction projects as a source of lanes: emails to one subscriber each, with the values of
 * their transaction. They are urgent: a newsletter being sent does not delay them.
 */
import { atomically, type Db, type Store } from '../db/db.ts'
import { storeLocal } from '../db/store-local.ts'
import { mailNames } from '../domain/hosts/public-origin.ts'
import { macKeyOf } from '../domain/keys/link-keys.ts'
import { messageIn } from '../domain/newsletters/language-filters.ts'
import { checkErased, hasErased, keyHashOf } from '../domain/opt-outs/erased.ts'
import { senderDomainOf } from '../domain/routes/route-rules.ts'
import { measuredMessages } from '../domain/sendings/compiled-message.ts'
import { keepLinks } from '../domain/tracking/keep-links.ts'
import { givenMessage } from '../domain/transactions/emails/email-message.ts'
import { noteClaimed } from '../domain/transactions/emails/email-words.ts'
import { emailsOfTransactions } from '../domain/transactions/emails/emails.sql.ts'
import {
  LINKS_OF_EMAILS,
  linksBefore,
  NoMessage,
  type ProjectMessageFacts,
  projectMessage,
} from '../domain/transactions/project-message.ts'
import {
  claimTransactions,
  handOverTransactions,
  lockProjectWork,
  messagesOfProject,
  openProjectWork,
  projectsWithWork,
  setProjectWork,
  wakeProject,
} from '../domain/transactions/sending.sql.ts'
import { createCache } from '../lib/cache.ts'
import { emailKey } from '../lib/email-address.ts'
import { SOURCE } from '../lib/source-kind.ts'
import type { MessageMeans, MessageWriter } from './context.ts'
import type { ClaimedEmail, EmailSourceKind } from './email-source.ts'
import { messageWriter } from './message-writer.ts'

/** How long a cached newsletter or project is used before an edit takes effect. */
const FRESH_MILLIS = 1_000
/** How long lists, field names and signing keys are cached. */
const WRITER_MILLIS = 30_000
const MOST_WRITERS = 200
/** When a claim of another worker is checked again. */
const CLAIMED_MILLIS = 2_000
/** Estimated size of an email before one is written. */
const GUESSED_BYTES = 50_000

interface ClaimedTransaction extends ClaimedEmail {
  version: string
  /** Its content came with its call. */
  emailId: number | undefined
}

export const transactionSource: EmailSourceKind = {
  sourceKind: SOURCE.transaction,

  due: (db, most) => projectsWithWork(db, { most }),

  async open({ db, writing }, accountId, projectId) {
    let messages = await messagesOfProject(db, { accountId, projectId })
    let readAt = Date.now()
    if (messages.length === 0) return undefined
    const place = { accountId, projectId }
    let claimedBytes = 0
    let noting = Promise.resolve()
    return {
      accountId,
      sourceKind: SOURCE.transaction,
      sourceId: projectId,
      urgent: true,
      routed: {
        kind: 'transaction',
        listId: null,
        senderDomain: senderDomainOf(messages[0]!.fromEmail),
      },
      routeId: messages[0]!.routeId,
      guessedBytes: GUESSED_BYTES,
      claimedBytes: () => claimedBytes,
      async claim(by) {
        if (Date.now() - readAt > FRESH_MILLIS) {
          messages = await messagesOfProject(db, place)
          readAt = Date.now()
        }
        if (messages.length === 0) return []
        const claimed = await claimTransactions(db, { ...place, ...by })
        noting = noteClaimed(db, accountId, by.claimId, claimed)
        // It is awaited by the hand-over, which may come much later.
        noting.catch(() => {})
        const given = await emailsGiven(db, accountId, claimed)
        const octets = [...given.values()].map(email => email.octets)
        // In base64.
        claimedBytes = Math.max(0, ...octets) * 1.4
        return claimed.map(one => {
          const { emailId, test: simulated = false } = given.get(one.id) ?? {}
          return { ...one, blocks: '', emailId, simulated }
        })
      },
      async handOver(by, { ids, emails, ...marking }) {
        await noting
        const keyHashes = messages[0]?.marketing ? await hashesOf(db, accountId, emails) : []
        return handOverTransactions(by, { ...place, ids, keyHashes, ...marking })
      },
      async write(claimed) {
        const { version, emailId } = claimed as ClaimedTransaction
        // If its version was removed since, the project's own email is used.
        const facts = messages.find(one => one.version === version) ?? messages[0]
        if (!facts) throw new NoMessage('The project is paused.')
        const write =
          emailId === undefined
            ? await writerOf(db, writing, place, facts)
            : await writerOfEmail(db, writing, place, emailId, facts)
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

  /** A paused project has no mark of work. */
  async onHeldBack() {},

  async wake(tx, accountId, projectId) {
    await wakeProject(tx, { accountId, projectId, due: new Date() })
  },
}

/**
 * Of erased people who had opted out only a hash is stored. Empty if the account has no erased
 * person.
 */
async function hashesOf(
  db: Store,
  accountId: number,
  emails: readonly string[],
): Promise<(string | null)[]> {
  if (!hasErased(db, accountId) && !(await checkErased(db, accountId))) return []
  return Promise.all(emails.map(email => keyHashOf(db, accountId, emailKey(email))))
}

interface Place {
  accountId: number
  projectId: number
}

const writersOf = storeLocal(() =>
  createCache<string, Promise<MessageWriter>>({ most: MOST_WRITERS, millis: WRITER_MILLIS }),
)

/** Few: an email may have 10 MB of files. */
const emailWritersOf = storeLocal(() =>
  createCache<string, Promise<MessageWriter>>({ most: 5, millis: WRITER_MILLIS }),
)

/** Compiled once for each version of a newsletter, and cached. */
function writerOf(
  db: Store,
  writing: MessageMeans,
  place: Place,
  facts: ProjectMessageFacts,
): Promise<MessageWriter> {
  const key = writing.keys.newest()
  const name = JSON.stringify([place, facts, key.id])
  // A failure is retried with the next email.
  return writersOf(db).through(name, () => madeWriter(db, writing, place, facts))
}

/** The emails of transactions whose content came with their call. */
async function emailsGiven(db: Db, accountId: number, claimed: readonly { id: number }[]) {
  const ids = claimed.map(({ id }) => id)
  const found = ids.length === 0 ? [] : await emailsOfTransactions(db, { accountId, ids })
  return new Map(found.map(one => [one.id, one]))
}

/** Compiled once for all recipients of an email, who are claimed together. */
function writerOfEmail(
  db: Store,
  writing: MessageMeans,
  place: Place,
  emailId: number,
  facts: ProjectMessageFacts,
): Promise<MessageWriter> {
  const name = JSON.stringify([place, emailId, facts, writing.keys.newest().id])
  return emailWritersOf(db).through(name, () =>
    madeWriterOfEmail(db, writing, place, emailId, facts),
  )
}

/** What is measured is what its call has asked for, of whom the project and people allow it. */
async function madeWriterOfEmail(
  db: Db,
  writing: MessageMeans,
  { accountId, projectId }: Place,
  emailId: number,
  { newsletterId, newsletterVersion, marketing, untracked }: ProjectMessageFacts,
): Promise<MessageWriter> {
  const email = await givenMessage(db, accountId, emailId, newsletterId)
  const { message, trackOpens, trackClicks, template } = email
  const ofNewsletter = template?.newsletter === true
  const { keys } = writing
  const emails = await measuredMessages(db, message, {
    accountId,
    of: 'transaction',
    ofId: projectId,
    bulk: marketing,
    tracked: (trackOpens || trackClicks) && !untracked,
    pixel: trackOpens,
    clicks: trackClicks,
    linksAfter: ofNewsletter
      ? await linksBefore(db, accountId, projectId, newsletterId, newsletterVersion ?? 0)
      : LINKS_OF_EMAILS,
    ...(await mailNames(db, accountId, writing)),
    key: macKeyOf(keys.newest()),
  })
  if (ofNewsletter)
    await keepLinks(db, { accountId, source: 'transaction', sourceId: projectId }, emails.links)
  const write = await messageWriter(db, writing, emails)
  return template ? addressee => write({ ...addressee, data: template.data }) : write
}

async function madeWriter(
  db: Db,
  writing: MessageMeans,
  place: Place,
  facts: ProjectMessageFacts,
): Promise<MessageWriter> {
  const { accountId, projectId } = place
  const { keys, publicUrl } = writing
  const message = await projectMessage(db, accountId, facts)
  const key = keys.newest()
  const emails = await measuredMessages(db, messageIn(message, undefined), {
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
    ...(await mailNames(db, accountId, writing)),
    installation: publicUrl,
    key: macKeyOf(key),
  })
  await keepLinks(db, { accountId, source: 'transaction', sourceId: projectId }, emails.links)
  return messageWriter(db, writing, emails)
}

/**
 * The sample data: a list, a thousand made-up subscribers, a newsletter, and its sending to the
 * sandbox.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeIds } from '../../db/ids.ts'
import { emailKey } from '../../lib/email-address.ts'
import { recordChange } from '../audit/record.ts'
import { makeList, removeWholeList } from '../lists/add-list.ts'
import { addDraft } from '../newsletters/save-newsletter.ts'
import { refused } from '../refusal.ts'
import { DEFAULT_ZONE } from '../sendings/audience/due-time.ts'
import { makeSending } from '../sendings/make-sending.ts'
import { subscribe } from '../subscribers/subscribe.ts'
import { forgetWords } from '../words/keep-words.ts'
import { markPeopleChanged } from '../words/words.sql.ts'
import { SAMPLE_HTML, SAMPLE_PREHEADER, SAMPLE_SUBJECT } from './newsletter.ts'
import { SAMPLE_SIZE, type SamplePerson, samplePeople } from './people.ts'
import {
  answerInSample,
  knownOfSample,
  removeClaimsOfSendings,
  removeCountsOfSendings,
  removeDeliveriesOfSendings,
  removeHitsOfSendings,
  removeMessagesOfSendings,
  removeOptOutsOfSample,
  removeSampleNewsletters,
  removeSamplePeople,
  removeSendings,
  removeWorkOfSendings,
  sampleList,
  sendingsOfSample,
} from './sample.sql.ts'

const LIST_NAME = 'Sample: friends of the bakery'
const NEWSLETTER_NAME = 'Sample: the ovens are warm again'
/** Identifies the list. */
const MARK = 'Made-up people to look around with. Home removes all of it: "Remove the sample".'
const ASKED = 'May the bakery see whether you open its emails and what you click?'
const SENDER = { fromName: 'The Corner Bakery', fromEmail: 'bakery@example.com' }

interface SampleIds {
  listId: number
  newsletterId: number
  sendingId: number
  people: number
}

const keysOf = (people: SamplePerson[]): string[] => people.map(({ email }) => emailKey(email))

/** The id of its list; undefined: there is no sample. */
export const findSample = async (db: Db, accountId: number): Promise<number | undefined> =>
  (await sampleList(db, { accountId, description: MARK }))?.id

/** Creates the sample and sends it immediately. The caller has checked that no relay is set. */
export async function addSample(
  db: Store,
  accountId: number,
  onProgress: (people: number) => void = () => {},
): Promise<SampleIds> {
  const known = await sampleList(db, { accountId, description: MARK })
  if (known)
    throw refused('not-now', 'sample-there', { list: known.id }).atShell(
      'remove',
      'pennypost sample remove',
    )
  const people = samplePeople()
  const { count } = await knownOfSample(db, { accountId, emailKeys: keysOf(people) })
  if (count > 0)
    throw refused('not-now', 'sample-people', { people: count }).atShell(
      'remove',
      'pennypost sample remove',
    )
  const listId = await makeList(db, accountId, {
    name: LIST_NAME,
    ...SENDER,
    description: MARK,
    characterSet: '',
  })
  for (let from = 0; from < people.length; from += 250) {
    await Promise.all(
      people
        .slice(from, from + 250)
        .map(({ fields, ...person }) =>
          subscribe(db, accountId, listId, { ...person, phone: '' }, fields),
        ),
    )
    onProgress(Math.min(from + 250, people.length))
  }
  await answerAll(db, accountId, people)
  // The process may end before it would report them.
  await markPeopleChanged(db, { accountId, seconds: 0, changes: 0 })
  await recordChange(db, accountId, { action: 'sample.add', id: listId })
  const newsletterId = await addDraft(db, accountId, {
    name: NEWSLETTER_NAME,
    subject: SAMPLE_SUBJECT,
    preheader: SAMPLE_PREHEADER,
    source: { kind: 'html', html: SAMPLE_HTML },
    listId,
  })
  const sendingId = await makeSending(db, accountId, {
    newsletterId,
    listId,
    dueAt: new Date(),
    zone: DEFAULT_ZONE,
  })
  return { listId, newsletterId, sendingId, people: SAMPLE_SIZE }
}

/** Of ten, two agreed to be measured and three declined; the others were not asked. */
const ANSWERS = [true, null, false, null, false, true, null, false, null, null]

async function answerAll(db: Store, accountId: number, people: SamplePerson[]): Promise<void> {
  const answers = people.flatMap(({ email }, at) => {
    const agreed = ANSWERS[at % ANSWERS.length] ?? null
    return agreed === null ? [] : [{ emailKey: emailKey(email), agreed }]
  })
  await answerInSample(db, {
    accountId,
    emailKeys: answers.map(one => one.emailKey),
    agreed: answers.map(({ agreed }) => agreed),
    ids: await takeIds(db, accountId, 'measuring answer', answers.length),
    words: ASKED,
  })
}

export interface RemovedSample {
  lists: number
  people: number
  newsletters: number
  sendings: number
  messages: number
}

/**
 * Removes what addSample created, and nothing else, also after an interrupted run. A subscriber
 * added to the sample's list by hand stays, without that subscription. Returns the counts.
 */
export async function removeSample(db: Db, accountId: number): Promise<RemovedSample> {
  const emailKeys = keysOf(samplePeople())
  return atomically(db, async tx => {
    const list = await sampleList(tx, { accountId, description: MARK })
    const removed = { lists: 0, people: 0, newsletters: 0, sendings: 0, messages: 0 }
    if (list) {
      const listId = list.id
      const sendingIds = (
        await sendingsOfSample(tx, { accountId, listId, name: NEWSLETTER_NAME })
      ).map(({ id }) => id)
      const these = { accountId, sendingIds }
      removed.sendings = await removeSendings(tx, these)
      await removeWorkOfSendings(tx, these)
      await removeClaimsOfSendings(tx, these)
      await removeCountsOfSendings(tx, these)
      await removeDeliveriesOfSendings(tx, these)
      await removeHitsOfSendings(tx, these)
      removed.messages = await removeMessagesOfSendings(tx, these)
      removed.newsletters = await removeSampleNewsletters(tx, {
        accountId,
        listId,
        name: NEWSLETTER_NAME,
      })
      removed.lists = (await removeWholeList(tx, accountId, listId)) ? 1 : 0
    }
    await removeOptOutsOfSample(tx, { accountId, emailKeys })
    const people = (await removeSamplePeople(tx, { accountId, emailKeys })).map(({ id }) => id)
    await forgetWords(tx, accountId, people)
    removed.people = people.length
    if (list) await recordChange(tx, accountId, { action: 'sample.remove', id: list.id })
    return removed
  })
}

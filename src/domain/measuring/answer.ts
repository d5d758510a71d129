/**
 * What a person says about being measured: opens and clicks, apart from each other. How emails and
 * hits follow from it: docs/tracking.md.
 */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import type { MeasuredAs } from '../../mail/message/compose.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch, refused } from '../refusal.ts'
import { noteDeclined } from './forgetting.ts'
import {
  addAnswer,
  answersOfPerson,
  lockAnswered,
  measuringOf,
  removeNoted,
  restoreAgreedOfMany,
  setAgreed,
} from './measuring.sql.ts'

export const ANSWERS = ['agreed', 'declined', 'not asked'] as const
export type MeasuringAnswer = (typeof ANSWERS)[number]

/** Of the person; with the email or link only; not at all. */
export const MEASURED = ['person', 'total', 'none'] as const satisfies MeasuredAs[]

export const WAYS = ['form', 'email', 'import', 'api', 'operation', 'member', 'command'] as const
export type AnswerWay = (typeof WAYS)[number]

/** Of the words that a person was asked in, in characters. */
export const LONGEST_WORDS = 2000

export interface GivenAnswer {
  /** Undefined: the answer is not about them. */
  opens?: boolean | undefined
  clicks?: boolean | undefined
  /** As the person was asked. */
  words: string
  way: AnswerWay
  /** When the person said so; undefined: now. */
  saidAt?: Date | undefined
}

/** `older`: the person has said something since, which stands. */
export type AnswerOutcome = 'set' | 'same' | 'older'

/** The person's own hand: an email of theirs, or the form that they confirmed. */
const OWN: ReadonlySet<AnswerWay> = new Set(['form', 'email'])

const answerNamed = (agreed: boolean | null): MeasuringAnswer =>
  agreed === null ? 'not asked' : agreed ? 'agreed' : 'declined'

/** What a person answered so far; moments in the format of the store. */
export interface FormerAnswers {
  opensAgreed: boolean | null
  clicksAgreed: boolean | null
  opensSaid: string | null
  clicksSaid: string | null
}

/** What is noted of an answer; undefined: that part stays. */
export interface NotedAnswer {
  opens: boolean | undefined
  clicks: boolean | undefined
}

/**
 * What becomes of an answer: the only place with the rule. `refused`: it would measure a person who
 * declined, without saying in which words they agreed since, and when.
 */
export function judgeAnswer(
  known: FormerAnswers,
  given: GivenAnswer,
): NotedAnswer | Exclude<AnswerOutcome, 'set'> | 'refused' {
  const { saidAt, words, way } = given
  const isNewer = (said: string | null) => !saidAt || said === null || saidAt > new Date(said)
  const opens = isNewer(known.opensSaid) ? given.opens : undefined
  const clicks = isNewer(known.clicksSaid) ? given.clicks : undefined
  if (opens === undefined && clicks === undefined) return 'older'
  const opensSame = opens === undefined || opens === known.opensAgreed
  const clicksSame = clicks === undefined || clicks === known.clicksAgreed
  if (opensSame && clicksSame) return 'same'
  const turned = (known.opensAgreed === false && opens) || (known.clicksAgreed === false && clicks)
  if (turned && !OWN.has(way) && (!saidAt || words.trim() === '')) return 'refused'
  return { opens, clicks }
}

/** As they are kept. */
export const wordsOf = (words: string): string =>
  words.trim().slice(0, LONGEST_WORDS).toWellFormed()

/** Keeps an answer, with its words, in the history of the person. Refuses an unknown subscriber. */
export async function answer(
  db: Store,
  accountId: number,
  subscriberId: number,
  given: GivenAnswer,
): Promise<AnswerOutcome> {
  const id = await takeId(db, accountId, 'measuring answer')
  return atomically(db, tx => answerIn(tx, accountId, subscriberId, given, id))
}

/** The same in a transaction, with an id that was taken for the answer. */
async function answerIn(
  tx: Db,
  accountId: number,
  subscriberId: number,
  given: GivenAnswer,
  id: number,
): Promise<AnswerOutcome> {
  const known = await lockAnswered(tx, { accountId, subscriberId })
  if (!known) throw noSuch('no-such-subscriber', subscriberId)
  const judged = judgeAnswer(known, given)
  if (judged === 'older' || judged === 'same') return judged
  if (judged === 'refused') throw refused('not-valid', 'measuring-declined')
  const { opens, clicks } = judged
  const { saidAt, way } = given
  const words = wordsOf(given.words)
  const before = { opens: known.opensAgreed, clicks: known.clicksAgreed }
  const after = { opens: opens ?? before.opens, clicks: clicks ?? before.clicks }
  await setAgreed(tx, { accountId, subscriberId, opens: opens ?? null, clicks: clicks ?? null })
  const kept = { opens: opens ?? null, clicks: clicks ?? null, words, way }
  await addAnswer(tx, { accountId, id, subscriberId, ...kept, saidAt: saidAt ?? null })
  if (after.opens === false || after.clicks === false)
    await noteDeclined(tx, accountId, [subscriberId])
  await recordChange(tx, accountId, {
    action: 'subscriber.measuring',
    id: subscriberId,
    before: namesOf(known),
    after: namesOf({ opensAgreed: after.opens, clicksAgreed: after.clicks }),
  })
  return 'set'
}

/**
 * Takes back what a member or a program noted within the hour, if nothing was said since; then the
 * answers before hold. Refuses anything else. Hits that were not kept meanwhile are gone.
 */
export async function takeBackAnswer(
  db: Store,
  accountId: number,
  subscriberId: number,
  id: number,
): Promise<void> {
  await atomically(db, async tx => {
    const before = await lockAnswered(tx, { accountId, subscriberId })
    if (!before) throw noSuch('no-such-subscriber', subscriberId)
    if ((await removeNoted(tx, { accountId, subscriberId, id })) === 0)
      throw refused('not-now', 'answer-kept')
    await restoreAgreedOfMany(tx, { accountId, ids: [subscriberId] })
    const after = await lockAnswered(tx, { accountId, subscriberId })
    await recordChange(tx, accountId, {
      action: 'subscriber.measuring',
      id: subscriberId,
      before: namesOf(before),
      after: namesOf(after!),
    })
  })
}

const namesOf = ({
  opensAgreed,
  clicksAgreed,
}: Record<'opensAgreed' | 'clicksAgreed', boolean | null>) => ({
  opens: answerNamed(opensAgreed),
  clicks: answerNamed(clicksAgreed),
})

/** How a person is measured now, and what they answered, the newest first. */
export async function measuringOfPerson(db: Db, accountId: number, subscriberId: number) {
  const found = await measuringOf(db, { accountId, subscriberId })
  if (!found) throw noSuch('no-such-subscriber', subscriberId)
  return {
    opens: answerNamed(found.opensAgreed),
    clicks: answerNamed(found.clicksAgreed),
    opensAs: found.opensAs as MeasuredAs,
    clicksAs: found.clicksAs as MeasuredAs,
    removal: found.removal,
    answers: await answersOf(db, accountId, [subscriberId]),
  }
}

const said = (agreed: boolean | null) =>
  agreed === null ? null : agreed ? ('agreed' as const) : ('declined' as const)

export async function answersOf(db: Db, accountId: number, subscriberIds: number[]) {
  const rows = await answersOfPerson(db, { accountId, subscriberIds })
  return rows.map(({ opens, clicks, way, ...row }) => ({
    opens: said(opens),
    clicks: said(clicks),
    way: way as AnswerWay,
    ...row,
  }))
}

/** Answers of many people at once, as of the rows of a file. */
import type { Db } from '../../db/db.ts'
import { type FormerAnswers, type GivenAnswer, judgeAnswer, wordsOf } from './answer.ts'
import { noteDeclined } from './forgetting.ts'
import { addAnswers, answersOfKeys, setAgreedOfMany } from './measuring.sql.ts'

export interface ManyAnswers {
  /** Addresses whose person has declined, and did not agree since as far as the answer says. */
  refused: ReadonlySet<string>
  /** By the address: what is to be noted. */
  noted: ReadonlyMap<string, NotedOfMany>
}

interface NotedOfMany {
  given: GivenAnswer
  opens: boolean | undefined
  clicks: boolean | undefined
  before: Pick<FormerAnswers, 'opensAgreed' | 'clicksAgreed'>
}

const NEW: FormerAnswers = {
  opensAgreed: null,
  clicksAgreed: null,
  opensSaid: null,
  clicksSaid: null,
}

/** Judges answers by the key of the address. Unknown people have answered nothing. */
export async function judgeMany(
  db: Db,
  accountId: number,
  given: ReadonlyMap<string, GivenAnswer>,
): Promise<ManyAnswers> {
  const refused = new Set<string>()
  const noted = new Map<string, NotedOfMany>()
  if (given.size === 0) return { refused, noted }
  const rows = await answersOfKeys(db, { accountId, emailKeys: [...given.keys()] })
  const known = new Map(rows.map(row => [row.emailKey, row]))
  for (const [emailKey, answer] of given) {
    const before = known.get(emailKey) ?? NEW
    const judged = judgeAnswer(before, answer)
    const declined =
      (before.opensAgreed === false && answer.opens) ||
      (before.clicksAgreed === false && answer.clicks)
    if (judged === 'refused' || (judged === 'older' && declined)) refused.add(emailKey)
    else if (typeof judged === 'object') noted.set(emailKey, { given: answer, ...judged, before })
  }
  return { refused, noted }
}

/**
 * Notes judged answers of these people, in the transaction that made them. A person who has
 * answered otherwise meanwhile is left out. `ids`: as many as there may be answers. Returns whose
 * were noted, and the id of each answer.
 */
export async function noteMany(
  tx: Db,
  accountId: number,
  people: readonly { id: number; noted: NotedOfMany }[],
  ids: readonly number[],
): Promise<{ id: number; answerId: number }[]> {
  if (people.length === 0) return []
  const texts = (of: (one: NotedOfMany) => boolean | null | undefined) =>
    people.map(({ noted }) => letter(of(noted)))
  const set = await setAgreedOfMany(tx, {
    accountId,
    ids: people.map(({ id }) => id),
    opens: texts(({ opens }) => opens),
    clicks: texts(({ clicks }) => clicks),
    opensBefore: texts(({ before }) => before.opensAgreed),
    clicksBefore: texts(({ before }) => before.clicksAgreed),
  })
  const done = new Set(set.map(({ id }) => id))
  const kept = people.filter(({ id }) => done.has(id))
  if (kept.length === 0) return []
  await addAnswers(tx, {
    accountId,
    ids: ids.slice(0, kept.length),
    subscriberIds: kept.map(({ id }) => id),
    opens: kept.map(({ noted }) => letter(noted.opens)),
    clicks: kept.map(({ noted }) => letter(noted.clicks)),
    words: kept.map(({ noted }) => wordsOf(noted.given.words)),
    said: kept.map(({ noted }) => noted.given.saidAt?.toISOString() ?? ''),
    way: kept[0]!.noted.given.way,
  })
  const declined = kept.filter(({ noted }) => noted.opens === false || noted.clicks === false)
  const declinedIds = declined.map(({ id }) => id)
  if (declinedIds.length > 0) await noteDeclined(tx, accountId, declinedIds)
  return kept.map(({ id }, at) => ({ id, answerId: ids[at]! }))
}

const letter = (value: boolean | null | undefined): string =>
  value === null || value === undefined ? '' : value ? 't' : 'f'

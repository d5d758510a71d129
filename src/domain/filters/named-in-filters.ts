/**
 * What conditions name: lists, newsletters, sendings, imports and forms, all of which there must
 * be; and of sendings it must be known who got them, opened and clicked.
 */
import type { Db } from '../../db/db.ts'
import { type Detail, detailed } from '../details/details.ts'
import { noSuch, type Reason, type Refusal, refusedFor } from '../refusal.ts'
import {
  type Condition,
  listsNamed,
  newsletterNamed,
  sendingNamed,
  type Test,
  testsIn,
} from './condition.ts'
import { namedKnown, sendingsKnown, sendingsOfNewsletters } from './filters.sql.ts'

const KINDS = ['list', 'newsletter', 'import', 'form'] as const
type Kind = (typeof KINDS)[number]

const idsNamed = (test: Test, kind: Kind): number[] => {
  if (kind === 'list') return listsNamed(test)
  if (kind === 'newsletter') return present(newsletterNamed(test))
  return 'joined' in test ? present(test[kind]) : []
}

const present = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

export interface WrongName<Asked> {
  asked: Asked
  detail: Detail
  refusal: Refusal
}

/** Why each of the tests can't be asked. A test may have several reasons. */
export async function wrongNames<Asked extends { test: Test }>(
  db: Db,
  accountId: number,
  asked: readonly Asked[],
): Promise<WrongName<Asked>[]> {
  const all = (kind: Kind) => asked.flatMap(({ test }) => idsNamed(test, kind))
  const named = {
    lists: all('list'),
    newsletters: all('newsletter'),
    imports: all('import'),
    forms: all('form'),
  }
  const isNamed = Object.values(named).some(ids => ids.length > 0)
  const known = new Set(
    (isNamed ? await namedKnown(db, { accountId, ...named }) : []).map(
      ({ kind, id }) => `${kind} ${id}`,
    ),
  )
  const missing = asked.flatMap(one =>
    KINDS.flatMap(kind =>
      idsNamed(one.test, kind)
        .filter(id => !known.has(`${kind} ${id}`))
        .map(id => ({ asked: one, ...none(kind, id) })),
    ),
  )
  return [...missing, ...(await wrongSendings(db, accountId, asked))]
}

async function wrongSendings<Asked extends { test: Test }>(
  db: Db,
  accountId: number,
  asked: readonly Asked[],
): Promise<WrongName<Asked>[]> {
  const tests = asked.map(({ test }) => test)
  const ofNewsletters = await sendingsOf(db, accountId, tests)
  const ids = [...tests.flatMap(test => present(sendingNamed(test))), ...ofNewsletters.keys()]
  const known = new Map(
    (ids.length === 0 ? [] : await sendingsKnown(db, { accountId, ids })).map(row => [row.id, row]),
  )
  return asked.flatMap(one => {
    const newsletter = newsletterNamed(one.test)
    const meant = [...known.values()].filter(({ id }) =>
      newsletter === undefined
        ? id === sendingNamed(one.test)
        : ofNewsletters.get(id) === newsletter,
    )
    const refusals = meant.flatMap(({ id, anonymous, removed }) => {
      if (anonymous && 'did' in one.test) return isAnonymous(id)
      return removed ? withRefusal('people-removed', removedDetail(id)) : []
    })
    const id = sendingNamed(one.test)
    const missing = id !== undefined && meant.length === 0 ? none('sending', id) : undefined
    return [...present(missing), ...refusals.slice(0, 1)].map(wrong => ({ asked: one, ...wrong }))
  })
}

/** The newsletter of each sending of the newsletters that tests name. */
async function sendingsOf(
  db: Db,
  accountId: number,
  tests: readonly Test[],
): Promise<Map<number, number>> {
  const newsletters = tests.flatMap(test => present(newsletterNamed(test)))
  if (newsletters.length === 0) return new Map()
  const rows = await sendingsOfNewsletters(db, { accountId, newsletters })
  return new Map(rows.map(({ id, newsletterId }) => [id, newsletterId]))
}

const withRefusal = (reason: Reason, detail: Detail) => ({
  detail,
  refusal: refusedFor(reason, detail),
})

function none(kind: Kind | 'sending', id: number) {
  const detail = detailed('object-none', { kind, id })
  const { code, values } = detail
  const refusal = Object.assign(noSuch(`no-such-${kind}`, id), { coded: { code, values } })
  return { detail, refusal }
}

const isAnonymous = (sendingId: number) =>
  withRefusal('not-valid', detailed('filter-sending-anonymous', { sending: sendingId }))

/** Refuses a condition that names what there is not, or asks what is not known. */
export async function requireNamed(db: Db, accountId: number, condition: Condition): Promise<void> {
  const asked = testsIn(condition).map(test => ({ test }))
  const [wrong] = await wrongNames(db, accountId, asked)
  if (wrong) throw wrong.refusal
}

/**
 * A sending that conditions name, or one of a newsletter that they name, whose recipients were
 * removed after their retention.
 */
export async function sendingWithoutPeople(
  db: Db,
  accountId: number,
  conditions: readonly Condition[],
): Promise<number | undefined> {
  const tests = conditions.flatMap(testsIn)
  const ofNewsletters = await sendingsOf(db, accountId, tests)
  const ids = [...tests.flatMap(test => present(sendingNamed(test))), ...ofNewsletters.keys()]
  if (ids.length === 0) return undefined
  return (await sendingsKnown(db, { accountId, ids })).find(({ removed }) => removed)?.id
}

const removedDetail = (sendingId: number): Detail =>
  detailed('filter-sending-old', { sending: sendingId })

export const peopleRemoved = (sendingId: number): Refusal =>
  refusedFor('people-removed', removedDetail(sendingId))

/** Upserts of people by address: for programs that keep customers in step. */
import { z } from 'zod'
import type { Db, Store } from '../../db/db.ts'
import {
  type FieldNumbers,
  fieldNumbers,
  valuesByNumber,
} from '../../domain/demographics/field-names.ts'
import { noSuch, Refusal, refused } from '../../domain/refusal.ts'
import { checkPerson } from '../../domain/subscribers/person.ts'
import { type UpsertOutcome, type UpsertRow, upsert } from '../../domain/subscribers/upsert.ts'
import { wholeName, withNameParts } from '../../lib/name-parts.ts'
import { action } from '../action.ts'
import { outcomeOfRow, problemOfRow, type RowProblem, rowProblem } from '../row-problem.ts'
import { withRows, withRules } from '../value-problems.ts'
import { bigId, id } from '../values.ts'
import { fieldArray } from './named-fields.ts'
import { givenPerson } from './subscribers.ts'
import { agreement, consentIn, notSubscribed, violationsOfJoining } from './subscriptions.ts'

/** A body of so many rows of 1 kB is as large as one may be. */
const MOST_ROWS = 1_000

const Person = withRules(
  z
    .strictObject({
      listId: id.describe('The list to put them on; without one they are saved alone.'),
      ...givenPerson,
      ...agreement,
    })
    .partial()
    .required({ email: true }),
  violationsOfJoining,
)

const Upserted = z
  .object({
    id: bigId,
    created: z.boolean().describe('The subscriber is new.'),
    subscribed: z.boolean().nullable().describe('Whether they are on the list now; null: no list.'),
    why: notSubscribed,
  })
  .meta({ id: 'UpsertedSubscriber' })

const Outcome = z
  .object({
    row: z.int().describe('The number of the row, from 1 on.'),
    saved: Upserted.nullable().describe('Null: nothing of the row was saved.'),
    problem: rowProblem.nullable(),
  })
  .meta({ id: 'UpsertOutcome' })

function rowOf(person: z.output<typeof Person>, numberOf: FieldNumbers): UpsertRow {
  const { listId, fields = {}, resubscribe = false, ...given } = person
  consentIn(person)
  const whole = wholeName(given.firstName ?? '', given.lastName ?? '')
  const { email, name = '', format, countryCode = '', phone = '', consent } = given
  return {
    ...checkPerson({ email, name: name || whole, format, countryCode, phone }),
    listId,
    fields: fieldArray(withNameParts(valuesByNumber(fields, numberOf), given)),
    consent,
    resubscribe,
  }
}

function upserted(outcome: UpsertOutcome, listId: number | undefined): z.input<typeof Upserted> {
  if (outcome === 'opted-out') throw new Refusal('opted-out')
  if (outcome === 'no-such-list') throw noSuch('no-such-list', listId!)
  const { unsubscribed, ...person } = outcome
  return { ...person, why: unsubscribed ? { reason: 'unsubscribed', ...unsubscribed } : null }
}

/** The rows as they are saved, or why one is refused; the second one of an address is. */
async function readRows(
  db: Db,
  accountId: number,
  given: readonly Record<string, unknown>[],
): Promise<(UpsertRow | RowProblem)[]> {
  const used = new Set<string>()
  for (const { fields } of given)
    if (typeof fields === 'object' && fields !== null)
      for (const name of Object.keys(fields)) used.add(name)
  const numberOf = await fieldNumbers(db, accountId, used)
  const rowOfKey = new Map<string, number>()
  const read: (UpsertRow | RowProblem)[] = []
  for (const [i, raw] of given.entries())
    read.push(
      await outcomeOfRow(Person, raw, `body.rows.${i}`, person => {
        const row = rowOf(person, numberOf)
        const first = rowOfKey.get(row.emailKey)
        if (first !== undefined) throw refused('not-valid', 'row-repeated', { row: first })
        rowOfKey.set(row.emailKey, i + 1)
        return row
      }),
    )
  return read
}

async function upsertAll(
  db: Store,
  accountId: number,
  given: readonly Record<string, unknown>[],
): Promise<z.input<typeof Outcome>[]> {
  const read = await readRows(db, accountId, given)
  const rows = read.filter(one => 'emailKey' in one)
  const outcomes = rows.length === 0 ? undefined : await upsert(db, accountId, rows)
  return read.map((row, i) => {
    if (!('emailKey' in row)) return { row: i + 1, saved: null, problem: row }
    try {
      const saved = upserted(outcomes!.get(row.emailKey)!, row.listId)
      return { row: i + 1, saved, problem: null }
    } catch (error) {
      return { row: i + 1, saved: null, problem: problemOfRow(error, `body.rows.${i}`) }
    }
  })
}

export const upserts = [
  action({
    route: 'PUT /subscribers/by-address',
    right: 'people',
    boundBy: { list: ['body.listId'] },
    about:
      'Save a person by address: a new subscriber, or a known one, whose given values change; ' +
      'with `listId` on a list, too. Who has unsubscribed from it is not put back ' +
      '(`subscribed: false`), unless `resubscribe` says so with a newer `consent`.',
    command: 'subscriber put <email>',
    recognisesErased: true,
    body: Person,
    out: Upserted,
    async run({ db, account }, { body }) {
      const numberOf = await fieldNumbers(db, account.id, new Set(Object.keys(body.fields ?? {})))
      const row = rowOf(body, numberOf)
      const outcomes = await upsert(db, account.id, [row])
      return upserted(outcomes.get(row.emailKey)!, row.listId)
    },
  }),
  action({
    route: 'POST /subscribers/batch',
    right: 'people',
    boundBy: { list: ['body.listId', 'body.rows'] },
    about:
      'Save up to 1,000 people by address, each as PUT /subscribers/by-address does, all in one ' +
      'transaction. A row that is refused has its problem, and the others are saved.',
    body: withRows(
      z.strictObject({
        listId: id.optional().describe('The list of rows that name none.'),
        rows: z
          .array(z.looseObject({}))
          .min(1)
          .max(MOST_ROWS)
          .describe('Each as the body of PUT /subscribers/by-address; an address once.'),
      }),
      'rows',
    ),
    out: z.object({
      created: z.int(),
      known: z.int().describe('Saved rows of people who were known.'),
      refused: z.int(),
      items: z.array(Outcome).describe('An outcome for each row, in their order.'),
    }),
    resumes: body => body,
    async run({ db, account }, { body: { listId, rows } }) {
      const whole = listId === undefined ? rows : rows.map(row => ({ listId, ...row }))
      const items = await upsertAll(db, account.id, whole)
      const saved = items.flatMap(({ saved }) => saved ?? [])
      const created = saved.filter(one => one.created).length
      const known = saved.length - created
      return { created, known, refused: items.length - saved.length, items }
    },
  }),
] as const

/**
 * Hits of people who may not be measured: random sequences of answers, rules, emails, opens and
 * clicks, and after each the store names nobody who was not to be measured at that moment.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { claimDeliveries, handOver } from '../../../src/domain/deliveries/deliveries.sql.ts'
import type { ImportColumn } from '../../../src/domain/files/columns.ts'
import { inColumns, PLAIN_CSV, queueImport } from '../../../src/domain/imports/queue-import.ts'
import { answer } from '../../../src/domain/measuring/answer.ts'
import { setRule } from '../../../src/domain/measuring/rule.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import { figuresOf } from '../../../src/domain/reports/sendings/figures.ts'
import {
  type MeasuredAs,
  type MeasuredPerson,
  measuredPerson,
} from '../../../src/mail/message/compose.ts'
import { newAddress } from '../../support/account.ts'
import { ended, type ImportWorker, startImportWorker } from '../../support/imports.ts'
import { service } from '../../support/service.ts'
import { recorder, START } from '../tracking/recorder.ts'

const PEOPLE = 3
const KINDS = ['opens', 'clicks'] as const
const COLUMNS: ImportColumn[] = ['email', 'measuring', 'measuring-at', 'measuring-words']
/** What a file says of a person: before any answer of theirs, or now, with words or without. */
const ROWS = {
  'agreed long ago': 'agreed,2020-01-01,Yes?',
  'agreed, nobody knows when': 'agreed,,Yes?',
  declined: 'declined,,',
} as const

let imports: ImportWorker
before(async () => {
  imports = await startImportWorker((await service()).store)
})
after(() => imports.stop())

async function measured() {
  const made = await recorder()
  const { store, accountId, ask, call } = made
  const listId = await made.newList('Readers')
  const emails = Array.from({ length: PEOPLE }, newAddress)
  const ids: number[] = []
  for (const email of emails) ids.push(await call.InsertSubscriber({ email, listId }))
  /** And adds them again: the same address is another person. */
  async function eraseOne(place: number) {
    const email = emails[place]!
    await erase(store, accountId, email)
    ids[place] = await call.InsertSubscriber({ email, listId })
  }
  async function importRow(place: number, row: keyof typeof ROWS) {
    const text = `${emails[place]},${ROWS[row]}\n`
    const source = { document: [Buffer.from(text)], name: 'people.csv' }
    const options = inColumns({ ...PLAIN_CSV, delimiter: ',' }, COLUMNS)
    const importId = await queueImport(store, accountId, { listId, source, options })
    await ended(store, accountId, importId)
  }
  let sendings = 0
  /** Sends to all; returns the sending's id and what claim said of each. */
  async function send() {
    const sendingId = ++sendings
    await ask(
      `insert into sendings (account_id, id, newsletter_id, list_id, message, state, due_at)
       values (${accountId}, ${sendingId}, 1, ${listId}, '{}', 'sending', now())`,
    )
    await ask(
      `insert into deliveries (account_id, source_kind, source_id, id, email, next_try_at)
       select account_id, 1, ${sendingId}, id, email, now() from subscribers
       where account_id = ${accountId}`,
    )
    const by = { claimId: randomUUID(), worker: randomUUID(), leaseSeconds: 60 }
    const place = { accountId, sourceKind: 1, sourceId: sendingId } as const
    const claimed = await claimDeliveries(store, { ...place, ...by, most: PEOPLE })
    // As the worker marks them: the emails are written by what the claim said.
    const composed = (id: number) => asWritten(claimed.find(one => one.id === id)!.format)
    const marking = {
      claimId: by.claimId,
      worker: by.worker,
      routeId: 1,
      listIds: [listId],
      opensUnmeasured: ids.map(id => composed(id).opens !== 'person'),
      clicksUnmeasured: ids.map(id => composed(id).clicks !== 'person'),
    }
    return {
      sendingId,
      claimed,
      goes: () => handOver(store, { accountId, sendingId, test: false, ids, ...marking }),
    }
  }
  return { ...made, ids, send, eraseOne, importRow }
}

interface Email extends MeasuredPerson {
  id: number
  counts: Record<(typeof KINDS)[number], boolean>
}

const asWritten = (format: string) => {
  const [, opens = 'person', clicks = 'person'] = format.split(' ')
  return measuredPerson(opens, clicks)
}

type Step =
  | { do: 'answer'; who: number; kind: (typeof KINDS)[number]; agreed: boolean }
  | { do: 'rule'; kind: (typeof KINDS)[number]; as: MeasuredAs }
  /** Between claim and hand-over somebody says something, too. */
  | { do: 'send'; who?: number; agreed?: boolean }
  | { do: 'erase'; who: number }
  | { do: 'import'; who: number; row: keyof typeof ROWS }
  | { do: 'hit'; who: number; kind: (typeof KINDS)[number]; sending: number }

const who = fc.nat(PEOPLE - 1)
const kind = fc.constantFrom(...KINDS)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('answer' as const), who, kind, agreed: fc.boolean() }),
    fc.record({
      do: fc.constant('rule' as const),
      kind,
      as: fc.constantFrom<MeasuredAs>('person', 'total', 'none'),
    }),
    fc.record({ do: fc.constant('send' as const) }),
    fc.record({ do: fc.constant('send' as const), who, agreed: fc.boolean() }),
    fc.record({ do: fc.constant('erase' as const), who }),
    fc.record({
      do: fc.constant('import' as const),
      who,
      row: fc.constantFrom(...(Object.keys(ROWS) as (keyof typeof ROWS)[])),
    }),
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('hit' as const), who, kind, sending: fc.nat(3) }),
    },
  ),
  { minLength: 4, maxLength: 18 },
)

describe('hits of people who may not be measured', () => {
  test('name nobody, whatever was answered, ruled and sent in which order', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async all => {
        const { store, accountId, ids, send, hit, fold, ask, eraseOne, importRow } =
          await measured()
        const rule: Record<string, MeasuredAs> = { opens: 'person', clicks: 'person' }
        const said = ids.map((): Record<string, boolean | undefined> => ({}))
        const as = (person: number, of: string): MeasuredAs =>
          said[person]![of] === undefined ? rule[of]! : said[person]![of] ? 'person' : 'none'
        /** By sending: to whom each email was, how it was composed, and whether rates count it. */
        const emails: Email[][] = []
        const expected: string[] = []
        let at = START
        for (const step of [{ do: 'send' } as Step, ...all]) {
          if (step.do === 'answer') {
            said[step.who]![step.kind] = step.agreed
            await answer(store, accountId, ids[step.who]!, {
              [step.kind]: step.agreed,
              words: 'May we?',
              way: 'email',
            })
          } else if (step.do === 'rule') {
            rule[step.kind] = step.as
            await setRule(store, accountId, { opens: rule.opens!, clicks: rule.clicks! })
          } else if (step.do === 'erase') {
            await eraseOne(step.who)
            // That they declined comes back with the address, that they agreed does not.
            for (const of of KINDS) if (said[step.who]![of]) said[step.who]![of] = undefined
          } else if (step.do === 'import') {
            await importRow(step.who, step.row)
            const known = said[step.who]!
            const hasDeclined = KINDS.some(of => known[of] === false)
            for (const of of KINDS)
              if (step.row === 'declined') known[of] = false
              else if (step.row === 'agreed long ago') known[of] ??= true
              else if (!hasDeclined) known[of] = true
          } else if (step.do === 'send') {
            const { claimed, goes } = await send()
            emails.push(
              ids.map((id, i) => {
                const { opens, clicks } = asWritten(claimed.find(one => one.id === id)!.format)
                assert.deepEqual([opens, clicks], [as(i, 'opens'), as(i, 'clicks')])
                return { id, opens, clicks, counts: { opens: true, clicks: true } }
              }),
            )
            if (step.who !== undefined) {
              const agreed = step.agreed!
              const given = { opens: agreed, clicks: agreed, words: 'May we?' }
              await answer(store, accountId, ids[step.who]!, { ...given, way: 'email' })
              for (const of of KINDS) said[step.who]![of] = agreed
            }
            assert.equal((await goes()).length, PEOPLE)
            // In a rate is who was measured when the email was written, and is at the hand-over.
            const unmeasured = await ask(
              `select coalesce(opens_unmeasured, false), coalesce(clicks_unmeasured, false)
               from deliveries where account_id = ${accountId} and source_id = ${emails.length}
               order by id`,
            )
            for (const [i, email] of emails.at(-1)!.entries())
              for (const of of KINDS)
                email.counts[of] = email[of] === 'person' && as(i, of) === 'person'
            assert.deepEqual(
              unmeasured,
              emails
                .at(-1)!
                .toSorted((one, other) => one.id - other.id)
                .map(({ counts }) => KINDS.map(of => (counts[of] ? 'f' : 't'))),
            )
          } else {
            const sourceId = (step.sending % emails.length) + 1
            const email = emails[sourceId - 1]![step.who]!
            const composed = email[step.kind]
            if (composed === 'none') continue
            const own = composed === 'person'
            const deliveryId = own ? email.id : 0
            const view = step.kind === 'opens'
            at += 60_000
            await hit({
              sourceId,
              deliveryId,
              kind: view ? 'view' : 'click',
              link: view ? 0 : 1,
              at,
            })
            await fold()
            // Of who is erased nothing is known but the rule; the number names nobody.
            const isGone = email.id !== ids[step.who]
            const [[isChecked]] = (await ask(
              `select measuring_checked from tenants where account_id = ${accountId}`,
            )) as unknown as [[string]]
            const ofNobody =
              isChecked === 'f' ? 'person' : rule[step.kind] === 'none' ? 'none' : 'total'
            const asked = isGone ? ofNobody : as(step.who, step.kind)
            const isOut = asked === 'person' && !isGone && !email.counts[step.kind]
            const now = own && !isOut ? asked : 'total'
            if (now === 'none') continue
            expected.push(`${step.kind} ${sourceId} ${now === 'person' ? deliveryId : '-'}`)
          }
        }
        const rows = (await ask(
          `select kind, source_id, delivery_id from hits where account_id = ${accountId}
             and reason <> 'click'`,
        )) as unknown as (string | null)[][]
        assert.deepEqual(
          rows
            .map(
              ([of, source, person]) =>
                `${of === 'view' ? 'opens' : 'clicks'} ${source} ${person ?? '-'}`,
            )
            .sort(),
          expected.sort(),
        )
        // Every numerator is a part of its denominator, also of opens that clicks imply.
        const outside = await ask(
          `select e.source_id, e.delivery_id from engagements e join deliveries d
             on d.account_id = e.account_id and d.source_kind = 1 and d.source_id = e.source_id
             and d.id = e.delivery_id
           where e.account_id = ${accountId}
             and ((d.opens_unmeasured and e.views > 0) or (d.clicks_unmeasured and e.clicks > 0))`,
        )
        assert.deepEqual(outside, [])
        await ask(`update deliveries set state = 'accepted' where account_id = ${accountId}`)
        const sendingIds = emails.map((_, at) => at + 1)
        for (const { opens, clicks, measured } of (
          await figuresOf(store, accountId, sendingIds, false)
        ).values()) {
          assert.ok(opens.people! <= measured.opens)
          assert.ok(clicks.people! <= measured.clicks)
        }
        const named = await ask(
          `select delivery_id from hits where account_id = ${accountId} and reason = 'click'
           except select delivery_id from hits where account_id = ${accountId} and kind = 'click'`,
        )
        assert.deepEqual(named, [])
      }),
      { numRuns: 25 },
    )
  })

  test('of who declined between claim and hand-over, or while the click waited, are not kept', async () => {
    const { store, accountId, ids, send, hit, fold, ask, totals } = await measured()
    const [declining, reading] = ids as [number, number]
    const { sendingId, claimed, goes } = await send()
    // The email is composed with pixel and links.
    assert.deepEqual(
      claimed.map(({ format }) => format.split(' ').length),
      [1, 1, 1],
    )
    await answer(store, accountId, declining, {
      opens: false,
      clicks: false,
      words: '',
      way: 'email',
    })
    assert.equal((await goes()).length, PEOPLE)
    const unmeasured = await ask(
      `select id from deliveries where account_id = ${accountId} and opens_unmeasured
         and clicks_unmeasured`,
    )
    assert.deepEqual(unmeasured, [[String(declining)]])
    for (const deliveryId of [declining, reading])
      for (const kind of ['view', 'click'] as const)
        await hit({ sourceId: sendingId, deliveryId, kind, link: kind === 'view' ? 0 : 1 })
    // The click of the other one is in the queue.
    await answer(store, accountId, reading, { clicks: false, words: '', way: 'email' })
    await fold()
    assert.deepEqual(await totals(sendingId), ['view 0: 1 1 1'])
    const left = await ask(
      `select delivery_id, kind from hits where account_id = ${accountId}
       union all select delivery_id, 'engaged' from engagements where account_id = ${accountId}
       union all select delivery_id, 'link' from clicked_links where account_id = ${accountId}`,
    )
    assert.deepEqual(left, [
      [String(reading), 'view'],
      [String(reading), 'engaged'],
    ])
    const waiting = await ask(`select 1 from hit_arrivals where account_id = ${accountId}`)
    assert.deepEqual(waiting, [])
  })

  test('a batch that arrives twice is counted once, though its first hit was not kept', async () => {
    const { store, accountId, ids, send, hit, fold, ask, totals } = await measured()
    const { goes, sendingId } = await send()
    await goes()
    await answer(store, accountId, ids[0]!, {
      opens: false,
      clicks: false,
      words: '',
      way: 'email',
    })
    await Promise.all(ids.map(deliveryId => hit({ sourceId: sendingId, deliveryId })))
    const copy = await ask(
      `select to_jsonb(h)::text from hit_arrivals h where account_id = ${accountId}`,
    )
    await fold()
    for (const [row] of copy as unknown as string[][])
      await ask(
        `insert into hit_arrivals select * from jsonb_populate_record(null::hit_arrivals, '${row}')`,
      )
    await fold()
    assert.deepEqual(await totals(sendingId), ['view 0: 2 2 2'])
  })
})

/**
 * Lists of addresses by kind, as programs walk through them: a page reads its own rows, however
 * many others its account has.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import type { Db } from '../../../src/db/db.ts'
import type { Statement } from '../../../src/db/statement.ts'
import { bouncesOf } from '../../../src/domain/bounces/bounces.sql.ts'
import { optOuts } from '../../../src/domain/opt-outs/opt-outs.sql.ts'
import { newAccount, type TestAccount } from '../../support/account.ts'

const OTHERS = 20_000

let shop: TestAccount
let client: pg.Client

async function fill(): Promise<void> {
  shop = await newAccount()
  client = new pg.Client(shop.service.connection)
  await client.connect()
  const moment = `now() - make_interval(secs => ${OTHERS} - i)`
  await client.query(
    `insert into opt_outs (account_id, id, subscriber_id, email, email_key, reason, created_at)
     select $1, i, i, 'p' || i || '@x.test', 'p' || i || '@x.test',
       case i when 5 then 'complaint' when 9 then 'imported: complaint' else 'link' end, ${moment}
     from generate_series(1, ${OTHERS}) i`,
    [shop.account.id],
  )
  await client.query(
    `insert into bounces (account_id, id, source_kind, source_id, email, kind, class, rule,
       identity, received_at)
     select $1, i, 3, 1, 'p' || i || '@x.test', case i when 5 then 'blocked' else 'soft' end,
       'x', 'x', 'x', ${moment}
     from generate_series(1, ${OTHERS}) i`,
    [shop.account.id],
  )
  await client.query('analyze opt_outs, bounces')
}

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Rows of a table that a plan has looked at, those of its indexes too. */
const readIn = (plan: Plan, table: string): number =>
  (plan['Relation Name'] === table
    ? plan['Actual Loops'] * (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0))
    : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + readIn(one, table), 0)

/** What a query answers, and how many rows of a table it reads for it. */
async function measured<Row>(
  table: string,
  query: (db: Db) => Promise<Row[]>,
): Promise<{ found: Row[]; read: number }> {
  const sent: [Statement, unknown[]][] = []
  const { store } = shop.service
  const found = await query({
    ...store,
    run(statement: Statement, values: unknown[]) {
      sent.push([statement, values])
      return store.run(statement, values)
    },
  } as Db)
  assert.equal(sent.length, 1)
  const [{ text }, values] = sent[0]!
  const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
  return { found, read: readIn(rows[0]['QUERY PLAN'][0].Plan, table) }
}

const FEW = 100

describe('a page of addresses reads its own rows', () => {
  before(fill)
  after(() => client.end())

  const pageOf = (complaints: boolean | null) =>
    measured('opt_outs', db =>
      optOuts(db, {
        accountId: shop.account.id,
        from: '-infinity',
        until: 'infinity',
        beforeTime: 'infinity',
        beforeId: 0,
        complaints,
        size: 50,
      }),
    )

  test('of complaints among opt-outs', async () => {
    const { found, read } = await pageOf(true)
    assert.deepEqual(
      found.map(({ email }) => email),
      ['p9@x.test', 'p5@x.test'],
    )
    assert.ok(read <= FEW, `${read}`)
  })

  test('of the other opt-outs', async () => {
    for (const complaints of [false, null]) {
      const { found, read } = await pageOf(complaints)
      assert.equal(found.length, 50)
      assert.ok(read <= FEW, `${read}`)
    }
  })

  test('of blocks among bounces, and of bounces of an address', async () => {
    const most = { accountId: shop.account.id, beforeTime: 'infinity', beforeId: 0, most: 50 }
    const all = { ...most, emailKey: null, kind: null, sendingId: null, since: '-infinity' }
    for (const [given, emails] of [
      [{ kind: 'blocked' }, ['p5@x.test']],
      [{ kind: 'blocked', emailKey: 'p5@x.test' }, ['p5@x.test']],
      [{ kind: 'blocked', emailKey: 'p6@x.test' }, []],
      [{ emailKey: 'p6@x.test' }, ['p6@x.test']],
    ] as const) {
      const { found, read } = await measured('bounces', db => bouncesOf(db, { ...all, ...given }))
      assert.deepEqual(
        found.map(({ email }) => email),
        emails,
      )
      assert.ok(read <= FEW, `${JSON.stringify(given)}: ${read}`)
    }
  })
})

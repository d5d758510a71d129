/** Shadow mode: imports followed to their end, and changes that a copy has brought. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../src/db/db.ts'
import * as shadows from '../../src/domain/shadow/shadow.sql.ts'
import { type Shadow, startShadow } from '../../src/moving/shadow/shadow.ts'
import { newAccount } from '../support/account.ts'
import { clientOf, type TestService, testService, USERNAME } from './two-services.ts'

const ask = async (store: Store, text: string, values: unknown[]) =>
  (await store.run({ name: '', text, again: false }, values)).rows

describe('an import that both services took', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-shadow-'))
  let old: TestService
  let here: TestService
  let shadow: Shadow
  before(async () => {
    ;[old, here] = await Promise.all([testService(), testService()])
    shadow = await startShadow({
      db: here.store,
      accountId: here.accountId,
      username: USERNAME,
      oldUrl: old.url,
      newUrl: here.url,
      host: '127.0.0.1',
      port: 0,
      journalPath: join(folder, 'shadow.journal'),
      maxBody: 1 << 20,
      applySends: false,
      beatMillis: 50,
      note: () => {},
    })
  })
  after(async () => {
    await shadow.close()
    await Promise.all([old.close(), here.close()])
    rmSync(folder, { recursive: true, force: true })
  })

  const waiting = async () =>
    (await shadows.findShadow(here.store, { accountId: here.accountId }))!.waiting

  /** Nobody works on imports here: they end by hand, the newest last. */
  const end = async ({ store, accountId }: TestService, states: number[]) => {
    const text = 'select id from imports where account_id = $1 order by id desc limit 2'
    const rows = await ask(store, text, [accountId])
    for (const [i, [id]] of rows.reverse().entries())
      await ask(
        store,
        `update imports set state = $3::smallint, position = 7, rejected = $4,
           refusal = case when $3::smallint = 3 then 'not allowed' end
         where account_id = $1 and id = $2`,
        [accountId, id, states[i], states[i] === 3 ? 7 : 0],
      )
  }

  test('and that ended otherwise here is a difference, with its counts', async () => {
    const through = clientOf(`http://127.0.0.1:${shadow.port}/externalapiservice.asmx`)
    const list = { name: 'Imported', fromName: 'Shop', fromEmail: 'shop@example.test' }
    const listId = await through.InsertMailingList(list)
    // More rows than are applied before the answer.
    const rows = Array.from(
      { length: 600 },
      (_, n) => `<Subscriber><Email>p${n}@example.test</Email></Subscriber>`,
    )
    const xml = `<Subscribers>${rows.join('')}</Subscribers>`
    const queue = () => through.AddSubscribersFromXmlToQueue({ listId, mapNames: false, xml })
    const imports = [await queue(), await queue()]
    const made = 'select 1 from imports where account_id = $1'
    while ((await ask(here.store, made, [here.accountId])).length < 2) await pause(20)
    await end(old, [2, 2])
    await end(here, [2, 3])
    while ((await waiting()) !== 0) await pause(20)
    const { accountId, store } = here
    let found = await shadows.differencesOfShadow(store, { accountId })
    for (; found.length === 0; found = await shadows.differencesOfShadow(store, { accountId }))
      await pause(20)
    assert.equal(found.length, 1)
    assert.equal(found[0]?.difference, 'an import: old completed, here failed')
    assert.match(
      found[0].example,
      new RegExp(`^old ${imports[1]}, here \\d+: 0 of 7 rows taken, 7 rejected; not allowed$`),
    )
    const calls = await shadows.callsOfShadow(store, { accountId })
    assert.equal(calls.find(row => /Xml/.test(row.operation))?.differing, 1)
  })
})

test('a copy that began after a missed change, and is finished, settles it', async () => {
  const { account, service } = await newAccount()
  const { store } = service
  const accountId = account.id
  await shadows.openShadow(store, { accountId, oldUrl: 'http://old.example.test' })
  await shadows.addShadowCalls(store, {
    accountId,
    operations: ['DeleteSubscription'],
    programs: ['p'],
    missed: [1],
    calls: [0],
    compared: [0],
    differing: [0],
    leftOut: [0],
    failed: [0],
  })
  const copied = async (begun: string, finished: string) => {
    await ask(
      store,
      `insert into moves (account_id, old_url, old_username, begun_at, finished_at)
        values ($1, 'http://old.example.test', 'shop', ${begun}, ${finished})
        on conflict (account_id) do update set
          begun_at = excluded.begun_at, finished_at = excluded.finished_at`,
      [accountId],
    )
    const [row] = await shadows.callsOfShadow(store, { accountId })
    return [row?.missed, row?.brought]
  }
  assert.deepEqual(await copied("now() - interval '1 minute'", 'now()'), [1, 0])
  assert.deepEqual(await copied('now()', 'null'), [1, 0])
  assert.deepEqual(await copied('now()', 'now()'), [0, 1])
})

/** The outbox of emails whose addresses get words: nothing is lost, and nothing of the erased. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atomically, type Tx } from '../../../src/db/db.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import {
  addAddressWords,
  addressesWithoutWords,
  oldestNoted,
  takeNoted,
} from '../../../src/domain/transactions/emails/email-words.sql.ts'
import {
  noteClaimed,
  writeAddressWords,
} from '../../../src/domain/transactions/emails/email-words.ts'
import { newAccount } from '../../support/account.ts'
import { newProject } from '../../support/projects.ts'
import { until } from '../../support/until.ts'

async function setUp() {
  const account = await newAccount()
  const project = await newProject(account, {})
  const { store } = account.service
  const accountId = account.account.id
  const ask = async (text: string, values: unknown[] = []) =>
    (await store.withClient(client => client.query(text, [accountId, ...values]))).rows
  let notes = 0
  return {
    store,
    accountId,
    ask,
    /** Emails to these addresses, noted as by one claim. */
    async noted(ids: number[], emails: string[]) {
      const claimed = ids.map((id, i) => ({ id, email: emails[i]! }))
      for (const { id, email } of claimed)
        await ask(
          `insert into transactions (account_id, id, project_id, email, email_key, send_at)
           values ($1, $2, $3, $4::text, lower($4::text), now())`,
          [id, project.id, email],
        )
      const claimId = `00000000-0000-4000-8000-${String(++notes).padStart(12, '0')}`
      await noteClaimed(store, accountId, claimId, claimed)
    },
    words: async (target: string): Promise<string[]> =>
      (
        await ask(
          'select word from transaction_words where account_id = $1 and target = $2 order by word',
          [target],
        )
      ).map(({ word }) => word),
    waiting: async (): Promise<boolean> => (await oldestNoted(store, { accountId })) !== undefined,
  }
}

/** Erasing, at a lock. */
const WAITING = `select from pg_stat_activity where datname = current_database()
  and wait_event_type = 'Lock' and $1::bigint > 0`

/** Runs `work` in a transaction that stays open until it is told how to end. */
async function held(store: Parameters<typeof atomically>[0], work: (tx: Tx) => Promise<unknown>) {
  const { promise: ending, resolve, reject } = Promise.withResolvers<void>()
  const { promise: done, resolve: worked, reject: failed } = Promise.withResolvers<void>()
  const ended = atomically(store, async tx => {
    await work(tx).then(() => worked(), failed)
    await ending
  })
  ended.catch(() => {})
  await done
  return {
    async commit() {
      resolve()
      await ended
    },
    async fail() {
      reject(new Error('killed'))
      await assert.rejects(ended, /killed/)
    },
  }
}

test('words are written once for each address, and again where a worker was killed', async () => {
  const { store, accountId, ask, noted, words, waiting } = await setUp()
  await noted([1, 2, 3], ['Anna.Berg@firm.example', 'anna.berg@firm.example', 'x.ek@firm.example'])
  assert.deepEqual(
    (await ask('select ids from email_word_outbox where account_id = $1'))[0].ids,
    [2, 3],
  )
  const killed = await held(store, tx => takeNoted(tx, { accountId, most: 5 }))
  assert.equal(await writeAddressWords(store, accountId), false, 'another worker has it')
  await killed.fail()
  assert.equal(await waiting(), true)
  assert.equal(await writeAddressWords(store, accountId), true)
  assert.deepEqual(await words('anna.berg@firm.example'), ['anna.berg', 'berg', 'firm.example'])
  assert.deepEqual(await words('x.ek@firm.example'), ['ek', 'firm.example', 'x.ek'])
  assert.equal(await waiting(), false)
  assert.equal(await writeAddressWords(store, accountId), false)
  const versions =
    'select word, target, xmin from transaction_words where account_id = $1 order by 1'
  const before = await ask(versions)
  await noted([4], ['anna.berg@firm.example'])
  assert.equal(await waiting(), false, 'this process has noted the address')
  await ask(
    `insert into email_word_outbox (account_id, id, ids)
     values ($1, '00000000-0000-4000-8000-00000000000a', '{4, 1, 99}')`,
  )
  assert.equal(await writeAddressWords(store, accountId), true)
  assert.deepEqual(await ask(versions), before)
})

test('a step takes the oldest claims, and so many', async () => {
  const { store, accountId, ask, noted } = await setUp()
  for (let n = 1; n <= 4; n++) await noted([n], [`p${n}@firm.example`])
  assert.equal(await writeAddressWords(store, accountId), true)
  const left = await ask('select ids from email_word_outbox where account_id = $1 order by ids')
  assert.deepEqual(
    left.map(({ ids }) => ids),
    [[3], [4]],
  )
})

test('no words are left of who is erased meanwhile', async () => {
  const { store, accountId, ask, noted, words } = await setUp()
  const gone = 'gone.person@firm.example'
  await noted([1, 2], [gone, gone])
  const row = { id: 2, word: 'gone.person', target: gone }
  const given = { accountId, ids: [row.id], words: [row.word], targets: [row.target] }
  // A worker that has read the address before, and writes after.
  let wrote = -1
  await atomically(store, async tx => {
    const found = await addressesWithoutWords(tx, { accountId, ids: [1, 2] })
    assert.deepEqual(found, [{ id: 1, emailKey: gone }])
    await erase(store, accountId, gone)
    wrote = await addAddressWords(tx, given)
  })
  assert.equal(wrote, 0)
  assert.equal(await writeAddressWords(store, accountId), true)
  assert.deepEqual(await words(gone), [])

  // One that has written them and not yet committed: erasing waits for it.
  const late = 'late.person@firm.example'
  await noted([3], [late])
  const writing = await held(store, tx =>
    addAddressWords(tx, { ...given, ids: [3], targets: [late] }),
  )
  const erasing = erase(store, accountId, late)
  await until(async () => (await ask(WAITING)).length > 0)
  await writing.commit()
  await erasing
  assert.equal(await writeAddressWords(store, accountId), true)
  assert.deepEqual(await words(late), [])
})

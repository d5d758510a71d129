/** The outbox of emails that get words: nothing is lost, and nothing of the erased. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atomically, type Tx } from '../../../src/db/db.ts'
import { erase } from '../../../src/domain/privacy/erase.ts'
import {
  addAddressWords,
  addressesWithoutWords,
  addSubjectWords,
  oldestNoted,
  takeNoted,
} from '../../../src/domain/transactions/emails/email-words.sql.ts'
import {
  noteClaimed,
  writeNotedWords,
} from '../../../src/domain/transactions/emails/email-words.ts'
import { insertEmail } from '../../../src/domain/transactions/emails/insert-email.ts'
import { createEmailPreparer } from '../../../src/domain/transactions/emails/prepare-email.ts'
import { newAccount } from '../../support/account.ts'
import { newProject } from '../../support/projects.ts'
import { until } from '../../support/until.ts'

async function setUp() {
  const account = await newAccount()
  const project = await newProject(account, { fromEmail: 'shop@example.test' })
  const { store } = account.service
  const accountId = account.account.id
  const ask = async (text: string, values: unknown[] = []) =>
    (await store.withClient(client => client.query(text, [accountId, ...values]))).rows
  let notes = 0
  return {
    store,
    accountId,
    project,
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
  assert.equal(await writeNotedWords(store, accountId), false, 'another worker has it')
  await killed.fail()
  assert.equal(await waiting(), true)
  assert.equal(await writeNotedWords(store, accountId), true)
  assert.deepEqual(await words('anna.berg@firm.example'), ['anna.berg', 'berg', 'firm.example'])
  assert.deepEqual(await words('x.ek@firm.example'), ['ek', 'firm.example', 'x.ek'])
  assert.equal(await waiting(), false)
  assert.equal(await writeNotedWords(store, accountId), false)
  const versions =
    'select word, target, xmin from transaction_words where account_id = $1 order by 1'
  const before = await ask(versions)
  await noted([4], ['anna.berg@firm.example'])
  assert.equal(await waiting(), false, 'this process has noted the address')
  await ask(
    `insert into email_word_outbox (account_id, id, ids)
     values ($1, '00000000-0000-4000-8000-00000000000a', '{4, 1, 99}')`,
  )
  assert.equal(await writeNotedWords(store, accountId), true)
  assert.deepEqual(await ask(versions), before)
})

test('a step takes the oldest notes, of so many emails', async () => {
  const { store, accountId, ask } = await setUp()
  const sizes = [400, 600, 1, 2_000, 1]
  for (const [n, size] of sizes.entries())
    await ask(
      `insert into email_word_outbox (account_id, claimed_at, id, ids)
       values ($1, now() - make_interval(secs => $2), gen_random_uuid(), array_fill(9, array[$3::int]))`,
      [100 - n, size],
    )
  const left = async () =>
    (
      await ask(
        'select cardinality(ids) as size from email_word_outbox where account_id = $1 order by claimed_at',
      )
    ).map(({ size }) => size)
  for (const taken of [2, 3, 4, 5]) {
    assert.equal(await writeNotedWords(store, accountId), true)
    assert.deepEqual(await left(), sizes.slice(taken))
  }
})

test('an email is noted as it is inserted, and its subject gets words unless it is erased', async () => {
  const { store, accountId, project, ask, words, waiting } = await setUp()
  const given = async (address: string, subject: string) => {
    const email = {
      to: [{ address, name: '' }],
      cc: [],
      bcc: [],
      from: undefined,
      replyTo: undefined,
      subject,
      html: '',
      text: 'Hello',
      headers: {},
      attachments: [],
      project: String(project.id),
      identifier: `about ${address}`,
      // Words do not wait for the email.
      sendAt: new Date('2099-01-01'),
      trackOpens: false,
      tags: [],
      metadata: {},
    }
    const ready = await createEmailPreparer(store, accountId)(email)
    return (await insertEmail(store, accountId, ready)).id
  }
  const kept = await given('kept@firm.example', 'Räkning nummer 7')
  const gone = await given('gone@firm.example', 'Personlig rubrik')
  assert.deepEqual(await words(String(kept)), [])
  await erase(store, accountId, 'gone@firm.example')
  const killed = await held(store, tx => takeNoted(tx, { accountId, most: 5 }))
  await killed.fail()
  assert.equal(await writeNotedWords(store, accountId), true)
  assert.deepEqual(await words(String(kept)), ['7', 'nummer', 'rakning'])
  assert.deepEqual(await words(String(gone)), [])
  assert.equal(await waiting(), false)
  assert.equal(await given('kept@firm.example', 'Räkning nummer 7'), kept)
  assert.equal(await waiting(), false, 'a repeated call notes nothing')

  // A worker that has written words and not yet committed: erasing waits for it, and removes them.
  const late = await given('late@firm.example', 'Sen rubrik')
  const row = { accountId, ids: [late], words: ['rubrik'] }
  const writing = await held(store, tx => addSubjectWords(tx, row))
  const erasing = erase(store, accountId, 'late@firm.example')
  await until(async () => (await ask(WAITING)).length > 0)
  await writing.commit()
  await erasing
  assert.deepEqual(await words(String(late)), [])
  assert.equal(await addSubjectWords(store, row), 0)
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
  assert.equal(await writeNotedWords(store, accountId), true)
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
  assert.equal(await writeNotedWords(store, accountId), true)
  assert.deepEqual(await words(late), [])
})

/**
 * An import whose workers are killed without warning, ten times at random moments: the store at the
 * end is that of an undisturbed import. Real processes, fetching over HTTP; two of them work at the
 * same time.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addAccount } from '../../src/domain/accounts/add-account.ts'
import { importProgress, importRejects, peopleOf } from '../../src/domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { undoImport } from '../../src/domain/imports/undo-import.ts'
import { makeList } from '../../src/domain/lists/add-list.ts'
import { optOut } from '../../src/domain/opt-outs/opt-out.ts'
import { subscribe } from '../../src/domain/subscribers/subscribe.ts'
import { temporaryStore } from '../support/database.ts'
import { type FileServer, fileServer, whole } from '../support/file-server.ts'
import { ended } from '../support/imports.ts'
import { databaseUrl, startWorker, type WorkerProcess } from '../support/worker-process.ts'

const KILLS = 10
const ROWS = 80_000 * Number(process.env.TEST_SCALE ?? 1)
const LEASE_SECONDS = 2

let opened: Awaited<ReturnType<typeof temporaryStore>>
let files: FileServer
let dataDir: string
before(async () => {
  opened = await temporaryStore()
  files = await fileServer()
  dataDir = await mkdtemp(join(tmpdir(), 'pennypost-kill-'))
})
after(async () => {
  await files.close()
  await opened.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const worker = (): WorkerProcess =>
  startWorker({
    DATABASE_URL: databaseUrl(opened.connection),
    DATA_DIR: dataDir,
    SECRET_KEY: 'the secret key of the tests, long enough',
    FETCH_ALLOW: '127.0.0.1',
    LEASE_SECONDS: String(LEASE_SECONDS),
  })

/**
 * One row in five repeats an address, one in fifty can't be used, and some people are known or have
 * opted out.
 */
function text(): string {
  const rows: string[] = []
  for (let i = 0; i < ROWS; i++) {
    const n = i % 5 === 4 ? Math.imul(i, 7919) % i : i
    const email = i % 50 === 49 ? 'nobody' : `p${Math.abs(n)}@x.test`
    rows.push(
      `${email};Name ` +
        `${i};${i % 3 === 0 ? 'text' : 'html'};${'d'.repeat(i % 40)};${i};;"a;b";${i % 7}`,
    )
  }
  return `${rows.join('\n')}\n`
}

async function accountOf(username: string) {
  const { id: accountId } = (await addAccount(opened.store, {
    username,
    password: 'correct horse battery staple',
  }))!
  const list = {
    name: 'All',
    fromName: 'S',
    fromEmail: 's@example.test',
    description: '',
    characterSet: '',
  }
  const listId = await makeList(opened.store, accountId, list)
  for (let i = 0; i < 200; i += 2)
    await subscribe(opened.store, accountId, listId, {
      email: `P${i * 150}@x.test`,
      name: 'Known',
      format: 'text',
      countryCode: '46',
      phone: '',
    })
  for (let i = 0; i < 50; i++)
    await optOut(opened.store, accountId, {
      email: `p${i * 601}@x.test`,
      reason: '',
      listText: '',
      sendingText: '',
    })
  return { accountId, listId }
}

/** Everything but ids and times. */
async function stored(accountId: number, importId: number) {
  const digest = async (query: string) => {
    const { rows } = await opened.store.run(
      {
        name: '',
        text: `select md5(string_agg(t::text, '|' order by t::text)), count(*) from (${query}) t`,
        again: true,
        deadline: 'long',
      },
      [accountId],
    )
    return rows[0]
  }
  const progress = (await importProgress(opened.store, accountId, importId))!
  const {
    position,
    inserted,
    updated,
    unchanged,
    repeated,
    subscribed,
    rejected,
    rejectedBy,
    state,
  } = progress
  const rejects: string[] = []
  for await (const part of importRejects(opened.store, accountId, importId))
    for (const { line, reason, raw } of part) rejects.push(`${line} ${reason} ${raw}`)
  return {
    counts: {
      position,
      inserted,
      updated,
      unchanged,
      repeated,
      subscribed,
      rejected,
      rejectedBy,
      state,
    },
    people: await digest(
      'select email_key, email, name, format, country_code, phone, fields, opted_out_at is ' +
        'null from subscribers where account_id = $1',
    ),
    lists: await digest(
      'select p.email_key, s.list_id from subscriptions s join subscribers p on ' +
        'p.account_id = s.account_id and p.id = s.subscriber_id where s.account_id = $1',
    ),
    oldValues: await digest(
      'select p.email_key, o.name, o.fields from import_old_values o join subscribers p on ' +
        'p.account_id = o.account_id and p.id = o.subscriber_id where o.account_id = $1',
    ),
    rejects: rejects.sort(),
  }
}

describe('an import whose workers are killed', () => {
  test('ends as an undisturbed one does, and can be undone', async t => {
    const url = files.serve('/people.csv', whole(text()))
    const [calm, stormy] = [await accountOf('calm'), await accountOf('stormy')]
    const queue = ({ accountId, listId }: typeof calm) =>
      queueImport(opened.store, accountId, { listId, source: { url }, options: PLAIN_CSV })

    const stormId = await queue(stormy)
    let unfinished = 0
    const reached: number[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const fence = await fenceOf(stormy.accountId, stormId)
      const position = await positionOf(stormy.accountId, stormId)
      const [one, two] = [worker(), worker()]
      // From the moment that one of them has taken the import on.
      while (
        (await fenceOf(stormy.accountId, stormId)) === fence &&
        (await stateOf(stormy.accountId, stormId)) < 2
      )
        await pause(10)
      // Half of them just then, the others while batches are being applied.
      const still = async () =>
        (await positionOf(stormy.accountId, stormId)) === position &&
        (await stateOf(stormy.accountId, stormId)) < 2
      while (kill % 2 === 1 && (await still())) await pause(10)
      await pause(Math.random() * 300)
      await Promise.all([one.kill(), two.kill()])
      if ((await stateOf(stormy.accountId, stormId)) < 2) unfinished++
      reached.push(await positionOf(stormy.accountId, stormId))
    }
    t.diagnostic(`rows applied at each kill: ${reached.join(', ')}`)
    assert.ok(unfinished >= 5, `only ${unfinished} kills came before the end`)
    const last = worker()
    const calmId = await queue(calm)
    await ended(opened.store, calm.accountId, calmId, 300_000)
    await ended(opened.store, stormy.accountId, stormId, 300_000)
    await last.stop()
    const expected = await stored(calm.accountId, calmId)
    assert.equal(expected.counts.state, 2)
    assert.deepEqual(await stored(stormy.accountId, stormId), expected)
    assert.ok(peopleOf((await importProgress(opened.store, calm.accountId, calmId))!) > ROWS / 2)

    // What the killed ones have left was cleared away at the next start, the rest at the end.
    assert.deepEqual(await readdir(join(dataDir, 'scratch')), [])
    const undone = await undoImport(opened.store, stormy.accountId, stormId, 30)
    assert.deepEqual(
      [undone.removed, undone.stayed, undone.changedSince],
      [expected.counts.inserted, 0, 0],
    )
    assert.equal(undone.restored, Number(expected.oldValues![1]))
  })
})

async function fenceOf(accountId: number, importId: number): Promise<number> {
  const statement = {
    name: '',
    text: 'select fence from imports where account_id = $1 and id = $2',
    again: true,
  }
  return Number((await opened.store.run(statement, [accountId, importId])).rows[0]![0])
}

const positionOf = async (accountId: number, importId: number): Promise<number> =>
  (await importProgress(opened.store, accountId, importId))!.position

const stateOf = async (accountId: number, importId: number): Promise<number> =>
  (await importProgress(opened.store, accountId, importId))!.state

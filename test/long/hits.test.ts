/**
 * Two processes that answer recipients, on one store: every hit is counted once; and hits answered
 * by a process before it was killed are there.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { linkToken, messageTokens } from '../../src/mail/links/links.ts'
import { type MacKey, macKey } from '../../src/mail/links/signing.ts'
import { wrongCounts } from '../domain/tracking/counts.ts'
import { freePort } from '../support/free-port.ts'
import { totalsOfSource } from '../support/hit-queries.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import {
  databaseUrl,
  startWorker,
  untilReady,
  type WorkerProcess,
} from '../support/worker-process.ts'

const PEOPLE = 200
const HITS = 4000 * Number(process.env.TEST_SCALE ?? 1)
const AT_ONCE = 32

let setup: Awaited<ReturnType<typeof sendingSetup>>
let key: MacKey
let env: Record<string, string>
const dataDir = mkdtempSync(join(tmpdir(), 'pennypost-hits-'))
before(async () => {
  setup = await sendingSetup(PEOPLE)
  const keys = await openKeys(setup.store, createSealer(SECRET))
  const { id, secret } = keys.newest()
  keys.close()
  key = macKey(id, secret)
  env = {
    DATABASE_URL: databaseUrl(setup.connection),
    DATA_DIR: dataDir,
    SECRET_KEY: SECRET,
    ROLES: 'web',
  }
})
after(async () => {
  await setup.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function startWeb(): Promise<WorkerProcess & { port: number }> {
  const port = await freePort()
  const web = startWorker({ ...env, PORT: String(port) })
  await untilReady(port)
  return { ...web, port }
}

/** Opens and clicks of everybody in turn; answers which were answered. */
async function visitAll(
  sendingId: number,
  portOf: (n: number) => number,
  count: number,
  onAnswer: (n: number) => void = () => {},
) {
  const ref = { accountId: setup.accountId, of: 'sending' as const, ofId: sendingId }
  const link = (number: number) => linkToken(key, ref, number, 'https://shop.example.test/')
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const headers = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
  }
  const answered = { view: 0, click: 0 }
  let sent = 0
  const get = (port: number, path: string) =>
    new Promise<boolean>(resolve => {
      http
        .get({ port, host: '127.0.0.1', path, agent, headers }, res => {
          res
            .resume()
            .on('end', () => resolve(res.statusCode === 200 || res.statusCode === 302))
            .on('error', () => resolve(false))
        })
        .on('error', () => resolve(false))
    })
  const visitor = async () => {
    while (sent < count) {
      const n = sent++
      const port = portOf(n)
      const { hit } = messageTokens({ ...ref, id: 1 + (n % PEOPLE) }, key)
      const kind = n % 3 === 0 ? 'click' : 'view'
      const path = kind === 'click' ? `/t/${link(1 + (n % 5))}/${hit}` : `/t/${hit}.gif`
      if (await get(port, path)) answered[kind]++
      onAnswer(n)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visitor))
  agent.destroy()
  return answered
}

async function counted(sendingId: number) {
  const { store, accountId } = setup
  await foldHits(store, accountId)
  assert.deepEqual(await wrongCounts(store, accountId), [])
  const [[implied]] = (await setup.ask(
    `select count(*) from hits where source_id = ${sendingId} and reason = 'click'`,
  )) as [[string]]
  const totals = await totalsOfSource(store, { accountId, sourceKind: 1, sourceId: sendingId })
  const byAll = (kind: string) =>
    totals.find(total => total.kind === kind && total.link === 0)?.byAll ?? 0
  return { view: byAll('view') - Number(implied), click: byAll('click') }
}

describe('two web processes', () => {
  test('count every hit once', async () => {
    const webs = await Promise.all([startWeb(), startWeb()])
    try {
      const answered = await visitAll(1, n => webs[n % 2]!.port, HITS)
      assert.equal(answered.view + answered.click, HITS)
      assert.deepEqual(await counted(1), answered)
    } finally {
      await Promise.all(webs.map(web => web.stop()))
    }
    assert.deepEqual(await setup.ask('select count(*) from hit_arrivals'), [['0']])
  })

  test('killed in the middle, have kept what they answered', async () => {
    const webs = await Promise.all([startWeb(), startWeb()])
    try {
      const [first, second] = webs
      let frozen = false
      let killed: Promise<void> | undefined
      // Frozen first, so that it has requests in hand when it is killed: with the next one to it,
      // which comes however many visitors wait for it already.
      const portOf = (n: number) => {
        if (n % 2 === 1 || killed) return second.port
        if (frozen) killed = first.kill()
        return first.port
      }
      const answered = await visitAll(2, portOf, HITS, n => {
        if (n < HITS / 2 || frozen) return
        frozen = true
        first.process.kill('SIGSTOP')
      })
      await killed
      const kept = await counted(2)
      for (const kind of ['view', 'click'] as const) {
        assert.ok(
          kept[kind] >= answered[kind],
          `${kept[kind]} of ${answered[kind]} answered were kept`,
        )
        // What was written and not answered any more.
        assert.ok(kept[kind] <= answered[kind] + AT_ONCE)
      }
      assert.ok(
        answered.view + answered.click < HITS,
        'nothing was lost: the process was killed too late',
      )
    } finally {
      await Promise.all(webs.map(web => web.stop()))
    }
  })
})

/**
 * What a hit that counts in total only leaves in the files of the store: nothing of its person, in
 * no encoding. On a server of its own, whose log and tables are searched byte by byte.
 */
import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createApp } from '../../src/app.ts'
import { openEmbedded } from '../../src/db/embedded/embedded.ts'
import { placeIn } from '../../src/db/embedded/place.ts'
import { openStore } from '../../src/db/open-store.ts'
import { openKeys } from '../../src/domain/keys/keys.ts'
import { setRule } from '../../src/domain/measuring/rule.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { foldHits } from '../../src/domain/tracking/fold-hits.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSealer } from '../../src/lib/secrets.ts'
import { type MessageRef, messageTokens } from '../../src/mail/links/links.ts'
import { dataOf, macKey } from '../../src/mail/links/signing.ts'
import { readConfig } from '../../src/settings/config.ts'
import { memoryFolder } from '../support/database.ts'
import { copyStore } from '../support/made-store.ts'
import { SECRET, sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

/** Numbers that nothing else in a store is. */
const UNASKED = 4_503_601_774_854_147
const AGREED = 4_503_599_627_370_881
const VISITOR = { 'user-agent': 'Mozilla/5.0 (X11; rv:140.0) Gecko Firefox/140.0 m4rk3d' }
const PAGE = 8192
const QUOTED = (quoted: string) => String.fromCharCode(Number.parseInt(quoted.slice(1), 16))

let server: Awaited<ReturnType<typeof startServer>>
before(async () => {
  server = await startServer()
})
after(() => server?.stop())

async function startServer() {
  const dataDir = mkdtempSync(join(memoryFolder(), 'pennypost-bytes-'))
  await copyStore(dataDir)
  appendFileSync(placeIn(dataDir).settings, 'autovacuum = off\n')
  // Without images of whole pages the log has what was written, and no neighbours of it.
  const embedded = await openEmbedded({ dataDir, durable: false, memoryBytes: 1024 ** 3 })
  const { connection } = embedded
  const store = openStore({ connection })
  const close = () => store.close()
  const setup = await sendingSetup(2, { store, connection, drop: close })
  const keys = await openKeys(store, createSealer(SECRET))
  const app = createApp({
    config: readConfig({ PORT: '0' }),
    store,
    sealer: createSealer(SECRET),
    keys,
    log: createLog({ level: 'silent' }),
  })
  const { port } = await app.listen()
  const { cluster } = placeIn(dataDir)
  const [[database]] = (await setup.ask(
    'select oid from pg_database where datname = current_database()',
  )) as [[string]]
  return {
    ...setup,
    keys,
    cluster,
    tables: join(cluster, 'base', database),
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      await app.close({ patienceMillis: 0 })
      keys.close()
      await setup.drop()
      await embedded.release()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

function countIn(bytes: Buffer, needle: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) count++
  return count
}

/** How often each is in the tables and indexes. */
function inTables(needles: ReadonlyMap<string, Buffer>): Map<string, number> {
  const counts = new Map([...needles.keys()].map(name => [name, 0]))
  for (const file of filesIn(server.tables)) {
    const bytes = readFileSync(file)
    for (const [name, needle] of needles)
      counts.set(name, counts.get(name)! + countIn(bytes, needle))
  }
  return counts
}

/** Where the next record of the log goes. */
async function logEnd(): Promise<{ file: string; offset: number }> {
  const [[file, offset]] = (await server.ask(
    'select file_name, file_offset from pg_walfile_name_offset(pg_current_wal_insert_lsn())',
  )) as [[string, string]]
  return { file, offset: Number(offset) }
}

/** The log between two places. A record goes on behind the header of the next page. */
function logOf(from: Awaited<ReturnType<typeof logEnd>>, to: typeof from): Buffer {
  const folder = join(server.cluster, 'pg_wal')
  const files = readdirSync(folder).filter(file => file >= from.file && file <= to.file)
  const parts = files.sort().flatMap(file => {
    const segment = readFileSync(join(folder, file))
    const begin = file === from.file ? from.offset : 0
    const end = file === to.file ? to.offset : segment.length
    const pages = Array.from({ length: Math.ceil(end / PAGE) }, (_, i) => i * PAGE)
    return pages.map(page => {
      const body = page + (page === 0 ? 40 : 24)
      return segment.subarray(Math.max(body, begin), Math.min(page + PAGE, end))
    })
  })
  return Buffer.concat(parts)
}

/** In what `work` writes: its log, and the tables after it, which had them before or not. */
async function written(needles: ReadonlyMap<string, Buffer>, work: () => Promise<unknown>) {
  await server.ask('checkpoint')
  const before = inTables(needles)
  const from = await logEnd()
  await work()
  const to = await logEnd()
  // Until then the end of the log may be in memory only.
  await server.ask('checkpoint')
  const log = logOf(from, to)
  const after = inTables(needles)
  const names = [...needles.keys()]
  return {
    bytes: log.length,
    inLog: names.filter(name => log.includes(needles.get(name)!)),
    inTables: names.filter(name => after.get(name)! > before.get(name)!),
  }
}

/** All that names the person, in each form that it might be kept in. */
function traces(id: number, email: string, ref: MessageRef): Map<string, Buffer> {
  const number = Buffer.alloc(8)
  number.writeBigInt64LE(BigInt(id))
  const found = new Map([
    ['id', number],
    ['id, as it is sent', Buffer.from(number).reverse()],
  ])
  const { id: keyId, secret } = server.keys.newest()
  const key = macKey(keyId, secret)
  const tokens = messageTokens({ ...ref, id }, key)
  const texts = { ...tokens, email, decimal: String(id), base36: id.toString(36) }
  for (const [name, text] of Object.entries(texts)) {
    const bytes = Buffer.from(text)
    found.set(name, bytes)
    found.set(`${name}, upper case`, Buffer.from(text.toUpperCase()))
    found.set(`${name}, UTF-16`, Buffer.from(text, 'utf16le'))
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      found.set(`${name}, ${encoding}`, Buffer.from(bytes.toString(encoding).replace(/=+$/, '')))
  }
  for (const group of ['links', 'mail']) {
    const tag = Buffer.from(key.mac(dataOf(group, tokens.message)), 'latin1')
    for (const at of [0, 10, 20]) found.set(`tag ${group} ${at}`, tag.subarray(at, at + 10))
  }
  return found
}

test('nothing in its files joins a hit in total only to its person; one that does is found', async () => {
  const { store, accountId, ask, send, startWorkers, origin } = server
  await setRule(store, accountId, { opens: 'total', clicks: 'total' })
  for (const [id, is] of [
    [1, UNASKED],
    [2, AGREED],
  ]) {
    await ask('update subscriptions set subscriber_id = $1 where subscriber_id = $2', [is, id])
    await ask('update subscribers set id = $1 where id = $2', [is, id])
  }
  await ask('update subscribers set opens_agreed = true, clicks_agreed = true where id = $1', [
    AGREED,
  ])
  const sink = await startSink({ keep: 2 })
  const workers = await startWorkers(sink.port)
  const sendingId = await send()
  await until(async () => (await sendingProgress(store, accountId, sendingId)).state === 'finished')
  await workers.stop()
  await sink.stop()
  const ref: MessageRef = { accountId, of: 'sending', ofId: sendingId, id: 0 }
  const one = traces(UNASKED, 'p1@example.test', ref)
  const other = traces(AGREED, 'p2@example.test', ref)
  /** Opens the email, follows its link and buys. */
  async function read(email: string): Promise<void> {
    const { bytes } = sink.messages.find(({ rcpts }) => rcpts[0]!.includes(`<${email}>`))!
    const text = bytes
      .toString()
      .replaceAll('=\r\n', '')
      .replace(/=(2E|3D)/g, QUOTED)
    const [, pixel] = /mail\.example\.test(\/t\/[^"/]+\.gif)"/.exec(text) ?? []
    const [, link] = /href="https:\/\/mail\.example\.test(\/t\/[^"]+)">look/.exec(text) ?? []
    const visit = (path: string | undefined) =>
      fetch(origin + path, { redirect: 'manual', headers: VISITOR })
    assert.equal((await visit(pixel)).status, 200)
    const target = new URL((await visit(link)).headers.get('location')!)
    const token = target.searchParams.get('pp')!
    const answer = await visit(`/c.gif?t=${token}&value=12.50&order=${sendingId}`)
    assert.equal(answer.status, 200)
    await foldHits(store, accountId, { holdSeconds: 0 })
  }
  const hits = () => ask("select kind, delivery_id from hits where reason <> 'click' order by 1, 2")
  // What is not about hits is written before: pages are frozen, so that reading changes none.
  await ask('vacuum freeze')

  const inTotal = await written(one, () => read('p1@example.test'))
  assert.deepEqual(await hits(), [
    ['click', null],
    ['view', null],
  ])
  assert.ok(inTotal.bytes > 500, `${inTotal.bytes} bytes of log`)
  assert.deepEqual([inTotal.inLog, inTotal.inTables], [[], []])

  // Of who agreed, the id.
  const personal = await written(other, () => read('p2@example.test'))
  assert.ok((await hits()).some(([, person]) => person === String(AGREED)))
  assert.deepEqual([personal.inLog, personal.inTables], [['id'], ['id']])

  // And each of the traces, wherever one is.
  await ask('create table left_behind (trace bytea)')
  const planted = await written(one, async () => {
    for (const trace of one.values())
      await ask(`insert into left_behind values (decode($1, 'hex'))`, [trace.toString('hex')])
  })
  const names = [...one.keys()]
  assert.deepEqual([planted.inLog, planted.inTables], [names, names])
})

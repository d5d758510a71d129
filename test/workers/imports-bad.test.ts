/**
 * Bad files and bad servers: each import ends as failed or with counted rejects, and harms no
 * other.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { KEPT_REJECTS } from '../../src/domain/files/file-work.ts'
import { sampleMatching } from '../../src/domain/filters/matching.ts'
import { conditionOf } from '../../src/domain/filters/save-filter.ts'
import { importProgress, importRejects } from '../../src/domain/imports/progress.ts'
import { PLAIN_CSV, queueImport } from '../../src/domain/imports/queue-import.ts'
import { trimImports } from '../../src/domain/imports/trim-imports.ts'
import { endless, type FileServer, fileServer, redirect, whole } from '../support/file-server.ts'
import { ended, type ImportSetup, importSetup } from '../support/imports.ts'
import { moved } from '../support/moved.ts'

/** In seconds. */
const DAY = 86_400

let setup: ImportSetup
let files: FileServer
// In a suite: a hook of the root would run for the tests of all files of its process.
describe('imports that go wrong', () => {
  before(async () => {
    setup = await importSetup({ pausesMillis: [] })
    files = await fileServer()
  })
  after(async () => {
    await setup.close()
    await files.close()
  })
  afterEach(() => assert.deepEqual(setup.worker.reported, []))

  let served = 0
  async function imported(bytes: string | Buffer, options = {}) {
    const url = files.serve(`/bad-${++served}`, whole(bytes))
    return fetched(url, options)
  }
  async function fetched(url: string, options = {}) {
    const { store, accountId, listId } = setup
    const importId = await queueImport(store, accountId, {
      listId,
      source: { url },
      options: { ...PLAIN_CSV, ...options },
    })
    return ended(store, accountId, importId)
  }

  describe('a file that can’t be read', () => {
    const bad: [string, string | Buffer, object, RegExp][] = [
      ['is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), {}, /looks like/],
      ['is a web page', '<!DOCTYPE html><html><body>Please sign in</body></html>', {}, /web page/],
      [
        'is an XML bomb',
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>',
        { kind: 'xml' },
        /XML|document type|DTD/i,
      ],
      ['is empty', '', {}, /no rows/],
      ['has no row that can be used', 'a;b\nc;d\n', {}, /No row of 2 could be used \(address: 2\)/],
    ]
    for (const [what, bytes, options, sentence] of bad)
      test(what, async () => {
        const { state, trouble, inserted } = await imported(bytes, options)
        assert.deepEqual([state, inserted], [3, 0])
        assert.match(trouble!, sentence)
      })
  })

  describe('rows that can’t be used', () => {
    test('are counted and kept with their lines; the others are applied', async () => {
      const rows = [
        `wide@bad.test;${'x;'.repeat(200)}`,
        `long@bad.test;N;html;${'x'.repeat(1_100_000)}`,
        'nul@bad.test;a\0b',
        'fine@bad.test;Fine',
        'control@bad.test;N;html;a\x07b',
        'open@bad.test;"never closed',
      ]
      const { state, id, inserted, rejectedBy, position } = await imported(`${rows.join('\n')}\n`)
      assert.deepEqual([state, inserted, position], [2, 1, rows.length])
      assert.equal(
        Object.values(rejectedBy).reduce((sum, count) => sum + count),
        rows.length - 1,
        JSON.stringify(rejectedBy),
      )
      const lines: number[] = []
      for await (const part of importRejects(setup.store, setup.accountId, id)) {
        for (const { line, raw } of part) {
          lines.push(line)
          assert.ok(Buffer.byteLength(raw) <= 4096)
        }
      }
      assert.deepEqual(lines, [1, 2, 3, 5, 6])
    })

    test('without end: the first hundred thousand are kept, the rest is counted', async () => {
      const many = KEPT_REJECTS + 20_000
      const { state, id, rejected, inserted } = await imported(
        `${'nobody;N\n'.repeat(many)}last@bad.test\n`,
      )
      assert.deepEqual([state, rejected, inserted], [2, many, 1])
      const [[kept, last]] = (await setup.ask(
        'select count(*), max(number) from import_rejects where account_id = $1 and import_id = $2',
        setup.accountId,
        id,
      )) as [[string, string]]
      assert.deepEqual([Number(kept), Number(last)], [KEPT_REJECTS, KEPT_REJECTS])
    })
  })

  describe('a server that means harm', () => {
    test('leads elsewhere, unpacks to no end: the import fails, and others beside it are done', async () => {
      const beside = imported('beside@bad.test;N\n')
      const inside = await fetched(
        files.serve('/inside', redirect('http://169.254.169.254/latest/meta-data')),
      )
      assert.equal(inside.state, 3)
      const file = await fetched(files.serve('/file', redirect('file:///etc/passwd')))
      assert.equal(file.state, 3)
      assert.equal((await beside).state, 2)
    })

    test('sends more than may be imported, plain or packed', async () => {
      const small = await importSetup({
        pausesMillis: [],
        fetching: { ...(await rulesOf()), maxBytes: 1 << 20 },
      })
      try {
        const zeros = gzipSync(Buffer.alloc(8 << 20, 'a@x.test\n'))
        for (const answer of [
          endless(Buffer.alloc(1 << 16, 'a')),
          whole(zeros, { 'content-encoding': 'gzip' }),
        ]) {
          const url = files.serve(`/more-${++served}`, answer)
          const source = { url }
          const importId = await queueImport(small.store, small.accountId, {
            listId: small.listId,
            source,
            options: PLAIN_CSV,
          })
          const { state, inserted } = await ended(small.store, small.accountId, importId)
          assert.deepEqual([state, inserted], [3, 0])
        }
      } finally {
        await small.close()
      }
    })
  })

  test('what an import leaves behind is cleared away when its time is over; its counts stay', async () => {
    const { store, accountId, ask } = setup
    const { id } = await setup.importText('trim@bad.test;N\nnobody\n')
    const changed = await setup.importText('trim@bad.test;Other\n')
    const young = await setup.importText('young@bad.test\nnobody\n')
    await ask(
      `update imports set created_at = ${moved('created_at', `-${31 * DAY}`)}, finished_at = ` +
        `${moved('finished_at', `-${31 * DAY}`)} where account_id = $1 and id = any ($2::int[])`,
      accountId,
      `{${id},${changed.id}}`,
    )
    while ((await trimImports(store, 30, new AbortController().signal)) > 0);
    const left = (table: string, of: number) =>
      ask(`select count(*) from ${table} where account_id = $1 and import_id = $2`, accountId, of)
    for (const table of ['import_rejects', 'import_old_values', 'import_documents'])
      for (const one of [id, changed.id]) assert.deepEqual(await left(table, one), [['0']], table)
    // When its people came stays, and who they are does not.
    const people = 'select distinct created, joined, met from import_parts where import_id = $1'
    assert.deepEqual(await ask(people, id), [['\\x', '\\x', '\\x']])
    const came = await conditionOf(store, accountId, `joined by import ${id}`)
    assert.deepEqual(
      (await sampleMatching(store, accountId, [came], 10)).map(({ email }) => email),
      ['trim@bad.test'],
    )
    assert.deepEqual(await left('import_rejects', young.id), [['1']])
    const progress = (await importProgress(store, accountId, id))!
    assert.deepEqual([progress.state, progress.inserted, progress.rejected], [2, 1, 1])
  })

  async function rulesOf() {
    const { fetchRules } = await import('../../src/start/fetch-rules.ts')
    const { readConfig } = await import('../../src/settings/config.ts')
    return fetchRules(readConfig({ FETCH_ALLOW: '127.0.0.1' }))
  }
})

/** `pennypost import`, run as a user runs it, without a worker unless said. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { lineOf } from '../../src/cli/progress-bar.ts'
import { csvCell } from '../../src/lib/csv-cell.ts'
import { spreadsheet } from '../support/spreadsheet.ts'
import { until } from '../support/until.ts'
import { sendingByCommand } from './sending-setup.ts'
import { pennypost } from './setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(4)
  // Its people have the first ids.
  await setup.rows("insert into counters (account_id, kind, next_id) values (1, 'subscriber', 100)")
})
after(() => setup.drop())

const people = () =>
  setup.rows(
    "select email, name, array_to_string(fields, '|') from subscribers where email !~ '^p' " +
      'order by 1',
  )

test('a wrong command line ends with 2', async () => {
  for (const args of [
    [],
    ['a.csv'],
    ['a.csv', '--list', 'x'],
    ['a.csv', '--list', '1', '--delimiter', ';;'],
    ['show', 'x'],
  ])
    assert.equal((await pennypost(['import', ...args])).code, 2, args.join(' '))
})

describe('import refuses', () => {
  test('a missing or unreadable file, and makes no import of it', async () => {
    const { fails, file, listId, folder, run } = setup
    await fails(['import', 'nowhere.csv', '--list', listId], /^There is no file nowhere\.csv\.\n$/)
    await fails(
      ['import', file('a.csv', 'a@x.example\n'), '--list', '999'],
      /^There is no list 999\. To see them: pennypost list list\n$/,
    )
    await fails(['import', 'ftp://x.example/a.csv', '--list', listId], /\n$/)
    await fails(
      ['import', 'a.csv', '--list', listId, '--quote', ';', '--delimiter', ';'],
      /have to be different characters/,
    )
    writeFileSync(join(folder, 'picture.csv'), Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'))
    await fails(
      ['import', 'picture.csv', '--list', listId, '--dry-run'],
      /^picture\.csv can't be read\. The file is not text: it looks like a picture \(PNG\)\.\n$/,
    )
    // A program that asks first sees by the exit code that the file is of no use.
    const useless = await run([
      'import',
      file('useless.csv', 'one\ntwo\n'),
      '--list',
      listId,
      '--no-headers',
      '--dry-run',
    ])
    assert.match(useless.out, /2 rows\./)
    assert.deepEqual([useless.code, useless.err], [1, 'Every row would be rejected.\n'])
    const large = file('large.csv', 'a@x.example\n'.repeat(200))
    await fails(
      ['import', large, '--list', listId],
      /^The file has 2\.4 kB, and IMPORT_MAX_BYTES allows 1\.0 kB\.\n$/,
      {
        IMPORT_MAX_BYTES: '1 kB',
      },
    )
    await fails(
      ['import', 'show', '77'],
      /^There is no import 77\. To see them: pennypost import list\n$/,
    )
    await fails(
      ['import', 'undo', '77'],
      /^There is no import 77\. To see them: pennypost import list\n$/,
    )
    assert.match((await run(['import', 'list'])).out, /^There are no imports yet\. To make one: /)
    assert.deepEqual(await setup.json(['import', 'list']), [])
  })
})

describe('a file', () => {
  const CONTENT =
    'E-mail,Name,Format,City\nada@x.example,"Öberg, Ada",HTML,Lund\n' +
    'P1@example.test,New name,,\n=1+1,x\nada@x.example,Ada,text,Ystad\nout@x.example\n'

  test('is tried out: what would happen, the rows as understood, and nothing is changed', async () => {
    const { json, run, file, listId, rows } = setup
    await json(['optout', 'add', 'out@x.example'])
    const before = await rows('select s::text from subscribers s order by 1')
    writeFileSync(join(setup.folder, 'c.csv'), Buffer.from(CONTENT, 'latin1'))
    file('d.csv', CONTENT)
    const found = await json(['import', 'c.csv', '--list', listId, '--dry-run'])
    assert.deepEqual(
      [
        found.rows,
        found.inserted,
        found.updated,
        found.repeated,
        found.subscribed,
        found.rejectedBy,
      ],
      [5, 1, 1, 1, 1, { address: 1, 'opted-out': 1 }],
    )
    assert.deepEqual(
      [found.options.delimiter, found.options.hasHeaders, found.first[0].name],
      [',', true, 'Öberg, Ada'],
    )
    const { out } = await run(['import', 'c.csv', '--list', listId, '--dry-run'])
    assert.match(
      out,
      /^ {2}Line {2}Address {10}Name {8}Format {2}DD1\n {2}2 {5}ada@x\.example {4}Öberg, Ada {2}HTML {4}Lund\n/m,
    )
    assert.match(out, /^ {2}4 {5}rejected: address {2}=1\+1,x$/m)
    assert.match(out, /^Nothing was changed\.$/m)
    assert.deepEqual(await rows('select s::text from subscribers s order by 1'), before)
    assert.deepEqual(await rows('select 1 from imports'), [])
  })

  test('goes in, is shown with its rejected rows, and is taken back', async () => {
    const { json, run, fails, listId } = setup
    const { out, err, code } = await run(['import', 'c.csv', '--list', listId])
    assert.equal(code, 0, err)
    assert.match(
      err,
      /^Import 1 is queued\.\nNo worker is running: this command does the work itself\.\n/,
    )
    assert.match(
      out,
      /^State: {8}completed$[\s\S]*^ {13}1 {2}new subscribers$[\s\S]*^ {13}1 {2}put on the list$/m,
    )
    assert.deepEqual(await people(), [
      ['ada@x.example', 'Ada', 'Ystad'],
      ['out@x.example', '', ''],
    ])
    const shown = await json(['import', 'show', '1', '--rejects', 'rejects.csv'])
    assert.deepEqual(
      [shown.state, shown.rows, shown.rejected, shown.rejectsWritten, shown.name],
      ['completed', 5, 2, 2, 'c.csv'],
    )
    assert.deepEqual(
      readFileSync(join(setup.folder, 'rejects.csv'), 'utf8').split('\r\n').slice(0, 2),
      [
        '\ufeffLine;Reason;Row',
        `4;"The email address is not an address that mail can be sent to.";"'=1+1,x"`,
      ],
    )
    await fails(
      ['import', 'show', '1', '--rejects', 'rejects.csv'],
      /^There is a file rejects\.csv already\.\n$/,
    )
    assert.match(
      (await run(['import', 'list'])).out,
      /\n {5}1 {7}1 {2}completed {12}5 {10}2 {2}20.* {2}c\.csv\n$/,
    )
    const undone = await run(['import', 'undo', '1', '--yes'])
    assert.match(undone.out, /^Import 1 is undone:\n {13}1 {2}subscribers it added were removed\n/)
    assert.deepEqual(await people(), [['out@x.example', '', '']])
    assert.deepEqual(
      await setup.rows("select name from subscribers where email = 'p1@example.test'"),
      [['P1']],
    )
    await fails(['import', 'undo', '1'], /^The import was undone before\.\n$/)
    assert.ok((await json(['import', 'show', '1'])).undone)
  })

  test('from an address is fetched by the rules of fetching', async () => {
    const { json, run, listId } = setup
    const server = createServer((req, res) =>
      res.writeHead(req.url === '/people.csv' ? 200 : 404).end('f@x.example;F;HTML\n'),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const url = `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/people.csv`
      const closed = await run(['import', url, '--list', listId, '--dry-run'])
      assert.deepEqual([closed.code, closed.out], [1, ''])
      assert.match(closed.err, /FETCH_ALLOW/)
      const open = { FETCH_ALLOW: '127.0.0.1' }
      assert.equal((await json(['import', url, '--list', listId, '--dry-run'], open)).inserted, 1)
      const done = await json(['import', url, '--list', listId], open)
      assert.deepEqual([done.inserted, done.url.includes('secret')], [1, false])
      const gone = await run(['import', url.replace('people', 'gone'), '--list', listId], open)
      assert.equal(gone.code, 1)
      assert.match(gone.out, /^Trouble: .*404/m)
    } finally {
      server.close()
    }
    assert.ok(!existsSync(join(setup.folder, 'file')))
  })

  test('in any dialect, from standard input, XML, and for a worker to do', async () => {
    const { json, run, listId, worker } = setup
    const dialect = [
      '--delimiter',
      'tab',
      '--quote',
      "'",
      '--escape',
      '\\',
      '--comment',
      '#',
      '--no-headers',
    ]
    const first = await json(
      ['import', '-', '--list', listId, ...dialect],
      {},
      "# people\nb@x.example\t'B\\'s name'\n",
    )
    assert.deepEqual(
      [first.inserted, first.name, first.options.comment],
      [1, 'standard input', '#'],
    )
    const xml = '<people><Subscriber Email="c@x.example" Name="C"/></people>'
    assert.equal((await json(['import', setup.file('c.xml', xml), '--list', listId])).inserted, 1)
    // A spreadsheet under another name.
    writeFileSync(
      join(setup.folder, 'sheet.csv'),
      spreadsheet([
        ['Address', 'Name'],
        ['d@x.example', 'D'],
      ]),
    )
    assert.equal((await json(['import', 'sheet.csv', '--list', listId, '--dry-run'])).inserted, 1)
    assert.equal((await json(['import', 'sheet.csv', '--list', listId])).inserted, 1)
    assert.deepEqual((await people()).slice(0, 3), [
      ['b@x.example', "B's name", ''],
      ['c@x.example', 'C', ''],
      ['d@x.example', 'D', ''],
    ])
    const failed = await run(['import', '-', '--list', listId, '--no-headers'], {}, 'nobody\n')
    assert.deepEqual([failed.code, /Import \d+ has failed\.\n$/.test(failed.err)], [1, true])
    const queued = await run([
      'import',
      setup.file('late.csv', 'late@x.example\n'),
      '--list',
      listId,
      '--no-wait',
    ])
    assert.match(queued.err, /^No worker is running: it starts when/)
    const id = /^Import (\d+) is queued/.exec(queued.out)![1]!
    assert.equal((await json(['import', 'show', id])).state, 'waiting')
    const elsewhere = { SECRET_KEY: '', DATA_DIR: join(setup.folder, 'elsewhere') }
    const keyless = await run(
      ['import', setup.file('other.csv', 'other@x.example\n'), '--list', listId],
      elsewhere,
    )
    assert.match(
      keyless.err,
      /^Import \d+ is queued\.\nImport \d+ waits: no worker is running, .* There is no key here: /,
    )
    const working = worker()
    await until(async () => (await json(['import', 'show', id])).state === 'completed')
    assert.equal((await json(['import', 'show', id])).inserted, 1)
    await working.kill()
  })
})

test('a bar, and cells that no spreadsheet calculates', () => {
  assert.equal(
    lineOf({ part: 0.5, rows: 1200, also: ['3 rejected'] }, { rows: 400, part: 0.1 }),
    '[############............]  50 %  1,200 rows, 400 rows/s, 3 rejected, 5 s left',
  )
  assert.equal(lineOf({ part: undefined, rows: 1, also: [] }, undefined), '1 row')
  for (const bad of [
    '=1',
    '+1',
    '-1',
    '@x',
    '\tx',
    '\rx',
    '\n=1',
    '  =1',
    '\u200b=1',
    '\ufeff\xa0@x',
    '＝1',
    '＋1',
    '－1',
    '＠x',
  ])
    assert.equal(csvCell(bad), `"'${bad}"`)
  assert.equal(csvCell('\0=1\0'), `"'=1"`)
  assert.equal(csvCell('a "b"; =c'), '"a ""b""; =c"')
})

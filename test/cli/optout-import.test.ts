/** `pennypost optout import`, run as a user runs it. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sheetParts, zipped } from '../support/spreadsheet.ts'
import { sendingByCommand } from './sending-setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(5)
  // Its people have the first ids.
  await setup.rows("insert into counters (account_id, kind, next_id) values (1, 'subscriber', 100)")
})
after(() => setup.drop())

test('a file that is none', async () => {
  await setup.fails(
    ['optout', 'import', 'nowhere.csv', '--rejects', 'r.csv'],
    /^There is no file nowhere\.csv\.\n$/,
  )
  await setup.fails(['optout', 'import', '.'], /^\. is a folder\.\n$/)
  writeFileSync(join(setup.folder, 'picture.csv'), Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'))
  await setup.fails(
    ['optout', 'import', 'picture.csv'],
    /^picture\.csv can't be read to its end\. The file is not text: it looks like a picture \(PNG\)\. Nothing was changed\.\n$/,
  )
  assert.ok(!existsSync(join(setup.folder, 'r.csv')))
})

test('counts added, known and invalid addresses, with the lines of the latter', async () => {
  const { run, json, file, rows } = setup
  const wrong = Array.from({ length: 22 }, (_, i) => `=wrong${i}`)
  const name = file(
    'out.csv',
    `email,why\nP1@example.test,"asked, twice"\nnew@example.test\np1@example.test\n` +
      `${wrong.join('\n')}\n`,
  )
  const { out, code, err } = await run([
    'optout',
    'import',
    name,
    '--reason',
    'old system',
    '--rejects',
    'rejects.csv',
  ])
  assert.equal(code, 0, err)
  assert.match(
    out,
    /^25 rows: 2 added, 1 already there, 22 not valid\.\n {2}line 5: not an address: "=wrong0"\n/,
  )
  assert.match(
    out,
    /\n {2}line 24: .*\n {2}and 2 more\nThe rows that are not valid are in rejects\.csv\.\n$/,
  )
  const rejects = readFileSync(join(setup.folder, 'rejects.csv'), 'utf8').split('\r\n')
  assert.deepEqual(rejects.slice(0, 2), ['\ufeffLine;Reason;Row', `5;"not an address";"'=wrong0"`])
  assert.equal(rejects.length, 24)
  assert.deepEqual(
    await rows(
      'select s.email, o.reason from opt_outs o join subscribers s on s.id = ' +
        'o.subscriber_id order by 1',
    ),
    [
      ['new@example.test', 'old system'],
      ['p1@example.test', 'old system'],
    ],
  )
  assert.deepEqual(await rows('select subscriber_id::int from subscriptions order by 1'), [
    [2],
    [3],
    [4],
    [5],
  ])
  const again = await json(['optout', 'import', '-'], {}, 'p1@example.test\np2@example.test')
  assert.deepEqual(again, { read: 2, added: 1, alreadyThere: 1, notValid: 0, rejects: [] })
  await setup.fails(
    ['optout', 'import', name, '--rejects', 'rejects.csv'],
    /^There is a file rejects\.csv already\.\n$/,
  )
})

test('a file of which nothing could be used ends with 1, and says why', async () => {
  const { run, file } = setup
  const empty = await run(['optout', 'import', '-'])
  assert.deepEqual([empty.code, empty.err], [1, 'There are no addresses in standard input.\n'])
  assert.match(empty.out, /^0 rows: /)
  const wrong = file('wrong.csv', 'email\nnobody\nno@one\n')
  const none = 'Nothing of wrong.csv could be used: 2 rows, and none with an address.\n'
  for (const command of [
    ['optout', 'import'],
    ['suppression', 'import'],
    ['suppression', 'import', '--undo'],
  ]) {
    const { code, err, out } = await run([...command, wrong])
    assert.deepEqual([code, err], [1, none])
    assert.match(out, /\n {2}line 2: not an address: "nobody"\n/)
    const { code: jsonCode, out: json } = await run([...command, wrong, '--json'])
    assert.deepEqual([jsonCode, JSON.parse(json).notValid], [1, 2])
  }
  // What was understood and is not needed is no fault of the file.
  const soft = file('soft.csv', 'email;type\nsoft@example.test;SoftBounce\n')
  assert.equal((await run(['suppression', 'import', soft])).code, 0)
})

test('rows with an address in any column, of the sheet that is named', async () => {
  const { run, fails, folder, rows } = setup
  const workbook = sheetParts('', '<si><t>first@sheet.test</t></si>')
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  workbook['xl/worksheets/sheet1.xml'] = workbook['xl/worksheets/sheet1.xml']!.replace(
    '<sheetData>',
    `<sheetData><row>${cell('Anna')}${cell('anna@sheet.test')}</row><row><c t="s"><v/></c></row>`,
  )
  workbook['xl/worksheets/sheet2.xml'] = workbook['xl/worksheets/sheet2.xml']!.replace(
    /<row.*<\/row>/,
    `<row>${cell('bo@sheet.test')}</row>`,
  )
  writeFileSync(join(folder, 'out.xlsx'), zipped(workbook))
  for (const more of [[], ['--sheet', 'other']])
    assert.match((await run(['optout', 'import', 'out.xlsx', ...more])).out, /^1 row.*: 1 added/)
  await fails(['optout', 'import', 'out.xlsx', '--sheet', 'Third'], /"Persons", "Other"/)
  const found = await rows("select email from opt_outs where email like '%@sheet.test' order by 1")
  assert.deepEqual(found, [['anna@sheet.test'], ['bo@sheet.test']])
})

/** `pennypost import --columns`: files whose columns are in an order of their own. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { spreadsheet } from '../support/spreadsheet.ts'
import { sendingByCommand } from './sending-setup.ts'

let setup: Awaited<ReturnType<typeof sendingByCommand>>
before(async () => {
  setup = await sendingByCommand(4)
  // Its people have the first ids.
  await setup.rows("insert into counters (account_id, kind, next_id) values (1, 'subscriber', 100)")
})
after(() => setup.drop())

describe('columns in an order of their own', () => {
  test('are seen from the headings, or named', async () => {
    const { run, fails, folder, listId } = setup
    const headings = [
      'Kundnr',
      'Namn',
      'Ort',
      'E-postadress',
      'Mobil',
      'Anmärkning',
      'DD2',
      ...Array.from({ length: 13 }, (_, i) => `Övrigt ${i}`),
    ]
    const row = (n: number, email: string) =>
      [n, `Åsa ${n}`, 'Malmö', email, '+4670000000', '"a;b"', 'röd', ...Array(13).fill('x')].join(
        ';',
      )
    const lines = [headings.join(';'), row(1, 'asa@y.example'), row(2, 'not an address')]
    const bytes = Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1')
    writeFileSync(join(folder, 'kunder.csv'), bytes)
    const into = ['import', 'kunder.csv', '--list', listId, '--dry-run', '--json']
    const { out, code, err } = await run([...into, '--columns', 'auto'])
    assert.equal(code, 0, err)
    const { rows, inserted, rejected, first } = JSON.parse(out)
    assert.deepEqual([rows, inserted, rejected], [2, 1, 1])
    assert.deepEqual(
      [first[0].email, first[0].name, first[0].phone, first[0].fields],
      ['asa@y.example', 'Åsa 1', '+4670000000', [null, 'röd']],
    )
    const named = await run([...into, '--columns', `DD1,-,name,email${',-'.repeat(16)}`])
    const [{ name, fields }] = JSON.parse(named.out).first
    assert.deepEqual([name, fields], ['Malmö', ['1']])
    await fails([...into, '--columns', 'name,phone'], /which column holds the addresses/)
    await fails([...into, '--columns', 'email,colour'], /DD1 to DD/)
  })

  test('of a file are read in the character set that is named', async () => {
    const { json, run, listId } = setup
    // The bytes of € in UTF-8 are three letters of windows-1252.
    writeFileSync(join(setup.folder, 'set.csv'), 'a@set.example,€\n')
    const tried = ['import', 'set.csv', '--list', listId, '--dry-run']
    const nameOf = async (...more: string[]) => (await json([...tried, ...more])).first[0].name
    assert.deepEqual([await nameOf(), await nameOf('--charset', 'windows-1252')], ['€', 'â‚¬'])
    const { code, err } = await run([...tried, '--charset', 'utf-7'])
    assert.equal(code, 2)
    assert.match(err, /utf-8, windows-1252, utf-16le, utf-16be/)
  })

  test('are imported so by the service', async () => {
    const { worker, run, file, listId } = setup
    worker()
    const path = file('mapped.csv', 'id;mail;name;DD3\n7;map@q.example;Map;three\n8;;No;x\n')
    const { code, out, err } = await run(['import', path, '--list', listId, '--columns', 'auto'])
    assert.equal(code, 0, err)
    assert.match(out, /1 +.*rejected/)
    const found = await setup.rows(
      "select name, array_to_string(fields, '|', '') from subscribers where email = 'map@q.example'",
    )
    assert.deepEqual(found, [['Map', '||three']])
  })

  test('are seen from the addresses of a first row that is no heading, in text and in a sheet', async () => {
    const { json, run, fails, listId, folder } = setup
    const people = [
      ['Anna', 'anna@first.test'],
      ['Bo', 'bo@first.test'],
    ]
    writeFileSync(join(folder, 'first.csv'), people.map(row => row.join(';')).join('\n'))
    writeFileSync(join(folder, 'first.xlsx'), spreadsheet(people))
    writeFileSync(join(folder, 'headed.xlsx'), spreadsheet([['Name', 'Email'], ...people]))
    const tried = async (file: string, ...more: string[]) => {
      const found = await json(['import', file, '--list', listId, '--dry-run', ...more])
      return found.first.map(({ line, email }: { line: number; email: string }) => [line, email])
    }
    const both = [
      [1, 'anna@first.test'],
      [2, 'bo@first.test'],
    ]
    for (const file of ['first.csv', 'first.xlsx'])
      for (const more of [[], ['--no-headers']]) {
        assert.deepEqual(await tried(file, '--columns', 'name,email', ...more), both)
        assert.deepEqual(await tried(file, '--columns', 'auto', ...more), both)
      }
    const obeyed = await tried('headed.xlsx', '--columns', 'name,email', '--no-headers')
    assert.deepEqual(obeyed[0], [1, 'Email'])
    assert.equal((await tried('headed.xlsx', '--columns', 'auto', '--sheet', 'persons')).length, 2)
    await fails(['import', 'headed.xlsx', '--list', listId, '--sheet', 'Mars'], /no sheet.*"Mars"/)
    writeFileSync(join(folder, 'none.csv'), '')
    const none = await run(['import', 'none.csv', '--list', listId, '--dry-run'])
    assert.deepEqual([none.code, none.err], [1, 'The file holds no rows.\n'])
  })
})

/** `pennypost import --columns`: files whose columns are in an order of their own. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
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
      ...['Kundnr', 'Namn', 'Ort', 'E-postadress', 'Mobil', 'Anmärkning', 'DD2'],
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
})

/** How files are read: sheet and heading row, values as chosen, and columns remembered. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { spreadsheet } from '../support/spreadsheet.ts'
import { type ImportSetup, importSetup } from './import-setup.ts'

let made: ImportSetup
before(async () => {
  made = await importSetup()
})
after(() => made.close())

test('a spreadsheet with a title above its headings is counted before, by the sheet chosen', async () => {
  const { setup, upload, ended } = made
  const { call } = setup
  const sheet = spreadsheet([
    ['Members of the club'],
    ['Name', 'Email', 'Joined', 'Paid'],
    ['Kim "K"', 'kim@excel.test', '17.4.1942', '1.234,50 kr'],
    ['Bo\nLi', 'bo@excel.test', '31.2.2025', '12'],
    ['', 'nobody', '', ''],
  ])
  const { at } = await upload(sheet, 'club.xlsx')
  const { body: seen } = await call('GET', `${at}/inspection`)
  assert.deepEqual(
    [seen.headingRow, seen.headings, seen.above[0], seen.remembered],
    [2, ['Name', 'Email', 'Joined', 'Paid'], { line: 1, text: 'Members of the club' }, null],
  )
  const { body: first } = await call('GET', `${at}/inspection?headingRow=3&hasHeaders=false`)
  assert.equal(first.rows[0][1], 'kim@excel.test')
  const readAs = [null, null, 'day-first', 'decimal-comma']
  const values = { columns: ['name', 'email', 'DD7', 'DD8'], readAs }
  const { body: tried } = await call('POST', `${at}/dry-run`, values)
  assert.deepEqual(
    [tried.rows, tried.inserted, tried.rejected, tried.misfits, tried.complete],
    [3, 2, 1, [0, 0, 1], true],
  )
  assert.equal(tried.first[2].line, 5)
  assert.deepEqual(tried.first[0].read, { name: 'Kim "K"', DD7: '1942-04-17', DD8: '1234.50' })
  assert.deepEqual(tried.first[1].read, { name: 'Bo Li', DD7: '31.2.2025', DD8: '12' })
  const wrong = await call('POST', `${at}/dry-run`, { ...values, readAs: ['backwards'] })
  assert.deepEqual([wrong.status, wrong.body.field], [400, 'body.readAs.0'])
  assert.equal((await call('POST', `${at}/start`, values)).status, 200)
  const { inserted, rejected } = await ended(at)
  assert.deepEqual([inserted, rejected], [2, 1])
  const { body } = await call('GET', '/subscribers?where=email ends with "@excel.test"')
  assert.deepEqual(
    body.items.map(({ fields: { DD7, DD8 } }: { fields: Record<string, string> }) => [DD7, DD8]),
    [
      ['31.2.2025', '12'],
      ['1942-04-17', '1234.50'],
    ],
  )
})

test('columns and how they are read are remembered by their names, not those of other fields', async () => {
  const { setup, upload, ended } = made
  const { call } = setup
  const file = (rows: string) => Buffer.from(`E-post;Kund-nr;Land;Tel\n${rows}`)
  await call('PATCH', '/fields/9', { name: 'Kund-nr' })
  const { at } = await upload(file('a@again.test;007;Schweden;070-1234567\n'), 'one.csv')
  const columns = ['email', 'DD9', 'country-code', 'phone']
  const readAs = [null, null, 'country', 'phone-NO']
  await call('POST', `${at}/start`, { columns, readAs })
  await ended(at)
  const { body } = await call('GET', '/subscribers?q=a@again.test')
  const [{ countryCode, phone, fields }] = body.items
  assert.deepEqual([countryCode, phone, fields.DD9], ['SE', '070-1234567', '007'])
  const seenAgain = async () => {
    const next = await upload(file('b@again.test;008;;070-7654321\n'), 'two.csv')
    return (await call('GET', `${next.at}/inspection`)).body.remembered
  }
  const { importId, name, ...known } = await seenAgain()
  assert.deepEqual([known.columns, known.readAs, name], [columns, readAs, 'one.csv'])
  assert.equal(`/imports/${importId}`, at)
  assert.equal((await setup.stranger('GET', `${at}/inspection`)).status, 404)
  // Another field in its place is not what the column held.
  await call('PATCH', '/fields/9', { name: 'Weight' })
  assert.deepEqual((await seenAgain()).columns, ['email', '-', 'country-code', 'phone'])
  await call('PATCH', '/fields/9', { name: '' })
})

test('a field is not removed, nor its number taken, while an import writes it', async () => {
  const { setup, upload, ended } = made
  const { call } = setup
  const field = (await call('POST', '/fields', { name: 'Awaited', type: 'text' })).body
  await made.stopWorker()
  const { at } = await upload(Buffer.from('E-post;A\na@await.test;first\n'), 'late.csv')
  await call('POST', `${at}/start`, { columns: ['email', field.field] })
  const refused = await call('DELETE', `/fields/${field.number}`)
  assert.deepEqual([refused.status, refused.body.reason], [409, 'not-now'])
  // Of two members who make the same field at once, one does.
  const twins = await Promise.all(
    Array.from({ length: 2 }, () => call('POST', '/fields', { name: 'Twin', type: 'text' })),
  )
  assert.deepEqual(twins.map(({ status }) => status).toSorted(), [201, 400])
  const twin = twins.find(({ status }) => status === 201)!.body
  assert.notEqual(twin.number, field.number)
  // By another name, with the number still awaited: a new field gets another one.
  await call('PATCH', `/fields/${field.number}`, { name: '' })
  const next = (await call('POST', '/fields', { name: '\u0639'.repeat(100), type: 'text' })).body
  assert.notEqual(next.number, field.number)
  await made.startWorker()
  await ended(at)
  const { body } = await call('GET', '/subscribers?q=a@await.test')
  assert.equal(body.items[0].fields[field.field], 'first')
})

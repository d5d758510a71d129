/**
 * Our own files are imported as they were: exports of people as CSV and as spreadsheets, and files
 * of rejected rows, with any names of people and fields.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { listTable } from '../../../src/actions/exports/list-table.ts'
import { type ReportFormat, reportBytes } from '../../../src/actions/exports/table-file.ts'
import { writeRejects } from '../../../src/cli/rejects-file.ts'
import { addAccount } from '../../../src/domain/accounts/add-account.ts'
import { editField } from '../../../src/domain/demographics/change-field.ts'
import { readAddresses } from '../../../src/domain/files/read-addresses.ts'
import { accountFields } from '../../../src/domain/imports/inspect/account-fields.ts'
import { inspectFile } from '../../../src/domain/imports/inspect/inspect-file.ts'
import { importRejects } from '../../../src/domain/imports/progress.ts'
import { queueImport } from '../../../src/domain/imports/queue-import.ts'
import { makeList } from '../../../src/domain/lists/add-list.ts'
import { createCsvReader } from '../../../src/lib/csv.ts'
import { csvCell } from '../../../src/lib/csv-cell.ts'
import { isPlainText } from '../../../src/lib/plain-text.ts'
import { ended, type ImportSetup, importSetup } from '../../support/imports.ts'
import { LOW_COST } from '../../support/password-cost.ts'
import { spreadsheet } from '../../support/spreadsheet.ts'

const FIELDS = 25
const folder = mkdtempSync(join(tmpdir(), 'pennypost-own-'))
let setup: ImportSetup
before(async () => {
  setup = await importSetup()
})
after(async () => {
  await setup.close()
  rmSync(folder, { recursive: true })
})

interface Account {
  id: number
  fieldCount: number
  listId: number
}

let accounts = 0
let files = 0

async function newAccount(): Promise<Account> {
  const { store } = setup
  const username = `own-${++accounts}`
  const given = { username, password: 'correct horse battery staple', cost: LOW_COST }
  const { id } = (await addAccount(store, given))!
  const list = { name: 'All', fromName: 'Shop', fromEmail: 'shop@example.test' }
  const listId = await makeList(store, id, { ...list, description: '', characterSet: '' })
  return { id, fieldCount: FIELDS, listId }
}

/** Address, name, format, country code, phone, and the fields. */
type Person = [string, string, string, string, string, ...string[]]

/** What programs may store: odd beginnings, quotes, delimiters, and lines in fields. */
const odd = fc.constantFrom("'", '=', '+', '-', '@', '"', ';', ',', ' ', 'a', 'Å', '漢', '_x0041_')
const value = (maxLength: number) => fc.string({ unit: odd, maxLength })
const line = fc.oneof(value(8), fc.constantFrom('=1+1', "'+1", '+46701', '\t=x', 'a\nb', 'sep=;'))
const person = fc.record({
  start: fc.constantFrom('', "'+", '+', '=', "'", '-'),
  name: value(6),
  format: fc.constantFrom('html', 'text'),
  // As long as an import takes.
  country: value(3).map(text => text.slice(0, 20)),
  phone: fc.oneof(value(8), fc.constant('+46701234567')),
  fields: fc.array(line, { maxLength: FIELDS }),
})
const people = fc.array(person, { minLength: 1, maxLength: 12 }).map(all =>
  all.map(({ start, name, format, country, phone, fields }, at): Person => {
    const rest = [...fields, ...Array<string>(FIELDS - fields.length).fill('')]
    return [`${start}bo${at}@x.test`, name.trim(), format, country.trim(), phone.trim(), ...rest]
  }),
)

const ask = (text: string, ...values: unknown[]) => setup.ask(text, ...values)

async function insert({ id, listId }: Account, rows: Person[]): Promise<void> {
  const known = Number(
    (await ask('select count(*) from subscribers where account_id = $1', id))[0]![0],
  )
  for (const [at, [email, name, format, country, phone, ...fields]] of rows.entries()) {
    const own = 1_000_000 + known + at
    await ask(
      `insert into subscribers (account_id, id, email, email_key, name, format, country_code, phone,
         fields) values ($1, $2, $3, lower($3), $4, $5, $6, $7, $8)`,
      id,
      own,
      email,
      name,
      format,
      country,
      phone,
      fields,
    )
    await ask(
      'insert into subscriptions (account_id, subscriber_id, list_id) values ($1, $2, $3)',
      id,
      own,
      listId,
    )
  }
}

const stored = async ({ id }: Account): Promise<Person[]> => {
  const rows = await ask(
    `select s.email, s.name, s.format, s.country_code, s.phone, to_json(s.fields)
     from subscribers s join subscriptions n
       on n.account_id = s.account_id and n.subscriber_id = s.id
     where s.account_id = $1 order by s.email_key`,
    id,
  )
  return rows.map(row => {
    const fields: (string | null)[] = JSON.parse(row[5]!)
    const all = Array.from({ length: FIELDS }, (_, at) => fields[at] ?? '')
    return [...row.slice(0, 5), ...all] as Person
  })
}

/** Imports a file as the command does without a word about it. */
async function importFile(account: Account, path: string) {
  const { store } = setup
  const { options } = await inspectFile(path, {}, await accountFields(store, account))
  const source = { document: [readFileSync(path)], name: 'own' }
  const importId = await queueImport(store, account.id, { listId: account.listId, source, options })
  return ended(store, account.id, importId)
}

async function exported(account: Account, format: ReportFormat): Promise<string> {
  const { report } = await listTable(setup.store, account, account.listId, false)
  const parts: Buffer[] = []
  for await (const part of reportBytes(report, format)) parts.push(Buffer.from(part as string))
  const path = join(folder, `export-${++files}`)
  writeFileSync(path, Buffer.concat(parts))
  return path
}

describe('an export of a list', () => {
  for (const format of ['csv', 'xlsx'] as const)
    test(`as ${format} brings the same people into another account`, async () => {
      await fc.assert(
        fc.asyncProperty(people, async rows => {
          const [from, to] = [await newAccount(), await newAccount()]
          // Names of columns, and one that the other account does not know.
          for (const [at, name] of ['Phone', 'Email', 'Subscribed', 'City'].entries())
            await editField(setup.store, from.id, at + 1, { name })
          await editField(setup.store, to.id, 1, { name: 'Phone' })
          await insert(from, rows)
          const before = await stored(from)
          const path = await exported(from, format)
          const { rejectedBy, inserted } = await importFile(to, path)
          assert.deepEqual([rejectedBy, inserted], [{}, rows.length])
          assert.deepEqual(await stored(to), before)
          // And changes nobody where they are known.
          const { unchanged } = await importFile(from, path)
          assert.equal(unchanged, rows.length)
          assert.deepEqual(await stored(from), before)
          const listed: string[] = []
          for await (const part of readAddresses(path))
            listed.push(...part.map(({ address }) => address))
          assert.deepEqual(listed.sort(), before.map(([email]) => email).sort())
        }),
        { numRuns: 12 },
      )
    })
})

describe('a file of rejected rows', () => {
  /** Their format is wrong until it is mended. */
  const rejectedRows = (rows: Person[], delimiter: string) =>
    rows
      .map(([email, name, , , , ...fields]) =>
        [email, name, 'PDF', ...fields].map(csvCell).join(delimiter),
      )
      .join('\r\n')

  async function rejectsOf(account: Account, text: string): Promise<string> {
    const path = join(folder, `rejected-${++files}`)
    writeFileSync(path, text)
    const { id: importId, rejectedBy } = await importFile(account, path)
    assert.deepEqual(Object.keys(rejectedBy), ['format'])
    const rejects = join(folder, `rejects-${++files}.csv`)
    await writeRejects(rejects, importRejects(setup.store, account.id, importId), reason => reason)
    return rejects
  }

  for (const saved of ['csv', 'xlsx'] as const)
    test(`is mended and imported, saved as ${saved}`, async () => {
      await fc.assert(
        fc.asyncProperty(people, fc.constantFrom(';', ','), async (rows, delimiter) => {
          const account = await newAccount()
          const path = await rejectsOf(account, rejectedRows(rows, delimiter))
          const mended = readFileSync(path, 'utf8').replaceAll('PDF', 'HTML')
          writeFileSync(path, saved === 'csv' ? mended : spreadsheet(cellsOf(mended)))
          const { rejectedBy, inserted } = await importFile(account, path)
          assert.deepEqual([rejectedBy, inserted], [{}, rows.length])
          const expected = rows.map(([email, name, , , , ...fields]) => [email, name, ...fields])
          const found = (await stored(account)).map(([email, name, , , , ...fields]) => [
            email,
            name,
            ...fields,
          ])
          assert.deepEqual(found.sort(byAddress), expected.sort(byAddress))
          const listed: string[] = []
          for await (const part of readAddresses(path))
            listed.push(...part.map(({ address }) => address))
          assert.deepEqual(listed.sort(), expected.map(([email]) => email).sort())
        }),
        { numRuns: 12 },
      )
    })

  test('tells of a row of which only the beginning was kept', async () => {
    const account = await newAccount()
    const long = `long@x.test;${'n'.repeat(200)};PDF;${'x'.repeat(490)}`
    const path = await rejectsOf(account, `${long};${'y'.repeat(4000)}\nshort@x.test;B;PDF\n`)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('PDF', 'HTML'))
    const { inserted, rejectedBy } = await importFile(account, path)
    assert.deepEqual([inserted, rejectedBy], [1, { 'cut-off': 1 }])
  })
})

const byAddress = ([a]: string[], [b]: string[]) => (a! < b! ? -1 : 1)

function cellsOf(text: string): string[][] {
  const reader = createCsvReader({ delimiter: ';', quote: '"', escape: '', comment: '' })
  const rows = [...reader.push(text.replace(/^\ufeff/, '')), ...reader.end()]
  for (const { columns } of rows) assert.ok(columns.every(isPlainText))
  return rows.map(({ columns }) => columns)
}

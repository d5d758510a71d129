/**
 * The same rows one by one through InsertSubscriberWithDemData and as a file leave the same store:
 * one rule for one and for many. The one difference is consent of a list: a single insert lifts an
 * unsubscribe, an import never does.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sheetText } from '../../../../src/lib/csv-cell.ts'
import { newAccount, personUnsubscribes, type TestAccount } from '../../../support/account.ts'
import { type FileServer, fileServer, whole } from '../../../support/file-server.ts'
import { ended, type ImportWorker, startImportWorker } from '../../../support/imports.ts'
import { service } from '../../../support/service.ts'

let files: FileServer
let worker: ImportWorker
before(async () => {
  files = await fileServer()
  worker = await startImportWorker((await service()).store, { settings: { batchRows: 7 } })
})
after(async () => {
  await worker.stop()
  await files.close()
})

const address = fc.constantFrom(
  'a@x.test',
  'A@x.test',
  'b@x.test',
  'c@x.test',
  'd@x.test',
  'e@x.test',
  'é@x.test',
  'a@ü.test',
  'A@XN--tda.test',
  'a@xn--tda.test',
  'nobody',
  '',
)
const value = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '',
      'Lund',
      ' blank ',
      '"',
      '\\',
      "it's",
      'a;b',
      '{x,y}',
      'NULL',
      'Åsa \u{1f4e7}',
      'x'.repeat(501),
    ),
  },
  fc.string({ maxLength: 12 }).map(text => text.replace(/[^\x20-\x7e]|\|/g, '')),
)
const row = fc.record({
  email: address,
  // A name is of one line for both; what surrounds it goes.
  name: fc.oneof(
    fc.constantFrom('', 'Åsa', ' Bo ', 'N"N', 'tab\tin'),
    value.filter(text => text.length < 400),
  ),
  format: fc.constantFrom('', 'HTML', 'text', 'Text', 'pdf'),
  fields: fc.array(value, { maxLength: 6 }),
})
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never

const quoted = (text: string): string =>
  /[";\r\n]/.test(text) || text.length % 2 === 1 ? `"${text.replaceAll('"', '""')}"` : text
/** What looks marked against formulas is marked: the mark of a file is taken off. */
const asCsv = (rows: Row[]): string =>
  rows
    .map(
      ({ email, name, format, fields }) =>
        `${[email, name, format, ...fields].map(text => quoted(sheetText(text))).join(';')}\n`,
    )
    .join('')

async function insert(
  { call }: TestAccount,
  listId: number,
  { email, name, format, fields }: Row,
): Promise<number> {
  const person = { listId, email, name, countryCode: '', phone: '' }
  // With pipes between, for the values hold semicolons; a list of one name has a pipe behind it.
  const fieldNames = fields.map((_, i) => `DD${i + 1}|`).join('')
  return call.InsertSubscriberWithDemData({
    ...person,
    format: (format === '' ? undefined : format.toLowerCase()) as 'html' | 'text' | undefined,
    fieldNames,
    fieldValues: fields.map(text => `${text}|`).join(''),
  })
}

async function stored({ service, account }: TestAccount): Promise<unknown> {
  const ask = async (text: string) =>
    (await service.store.run({ name: '', text, again: true }, [account.id])).rows
  return {
    people: await ask(
      `select email_key, email, name, format, rtrim(array_to_string(fields, chr(31), ''), \
chr(31)), opted_out_at is not null
       from subscribers where account_id = $1 order by email_key collate "C"`,
    ),
    lists: await ask(
      `select p.email_key, s.list_id, s.unsubscribed_at is not null from subscriptions s
       join subscribers p on p.account_id = s.account_id and p.id = s.subscriber_id where \
s.account_id = $1 order by p.email_key collate "C", 2`,
    ),
  }
}

test('rows one by one and rows as a file leave the same store', async () => {
  let served = 0
  const before = fc.record({
    rows: fc.array(row, { maxLength: 6 }),
    out: fc.boolean(),
    off: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      before,
      fc.array(row, { minLength: 1, maxLength: 30 }),
      async ({ rows: earlier, out, off }, rows) => {
        const [single, many] = [await newAccount(), await newAccount()]
        const lists: number[] = []
        for (const account of [single, many]) {
          const listId = await account.list()
          lists.push(listId)
          const { call } = account
          for (const one of earlier) if (one.format !== 'pdf') await insert(account, listId, one)
          if (off) {
            await insert(account, listId, {
              email: 'b@x.test',
              name: 'Off',
              format: '',
              fields: [],
            })
            await personUnsubscribes(account, 'b@x.test')
          }
          if (out)
            await call.MoveSubscriberToOptOutAll({
              email: 'c@x.test',
              reason: '',
              listText: '',
              sendingText: '',
            })
        }
        assert.deepEqual(await stored(many), await stored(single))
        for (const one of rows) {
          // The contract refuses what is no format before it is a call of ours, and consent of the
          // list is the one difference.
          if (one.format === 'pdf' || (off && one.email === 'b@x.test')) continue
          await insert(single, lists[0]!, one)
        }
        const url = files.serve(`/rows-${++served}.csv`, whole(asCsv(rows)))
        const importId = await many.call.InsertCSVSubscribersWithDemDataFromFileToQueue({
          listId: lists[1]!,
          url,
        })
        const progress = await ended(many.service.store, many.account.id, importId)
        const { inserted, updated, unchanged, repeated, rejected, position } = progress
        assert.equal(
          position,
          inserted + updated + unchanged + repeated + rejected,
          JSON.stringify(progress),
        )
        assert.deepEqual(await stored(many), await stored(single))
      },
    ),
    { numRuns: 25 },
  )
})

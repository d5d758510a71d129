/** Mappings of headings: presets for other services, and those saved by name. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { guessColumns, type ImportColumn } from '../../../src/domain/files/columns.ts'
import { fieldsNamed } from '../../../src/domain/imports/inspect/account-fields.ts'
import {
  keepMapping,
  mappedColumns,
  readMapping,
} from '../../../src/domain/imports/inspect/mapping.ts'
import { inColumns, PLAIN_CSV } from '../../../src/domain/imports/queue-import.ts'
import { type ImportSetup, importSetup } from '../../support/imports.ts'

let setup: ImportSetup
before(async () => {
  setup = await importSetup()
})
after(() => setup.close())

const file = (text: string, columns: ImportColumn[], listId?: number) =>
  setup.importText(text, listId, inColumns({ ...PLAIN_CSV, delimiter: ',' }, columns))

describe('a mapping', () => {
  const fields = {
    fieldCount: 25,
    byName: (name: string) => (/^city$/i.test(name) ? 3 : undefined),
    isNamed: (number: number) => number === 3,
  }
  const columnsOf = async (map: string, headings: string[]) => {
    const pairs = await readMapping(setup.store, setup.accountId, map)
    const columns = guessColumns(headings, [], fields)
    return mappedColumns(pairs, { headings, columns }, fields)
  }

  test('is a preset for the export files of other services', async () => {
    assert.deepEqual(
      await columnsOf('mailchimp', [
        'Email Address',
        'First Name',
        'Last Name',
        'City',
        'MEMBER_RATING',
        'OPTIN_TIME',
        'CONFIRM_TIME',
        'UNSUB_TIME',
        'UNSUB_REASON',
        'NOTES',
      ]),
      [
        'email',
        'first-name',
        'last-name',
        'DD3',
        '-',
        '-',
        'consent-date',
        'unsubscribed',
        'reason',
        '-',
      ],
    )
    assert.deepEqual(await columnsOf('Mailchimp', ['Email Address', 'OPTIN_TIME', 'CLEAN_TIME']), [
      'email',
      'consent-date',
      'bounced',
    ])
    assert.deepEqual(
      await columnsOf('listmonk', ['uuid', 'email', 'name', 'attributes', 'status', 'created_at']),
      ['-', 'email', 'name', '-', 'status', 'consent-date'],
    )
    assert.deepEqual(
      await columnsOf('brevo', [
        'CONTACT ID',
        'EMAIL',
        'VORNAME',
        'NACHNAME',
        'SMS',
        'BLOCKLISTED',
      ]),
      ['-', 'email', 'first-name', 'last-name', 'phone', 'opted-out'],
    )
    assert.deepEqual(
      await columnsOf('mailerlite', ['Email', 'Name', 'Last name', 'Status', 'Subscribed']),
      ['email', 'first-name', 'last-name', 'status', 'consent-date'],
    )
  })

  test('is given by headings, saved by a name, and refused with the names that there are', async () => {
    const pairs = await readMapping(setup.store, setup.accountId, 'E-post = email, Stad=City')
    await keepMapping(setup.store, setup.accountId, 'CRM', pairs)
    const headings = ['Stad', 'Telefon', 'E-Post']
    assert.deepEqual(await columnsOf('crm', headings), ['DD3', '-', 'email'])
    await assert.rejects(columnsOf('nothing', headings), /"nothing".*mailchimp.*mailerlite, crm\./)
    await assert.rejects(columnsOf('E-post=mail', headings), /A column is email, name/)
    await assert.rejects(columnsOf('=email', headings), /is no pair/)
    await assert.rejects(columnsOf('crm', []), /needs headings/)
    await assert.rejects(columnsOf('crm', ['Namn']), /which column holds the addresses/)
    await assert.rejects(
      keepMapping(setup.store, setup.accountId, 'brevo', pairs),
      /not that of a preset/,
    )
  })

  test("a preset's file: names are joined, who left stays out", async () => {
    const listId = await setup.newList()
    const columns = await columnsOf('mailerlite', ['Email', 'Name', 'Last name', 'Status'])
    const text = 'ada@lite.test,Ada,Lovelace,Active\ngone@lite.test,Bo,Ek,Unsubscribed\n'
    const progress = await file(text, columns, listId)
    assert.deepEqual([progress.inserted, progress.rejected], [1, 1])
    const names = await setup.ask(
      `select email, name from subscribers where account_id = $1 and email like '%@lite.test'
       order by 1`,
      setup.accountId,
    )
    assert.deepEqual(names, [
      ['ada@lite.test', 'Ada Lovelace'],
      ['gone@lite.test', ''],
    ])
  })
})

test('a guess takes a status only if its words are known, and never an id', () => {
  const fields = fieldsNamed(25, [])
  const headings = ['Subscriber ID', 'Email', 'Status']
  const guess = (...status: string[]) =>
    guessColumns(
      headings,
      status.map(word => ['7', 'a@example.test', word]),
      fields,
    )
  assert.deepEqual(guess('Active', 'unsubscribed', ''), ['-', 'email', 'status'])
  assert.deepEqual(guess('gold', 'active'), ['-', 'email', '-'])
  assert.deepEqual(guess('', ''), ['-', 'email', '-'])
})

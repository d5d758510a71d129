/**
 * Files of transactions, from the call to the emails in the ledger. What is refused at once is in
 * test/operations/transaction-file.test.ts.
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { saveField } from '../../src/domain/demographics/demographics.sql.ts'
import { queueBatch } from '../../src/domain/transactions/batches/batches.ts'
import type { ProjectFacts } from '../../src/domain/transactions/projects.ts'
import { newAddress } from '../support/account.ts'
import { batchEnded, elementOf, type FileRow, fileOf } from '../support/batches.ts'
import { type FileServer, fileServer, inTurn, status, whole } from '../support/file-server.ts'
import { type ImportWorker, startImportWorker } from '../support/imports.ts'
import { service } from '../support/service.ts'

import { batchSetup, people, rejectsOf } from './batches-setup.ts'

let files: FileServer
let worker: ImportWorker
// In a suite: a hook of the root would run for the tests of all files of its process.
describe('batches', () => {
  before(async () => {
    files = await fileServer()
    worker = await startImportWorker((await service()).store)
  })
  after(async () => {
    await worker.stop()
    await files.close()
  })
  afterEach(() => assert.deepEqual(worker.reported, []))

  const setUp = (more: Partial<ProjectFacts> = {}) => batchSetup(files, more)

  describe('a file of transactions', () => {
    test('becomes transactions with emails, for any format of the file', async () => {
      const { account, accountId, store, send, rows, project } = await setUp()
      await saveField(store, {
        accountId,
        number: 7,
        name: 'Order number',
        type: 'text',
        choices: [],
      })
      const file = `<?xml version="1.0" encoding="utf-8"?>
<s:Orders xmlns:s="urn:shop"><s:Day>2026-11-21</s:Day>
  <s:TRANSACTION><identifier>order-1</identifier><Email> Åsa@Example.test </Email><NAME>Åsa &amp; \
Co</NAME><Format>Text</Format>
    <sendtime>2999-11-21 14:00</sendtime><dd2>two</dd2><Order_x0020_number>7</Order_x0020_number><Colour>blue</Colour></s:TRANSACTION>
  <transaction email="bo@example.test" dd1="one"/>
  <Transaction><Email>cia@example.test</Email><Name><![CDATA[<Cia> \
\\N	tab]]></Name><SendTime>2001-01-01</SendTime>
    <DemographicData Name="order NUMBER">"q", \
\\{}</DemographicData><Format>HTML</Format></Transaction>
</s:Orders>`
      const { state, queued, repeated, rejected, ignored, position, trouble } = await send(
        file,
        'text',
      )
      assert.deepEqual(
        [state, queued, repeated, rejected, ignored, position],
        [2, 3, 0, 0, 2, 3],
        trouble ?? '',
      )
      assert.deepEqual(await rows(), [
        [
          'order-1',
          'Åsa@Example.test',
          'åsa@example.test',
          'Åsa & Co',
          'text',
          '|two|||||7',
          '',
          'planned',
          '2999-11-21 14:00',
          't',
          't',
        ],
        [
          '',
          'bo@example.test',
          'bo@example.test',
          '',
          'text',
          'one',
          '',
          'planned',
          'at once',
          't',
          't',
        ],
        [
          '',
          'cia@example.test',
          'cia@example.test',
          '<Cia> \\N	tab',
          'html',
          '||||||"q", \\{}',
          '',
          'planned',
          'at once',
          't',
          't',
        ],
      ])
      // The project knows that it has emails to send.
      const due = 'select due <= now() from projects where account_id = $1 and id = $2::int'
      assert.deepEqual(
        (await store.run({ name: '', text: due, again: true }, [accountId, project.id])).rows,
        [['t']],
      )
      assert.equal(account.service.store, store)
    })

    test('is rejected row by row, with line and reason', async () => {
      const { account, send, rows } = await setUp()
      const bad: [FileRow, string][] = [
        [{ Email: 'nobody' }, 'address'],
        [{ Email: '' }, 'address'],
        [{ Email: newAddress(), Format: 'PDF' }, 'format'],
        [{ Email: newAddress(), Identifier: 'x'.repeat(5000) }, 'identifier'],
        [{ Email: newAddress(), SendTime: '2026-02-30 25:00' }, 'send-time'],
        [{ Email: newAddress(), SendTime: 'tomorrow' }, 'send-time'],
        [{ Email: newAddress(), Name: 'n'.repeat(501) }, 'name'],
        [{ Email: newAddress(), DD3: 'd'.repeat(501) }, 'data-field'],
        [{ Email: newAddress(), Name: 'n'.repeat(1_100_000) }, 'too-long'],
      ]
      const file = `<Transactions>\n${bad.map(([row]) => elementOf(row)).join('')}${elementOf({ Email: 'fine@example.test' })}</Transactions>`
      const { state, id, queued, rejected, rejectedBy, position } = await send(file)
      assert.deepEqual([state, queued, rejected, position], [2, 1, bad.length, bad.length + 1])
      assert.deepEqual(
        await rejectsOf(account, id),
        bad.map(([, reason], i) => [i + 2, reason]),
      )
      assert.deepEqual(rejectedBy, {
        address: 2,
        format: 1,
        identifier: 1,
        'send-time': 2,
        name: 1,
        'data-field': 1,
        'too-long': 1,
      })
      assert.deepEqual(
        (await rows()).map(([, email]) => email),
        ['fine@example.test'],
      )
    })

    test('that is broken in the middle is queued up to there, and says where it ends', async () => {
      const { account, send, rows } = await setUp()
      const { state, id, queued, rejectedBy } = await send(
        `<Transactions>\n${elementOf({ Email: 'a@example.test' })}${elementOf({ Email: 'b@example.test' })}<Transaction><Email>c@example.test</Oops>\n${elementOf({ Email: 'd@example.test' })}`,
      )
      assert.deepEqual([state, queued, rejectedBy], [2, 2, { 'broken-file': 1 }])
      assert.deepEqual(await rejectsOf(account, id), [[4, 'broken-file']])
      assert.equal((await rows()).length, 2)
    })

    const unreadable: [string, string | Buffer, RegExp][] = [
      [
        'is a picture',
        Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
        /looks like a picture/,
      ],
      ['is packed', Buffer.from('PK\x03\x04rest of a spreadsheet', 'latin1'), /not XML.*packed/],
      ['is a table of text', 'a@example.test;Åsa\n', /not valid XML/],
      [
        'has a DTD',
        '<!DOCTYPE x [<!ENTITY a ' +
          '"aaaa">]><Transactions><Transaction><Email>&a;</Email></Transaction></Transactions>',
        /DTD/,
      ],
      [
        'has no transactions',
        '<Subscribers><Subscriber><Email>a@example.test</Email></Subscriber></Subscribers>',
        /no Transaction element/,
      ],
      ['is empty', '', /not valid XML.*root element/],
      ['is empty within', '<Transactions/>', /no transactions/],
      [
        'has nothing usable',
        fileOf([{ Email: 'x' }, { Email: 'y' }]),
        /No row of 2 could be used \(address: 2\)/,
      ],
    ]
    for (const [what, bytes, says] of unreadable)
      test(`that ${what} fails with a sentence, and queues nothing`, async () => {
        const { send, rows } = await setUp()
        const { state, trouble } = await send(bytes)
        assert.equal(state, 3)
        assert.match(trouble!, says)
        assert.deepEqual(await rows(), [])
      })

    test('that can not be had for a passing reason is tried again; for good, it fails', async () => {
      const { store, accountId, project } = await setUp()
      const url = files.serve('/again.xml', inTurn(status(503), whole(fileOf(people(1)))))
      const passing = await queueBatch(store, accountId, {
        projectGuid: project.guid,
        url,
        format: 'html',
      })
      assert.deepEqual(
        (({ state, queued }) => [state, queued])(await batchEnded(store, accountId, passing)),
        [2, 1],
      )
      const gone = await queueBatch(store, accountId, {
        projectGuid: project.guid,
        url: files.url('/nowhere'),
        format: 'html',
      })
      const { state, trouble } = await batchEnded(store, accountId, gone)
      assert.equal(state, 3)
      assert.match(trouble!, /404/)
    })
  })

  describe('repetitions', () => {
    test('of a row are queued once: in the file, in a later file, and beside single inserts', async () => {
      const { account, project, send, rows } = await setUp()
      const insert = (more: object) =>
        account.call.InsertTransaction({
          projectGuid: project.guid,
          identifier: 'order-1',
          email: 'a@example.test',
          name: '',
          format: undefined,
          sendTime: undefined,
          fieldNames: 'DD1;DD3',
          fieldValues: 'one;three',
          ...more,
        })
      const first = await insert({})
      const same = { Identifier: ' order-1 ', Email: 'A@example.test', DD1: 'one', DD3: 'three' }
      const other = { ...same, DD1: 'another' }
      const file = fileOf([
        { ...same, DD5: '' },
        other,
        other,
        { ...same, Name: 'Name', Format: 'Text' },
      ])
      assert.deepEqual((({ queued, repeated }) => [queued, repeated])(await send(file)), [1, 3])
      assert.deepEqual((({ queued, repeated }) => [queued, repeated])(await send(file)), [0, 4])
      // What came by file is known to single inserts, with the same send time too.
      const timed = { ...same, SendTime: '2999-01-01 10:00' }
      assert.equal((await send(fileOf([timed]))).queued, 1)
      const ids = (
        await account.service.store.run(
          {
            name: '',
            text: 'select id from transactions where account_id = $1 order by id',
            again: true,
          },
          [account.account.id],
        )
      ).rows.map(([id]) => Number(id))
      assert.equal(ids.length, 3)
      assert.equal(await insert({ fieldValues: 'another;three' }), ids[1])
      assert.equal(await insert({ sendTime: new Date('2999-01-01T10:00:00+01:00') }), ids[2])
      assert.equal(ids[0], first)
      assert.equal((await rows()).length, 3)
      const counted = 'select sum(repeated) from transaction_repeats where account_id = $1'
      const { store } = account.service
      assert.deepEqual(
        (await store.run({ name: '', text: counted, again: true }, [account.account.id])).rows,
        [['9']],
      )
    })

    test('are no repetitions without an identifier, or where the project says so', async () => {
      const plain = await setUp()
      const row = { Email: 'a@example.test', DD1: '1' }
      assert.deepEqual(
        (({ queued, repeated }) => [queued, repeated])(await plain.send(fileOf([row, row]))),
        [2, 0],
      )
      const off = await setUp({ repeats: 'off' })
      const named = { ...row, Identifier: 'x' }
      assert.deepEqual(
        (({ queued, repeated }) => [queued, repeated])(await off.send(fileOf([named, named]))),
        [2, 0],
      )
    })
  })
})

/** The typed client parses answers, literal ones, in each binding. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { columnsOf } from '../support/typed-client/dataset.ts'
import { ServiceFault } from '../support/typed-client/fault.ts'
import { bindings } from '../support/typed-client/request.ts'
import { answering, type Canned, dataSet, namespace, refusing, startCanned, XSI } from './canned.ts'

const person = { email: 'a@example.test', listId: 7 }

let canned: Canned
before(async () => {
  canned = await startCanned()
})
after(() => canned.stop())

describe('what the client makes of answers', () => {
  for (const binding of bindings) {
    describe(binding, () => {
      test('a number, negative ones too', async () => {
        canned.reply(
          answering(
            binding,
            'InsertSubscriber',
            '<InsertSubscriberResult>-8</InsertSubscriberResult>',
            `<long xmlns="${namespace}">-8</long>`,
          ),
        )
        assert.equal(await canned.clientFor(binding).InsertSubscriber(person), -8)
      })

      test('a text, empty and null', async () => {
        canned.reply(
          answering(
            binding,
            'GetLoginLink',
            '<GetLoginLinkResult>a &amp; b</GetLoginLinkResult>',
            `<string xmlns="${namespace}">a &amp; b</string>`,
          ),
        )
        assert.equal(await canned.clientFor(binding).GetLoginLink(), 'a & b')
        canned.reply(
          answering(
            binding,
            'GetLoginLink',
            '<GetLoginLinkResult />',
            `<string xmlns="${namespace}" />`,
          ),
        )
        assert.equal(await canned.clientFor(binding).GetLoginLink(), '')
        canned.reply(
          answering(
            binding,
            'GetLoginLink',
            '',
            `<string ${XSI} xsi:nil="true" xmlns="${namespace}" />`,
          ),
        )
        assert.equal(await canned.clientFor(binding).GetLoginLink(), null)
      })

      test('a guid and nil', async () => {
        const guid = '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f'
        const name = 'InsertTransactionFromFile'
        canned.reply(
          answering(
            binding,
            name,
            `<${name}Result>${guid}</${name}Result>`,
            `<guid xmlns="${namespace}">${guid}</guid>`,
          ),
        )
        assert.equal(await canned.clientFor(binding).InsertTransactionFromFile(), guid)
        canned.reply(
          answering(
            binding,
            name,
            `<${name}Result xsi:nil="true" />`,
            `<guid ${XSI} xsi:nil="true" xmlns="${namespace}" />`,
          ),
        )
        assert.equal(await canned.clientFor(binding).InsertTransactionFromFile(), null)
      })

      test('a record', async () => {
        const fields = '<CreditCost>12.50</CreditCost><TotalCredits>1000</TotalCredits>'
        const name = 'SendSmsToMailingList'
        canned.reply(
          answering(
            binding,
            name,
            `<${name}Result>${fields}</${name}Result>`,
            `<SmsMassMessageResult ${XSI} xmlns="${namespace}">${fields}</SmsMassMessageResult>`,
          ),
        )
        assert.deepEqual(await canned.clientFor(binding).SendSmsToMailingList({ listId: 1 }), {
          creditCost: '12.50',
          totalCredits: '1000',
        })
      })

      test('a list of records, and an empty one', async () => {
        const items =
          '<RoiResult><Url>http://a.test/?b&amp;c</Url><Clicks>3</Clicks><Closures>1</Closures><Value>1E-07</Value></RoiResult>' +
          '<RoiResult><Clicks>0</Clicks><Closures>0</Closures><Value>INF</Value></RoiResult>'
        canned.reply(
          answering(
            binding,
            'GetRoiResults',
            `<GetRoiResultsResult>${items}</GetRoiResultsResult>`,
            `<ArrayOfRoiResult xmlns="${namespace}">${items}</ArrayOfRoiResult>`,
          ),
        )
        assert.deepEqual(await canned.clientFor(binding).GetRoiResults({ sendingId: 1 }), [
          { url: 'http://a.test/?b&c', clicks: 3, closures: 1, value: 1e-7 },
          { url: null, clicks: 0, closures: 0, value: Infinity },
        ])
        canned.reply(
          answering(
            binding,
            'GetRoiResults',
            '<GetRoiResultsResult />',
            `<ArrayOfRoiResult xmlns="${namespace}" />`,
          ),
        )
        assert.deepEqual(await canned.clientFor(binding).GetRoiResults({ sendingId: 1 }), [])
      })

      test('a DataSet: types, cells left out, numbered columns', async () => {
        const columns = [
          'SubscriberID:long',
          'Email:string',
          'Name:string',
          'Format:string',
          'CountryCode:string',
          'PhoneNumber:string',
          'Created:dateTime',
          'Subscribed:dateTime',
          'dd1:string',
          'dd2:string',
          'dd3:string',
        ]
        const row =
          '<Subscriber diffgr:id="Subscriber1" ' +
          'msdata:rowOrder="0"><SubscriberID>5000000001</SubscriberID><Email>a@b.test</Email><Name ' +
          '/>' +
          '<Format>Text</Format><Created>2024-05-01T10:20:30+01:00</Created><dd2 ' +
          'xml:space="preserve"> </dd2></Subscriber>'
        const data = dataSet('Subscriber', columns, row)
        const name = 'GetPagedSubscribers'
        canned.reply(
          answering(
            binding,
            name,
            `<${name}Result>${data}</${name}Result>`,
            `<DataSet xmlns="${namespace}">${data}</DataSet>`,
          ),
        )
        const rows = await canned
          .clientFor(binding)
          .GetPagedSubscribers({ listId: 1, page: 1, size: 10 })
        assert.deepEqual(rows, [
          {
            id: 5000000001,
            email: 'a@b.test',
            name: '',
            format: 'text',
            countryCode: null,
            phone: null,
            created: new Date('2024-05-01T09:20:30Z'),
            subscribed: null,
            fields: ['', ' '],
          },
        ])
        assert.deepEqual(columnsOf(rows).at(-1), { name: 'dd3', type: 'xs:string' })
      })

      test('a DataSet: a column named by the caller, and no rows', async () => {
        const columns = [
          'SubscriberId:long',
          'Email:string',
          'Name:string',
          'ViewTime:dateTime',
          'Odd_x0020_name:string',
        ]
        const row =
          '<View diffgr:id="View1" ' +
          'msdata:rowOrder="0"><ViewTime>2024-05-01T10:20:30.5+01:00</ViewTime><Odd_x0020_name>x</Odd_x0020_name></View>'
        const name = 'GetReportViewsByDateInterval'
        for (const [content, expected] of [
          [
            row,
            [
              {
                subscriberId: null,
                email: null,
                name: null,
                viewed: new Date('2024-05-01T09:20:30.5Z'),
                fieldValue: 'x',
              },
            ],
          ],
          ['', []],
        ] as const) {
          const data = dataSet('View', columns, content)
          canned.reply(
            answering(
              binding,
              name,
              `<${name}Result>${data}</${name}Result>`,
              `<DataSet xmlns="${namespace}">${data}</DataSet>`,
            ),
          )
          const rows = await canned
            .clientFor(binding)
            .GetReportViewsByDateInterval({ sendingId: 1, field: 'Odd name' })
          assert.deepEqual(rows, expected)
          assert.equal(columnsOf(rows).at(-1)!.name, 'Odd name')
        }
      })

      test('a refusal', async () => {
        canned.reply(refusing(binding, 'There is no &lt;such&gt; list.', -3, 'no-such-list'))
        await assert.rejects(
          canned.clientFor(binding).SendSmsToMailingList({ listId: 1 }),
          (error: unknown) => {
            assert.ok(error instanceof ServiceFault)
            const { status, text, refusal, faultcode, operation } = error
            assert.deepEqual(
              [status, text, operation],
              [500, 'There is no <such> list.', 'SendSmsToMailingList'],
            )
            assert.deepEqual(refusal, { code: -3, reason: 'no-such-list' })
            assert.equal(faultcode, binding.startsWith('soap') ? 'Client' : '')
            return true
          },
        )
      })

      test('an answer that is no fault either', async () => {
        canned.reply({
          status: 400,
          type: 'text/plain; charset=utf-8',
          body: 'The XML ends too early.\r\n',
        })
        await assert.rejects(canned.clientFor(binding).GetOptOutAll(), {
          status: 400,
          text: 'The XML ends too early.',
          refusal: undefined,
        })
        canned.reply({ status: 413, type: 'text/xml; charset=utf-8', body: '' })
        await assert.rejects(canned.clientFor(binding).GetOptOutAll(), { status: 413, text: '' })
      })
    })
  }

  test('all of it over one connection', () => {
    assert.equal(canned.connections(), 1)
  })
})

/**
 * Values of typed parameters that can't be read: faults in the words of classic services, whatever
 * else is wrong.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { get, post, type Service, soap11, soap12, startService } from './service.ts'

describe('values that can not be read, in SOAP', () => {
  let service: Service
  before(async () => {
    service = await startService({})
  })
  after(() => service.close())

  const cases: [why: string, operation: string, params: string, inner: string][] = [
    [
      'no number',
      'GetPagedSubscribers',
      '<pageIndex>abc</pageIndex>',
      'Input string was not in a correct format.',
    ],
    [
      'only space',
      'GetPagedSubscribers',
      '<pageIndex> </pageIndex>',
      'Input string was not in a correct format.',
    ],
    [
      'out of range',
      'GetPagedSubscribers',
      '<pageIndex>3000000000</pageIndex>',
      'Value was either too large or too small for an Int32.',
    ],
    [
      '30 digits',
      'GetPagedSubscribers',
      `<pageIndex>${'9'.repeat(30)}</pageIndex>`,
      'Value was either too large or too small for an Int32.',
    ],
    [
      'no boolean',
      'InsertCsvSubscribersFromFileCustom',
      '<blnHasHeaders>yes</blnHasHeaders>',
      "The string 'yes' is not a valid Boolean value.",
    ],
    [
      'no date',
      'GetTriggerViews',
      '<fromDate>soon</fromDate>',
      "The string 'soon' is not a valid AllXsd value.",
    ],
    [
      'no such day',
      'GetTriggerViews',
      '<toDate>2026-02-30</toDate>',
      "The string '2026-02-30' is not a valid AllXsd value.",
    ],
    [
      'two characters',
      'InsertCsvSubscribersFromFileCustom',
      '<chrQuote>;;</chrQuote>',
      'Input string was not in a correct format.',
    ],
    [
      'no such character',
      'InsertCsvSubscribersFromFileCustom',
      '<chrQuote>70000</chrQuote>',
      'Value was either too large or too small for a UInt16.',
    ],
    [
      'a list',
      'GetNewsletterWebVersionUrlByFilters',
      '<intFilterIds><int>1</int><int/></intFilterIds>',
      'Input string was not in a correct format.',
    ],
  ]
  for (const [why, operation, params, inner] of cases) {
    test(why, async () => {
      const needed = operation === 'GetPagedSubscribers' ? 'strMailingListId' : 'strMailingListID'
      const all = `<${needed}>1</${needed}>${params}`
      for (const call of [soap11, soap12]) {
        const answer = await call(service, operation, all)
        assert.equal(answer.status, 500)
        const [, place, rest] =
          /There is an error in XML document (\(1, \d+\))\. ---&gt; (.*?)<\//.exec(answer.body) ??
          []
        assert.ok(place, answer.body)
        assert.equal(rest, inner)
        assert.match(answer.body, /soap:Client|soap:Sender/)
        assert.match(answer.body, /<detail \/>|<soap:Detail \/>/)
        assert.equal(answer.headers['cache-control'], 'private')
      }
    })
  }
})

describe('a value that can not be read beside a text that breaks its rule', () => {
  let service: Service
  before(async () => {
    service = await startService({})
  })
  after(() => service.close())

  const cases: [why: string, operation: string, params: [name: string, text: string][]][] = [
    ['no list is given', 'GetPagedSubscribers', [['pageIndex', 'abc']]],
    [
      'the list is no id',
      'GetPagedSubscribers',
      [
        ['strMailingListId', 'x'],
        ['pageIndex', 'abc'],
      ],
    ],
    [
      'it stands first',
      'GetPagedSubscribers',
      [
        ['pageIndex', 'abc'],
        ['strMailingListId', 'x'],
      ],
    ],
    [
      'the result is a number',
      'InsertSubscription',
      [
        ['strSubscriberID', 'x'],
        ['strMailingListID', 'abc'],
      ],
    ],
  ]
  for (const [why, operation, params] of cases) {
    test(why, async () => {
      const xml = params.map(([name, text]) => `<${name}>${text}</${name}>`).join('')
      const form = params.map(param => param.join('=')).join('&')
      for (const call of [soap11, soap12]) {
        const answer = await call(service, operation, xml)
        assert.equal(answer.status, 500)
        assert.match(answer.body, /Input string was not in a correct format\./)
      }
      for (const call of [get, post]) {
        const answer = await call(service, operation, form)
        assert.equal(answer.status, 500)
        assert.match(answer.body, /^Cannot convert abc to System\.Int32\./)
      }
      assert.equal(service.observed.at(-1)?.outcome, 'client-fault')
    })
  }

  test('one that is missing in a form', async () => {
    for (const call of [get, post]) {
      const answer = await call(service, 'GetPagedSubscribers', 'strMailingListId=x')
      assert.deepEqual([answer.status, answer.body], [500, 'Missing parameter: pageIndex.\r\n'])
    }
  })

  test('of two texts the first is named', async () => {
    const answer = await get(
      service,
      'GetLinkInfoInExcelFormat',
      'strStartTime=soon&strEndTime=later',
    )
    assert.match(answer.body, /strStartTime must be a date/)
  })
})

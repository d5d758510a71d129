/**
 * HTTP GET and POST: parameters as text, their character sets and escapes, and the errors of
 * classic forms.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Handlers } from '../../src/operations/handler.ts'
import { leastMillis } from '../support/processor-time.ts'
import { type Answer, get, http, PATH, post, type Service, startService } from './service.ts'

const handlers: Partial<Handlers> = {
  InsertMailingList: async () => 17,
  GetPagedSubscribers: async () => [],
  InsertCsvSubscribersFromFileCustom: async () => 1,
  GetNewsletterWebVersionUrlByFilters: async () => 'u',
  GetTriggerViews: async () => [],
}

describe('forms', () => {
  let service: Service
  before(async () => {
    service = await startService(handlers)
  })
  after(() => service.close())
  beforeEach(() => {
    service.inputs.length = 0
  })
  const last = () => service.inputs.at(-1) as Record<string, unknown>
  const plain = (answer: Answer, line: string) => {
    assert.equal(answer.status, 500)
    assert.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(answer.body, `${line}\r\n`)
  }
  const both = [get, post]

  test('names in any letter case; a name given twice is joined by a comma; unknown ones are ignored', async () => {
    for (const call of both) {
      await call(
        service,
        'InsertMailingList',
        'STRLISTNAME=a&strFromName=b&strfromname=c&other=x&&=&strDescription',
      )
      assert.deepEqual(last(), {
        name: 'a',
        fromName: 'b,c',
        fromEmail: '',
        description: '',
        characterSet: '',
      })
    }
  })

  test('GET reads the query only, POST the form only', async () => {
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const form = 'strUsername=account&strPassword=secret&strListName=form'
    await http(
      service,
      'POST',
      `${PATH}/InsertMailingList?strListName=query&strFromName=q`,
      type,
      form,
    )
    assert.equal(last().name, 'form')
    assert.equal(last().fromName, '')
  })

  test('escapes: plus, percent, and the units that .NET proxies send', async () => {
    const name = async (text: string, type?: string) => {
      await post(service, 'InsertMailingList', `strListName=${text}`, type)
      return last().name
    }
    assert.equal(await name('%C3%85sa+%26+%3d%2B'), 'Åsa & =+')
    assert.equal(await name('%u00c5sa+%u20AC+%uD83D%uDE00+%C3%96'), 'Åsa € 😀 Ö')
    assert.equal(await name('100%+%zz+%u12+%'), '100% %zz %u12 %')
    assert.equal(await name('Åsa'), 'Åsa')
    assert.equal(
      await name('%C5sa', 'application/x-www-form-urlencoded; charset=iso-8859-1'),
      'Åsa',
    )
    assert.equal(await name('%80', 'application/x-www-form-urlencoded; charset=windows-1252'), '€')
    assert.equal(await name('%C3%85', 'application/x-www-form-urlencoded; charset=utf-16'), 'Å')
    await get(service, 'InsertMailingList', 'strListName=%u00c5sa+%C3%96')
    assert.equal(last().name, 'Åsa Ö')
  })

  test('what no text may hold is refused: NUL, other controls, half a character', async () => {
    for (const value of ['a%00', '%01', '%1f', '%u0000', '%uD83D', '%uDE00%uD83D', '%uFFFE']) {
      for (const call of both)
        assert.match(
          (await call(service, 'InsertMailingList', `strListName=${value}`)).body,
          />-2</,
          value,
        )
    }
    assert.equal(service.inputs.length, 0)
    assert.equal((await get(service, 'InsertMailingList', 'strListName=a%09b%0D%0Ac')).status, 200)
    assert.equal(last().name, 'a\tb\r\nc')
    assert.equal(service.observed.find(({ outcome }) => outcome === 'refused')?.reason, 'not-valid')
  })

  test('a value that is no UTF-8 is windows-1252, value by value', async () => {
    for (const call of both) {
      await call(
        service,
        'InsertMailingList',
        'strListName=%C5sa+%80&strFromName=%C3%85sa&strDescription=%u00c5+%D6',
      )
      assert.deepEqual([last().name, last().fromName, last().description], ['Åsa €', 'Åsa', 'Å Ö'])
    }
    const form = (charset: string) => `application/x-www-form-urlencoded; charset=${charset}`
    for (const charset of ['utf-8', "'utf-8'", 'us-ascii', 'klingon', 'utf-16']) {
      await post(
        service,
        'InsertMailingList',
        'strListName=%C5sa&strFromName=%C3%85sa',
        form(charset),
      )
      assert.deepEqual([last().name, last().fromName], ['Åsa', 'Åsa'], charset)
    }
    const type = { 'Content-Type': form('utf-8') }
    const raw = Buffer.from('strUsername=account&strPassword=secret&strListName=Åsa\0', 'latin1')
    await http(service, 'POST', `${PATH}/InsertMailingList`, type, raw)
    assert.equal(last().name, 'Åsa')
  })

  test('bytes that are no text of another set that the form names are -2', async () => {
    const shift = 'application/x-www-form-urlencoded; charset=shift_jis'
    assert.match(
      (await post(service, 'InsertMailingList', 'strListName=%FF&strListName=a', shift)).body,
      />-2</,
    )
    assert.equal(service.inputs.length, 0)
  })

  test('a long form whose values are no text takes time in proportion', async () => {
    const millis = (values: number, charset: string, enough: number) => {
      const type = `application/x-www-form-urlencoded; charset=${charset}`
      const form = 'strListName=%C5%FF&'.repeat(values)
      return leastMillis(
        async () =>
          assert.equal((await post(service, 'InsertMailingList', form, type)).status, 200),
        enough,
      )
    }
    for (const charset of ['utf-8', 'shift_jis']) {
      await millis(20_000, charset, 0)
      const few = await millis(20_000, charset, 10)
      const enough = 30 * Math.max(few, 10)
      const many = await millis(160_000, charset, enough)
      assert.ok(many <= enough, `${charset}: ${few} and ${many} ms`)
    }
  })

  test('a text may be left out, a number may not', async () => {
    for (const call of both) {
      assert.equal((await call(service, 'InsertMailingList')).status, 200)
      plain(
        await call(service, 'GetPagedSubscribers', 'strMailingListId=1&pageIndex=1'),
        'Missing parameter: pageSize.',
      )
      plain(
        await call(service, 'GetPagedSubscribers', 'strMailingListId=1&pageIndex=&pageSize=1'),
        'Missing parameter: pageIndex.',
      )
      plain(
        await call(service, 'GetTriggerViews', 'triggerId=1&fromDate=2026-01-01'),
        'Missing parameter: toDate.',
      )
      plain(
        await call(service, 'InsertCsvSubscribersFromFileCustom', 'strMailingListID=1'),
        'Missing parameter: chrDelimiter.',
      )
    }
  })

  test('values that can not be read', async () => {
    const cases: [operation: string, form: string, line: string][] = [
      [
        'GetPagedSubscribers',
        'strMailingListId=1&pageIndex=abc&pageSize=1',
        'Cannot convert abc to System.Int32.\r\n' +
          'Parameter name: type ---> Input string was not in a correct format.',
      ],
      [
        'GetPagedSubscribers',
        'strMailingListId=1&pageIndex=%3Cb%3E&pageSize=1',
        'Cannot convert &lt;b&gt; to System.Int32.\r\n' +
          'Parameter name: type ---> Input string was not in a correct format.',
      ],
      [
        'GetPagedSubscribers',
        'strMailingListId=1&pageIndex=3000000000&pageSize=1',
        'Cannot convert 3000000000 to System.Int32.\r\n' +
          'Parameter name: type ---> Value was either too large or too small for an Int32.',
      ],
      [
        'InsertCsvSubscribersFromFileCustom',
        'strMailingListID=1&chrDelimiter=&chrQuote=&chrEscape=&chrComment=&blnHasHeaders=yes',
        'Cannot convert yes to System.Boolean.\r\n' +
          'Parameter name: type ---> String was not recognized as a valid Boolean.',
      ],
      [
        'InsertCsvSubscribersFromFileCustom',
        'strMailingListID=1&chrDelimiter=;;&chrQuote=&chrEscape=&chrComment=&blnHasHeaders=1',
        'Cannot convert ;; to System.Char.\r\n' +
          'Parameter name: type ---> String must be exactly one character long.',
      ],
      [
        'GetTriggerViews',
        'triggerId=1&fromDate=soon&toDate=2026-01-01',
        'Cannot convert soon to System.DateTime.\r\n' +
          'Parameter name: type ---> The string was not recognized as a valid DateTime. ' +
          'There is an unknown word starting at index 0.',
      ],
      [
        'GetNewsletterWebVersionUrlByFilters',
        'intNewsletterId=1&intFilterIds=1&intFilterIds=x',
        'Cannot convert x to System.Int32.\r\n' +
          'Parameter name: type ---> Input string was not in a correct format.',
      ],
    ]
    for (const [operation, form, line] of cases)
      for (const call of both) plain(await call(service, operation, form), line)
    assert.equal(service.inputs.length, 0)
  })

  test('characters stand for themselves; empty, 0 and NUL are the default', async () => {
    const rest = 'strMailingListID=1&chrQuote=%00&chrEscape=0&chrComment=%23&blnHasHeaders=True'
    await post(service, 'InsertCsvSubscribersFromFileCustom', `chrDelimiter=\\t&${rest}`)
    assert.deepEqual(last(), {
      listId: 1,
      url: '',
      delimiter: '\t',
      quote: '"',
      escape: '',
      comment: '#',
      hasHeaders: true,
    })
    await post(service, 'InsertCsvSubscribersFromFileCustom', `chrDelimiter=%7C&${rest}`)
    assert.equal(last().delimiter, '|')
    await post(service, 'InsertCsvSubscribersFromFileCustom', `chrDelimiter=&${rest}`)
    assert.equal(last().delimiter, ';')
    await post(service, 'InsertCsvSubscribersFromFileCustom', `chrDelimiter=1&${rest}`)
    assert.equal(last().delimiter, '1')
  })

  test('a list is repeated, or separated by commas, or not there', async () => {
    const ids = async (query: string) => {
      await get(service, 'GetNewsletterWebVersionUrlByFilters', `intNewsletterId=1${query}`)
      return last().filterIds
    }
    assert.deepEqual(await ids('&intFilterIds=1&INTFILTERIDS=2'), [1, 2])
    assert.deepEqual(await ids('&intFilterIds=1,+2'), [1, 2])
    assert.deepEqual(await ids('&intFilterIds='), [])
    assert.deepEqual(await ids(''), [])
  })

  test('another content type', async () => {
    plain(
      await post(service, 'InsertMailingList', '', 'text/plain'),
      'Request format is invalid: text/plain.',
    )
    plain(await http(service, 'POST', `${PATH}/InsertMailingList`), 'Request format is invalid: .')
    const kept = await post(
      service,
      'InsertMailingList',
      '',
      'application/x-www-form-urlencoded; charset=UTF-8',
    )
    assert.equal(kept.status, 200)
  })

  test('answers have lines that end in CR LF, and none at the end', async () => {
    const answer = await get(
      service,
      'GetPagedSubscribers',
      'strMailingListId=1&pageIndex=1&pageSize=1',
    )
    assert.match(
      answer.body,
      /^<\?xml version="1.0" encoding="utf-8"\?>\r\n<DataSet .*<\/DataSet>$/s,
    )
    assert.doesNotMatch(answer.body, /[^\r]\n/)
  })
})

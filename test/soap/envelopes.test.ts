/**
 * SOAP requests: which operation they are for, how parameters are read. Character sets are in
 * character-sets.test.ts.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Handlers } from '../../src/operations/handler.ts'
import {
  type Answer,
  credentials,
  envelope,
  http,
  NS,
  operation,
  PATH,
  type Service,
  SOAP11,
  SOAP12,
  soap11,
  soap12,
  startService,
} from './service.ts'

const handlers: Partial<Handlers> = {
  InsertMailingList: async () => 17,
  InsertSubscriber: async () => 1,
  GetPagedSubscribers: async () => [],
  InsertCsvSubscribersFromFileCustom: async () => 1,
  GetNewsletterWebVersionUrlByFilters: async () => 'u',
  GetTriggerViews: async () => [],
  GetMailingLists: async () => [],
}

describe('envelopes', () => {
  let service: Service
  before(async () => {
    service = await startService(handlers)
  })
  after(() => service.close())
  beforeEach(() => {
    service.inputs.length = 0
  })
  const last = () => service.inputs.at(-1) as Record<string, unknown>
  const send = (headers: Record<string, string>, body: string | Buffer): Promise<Answer> =>
    http(service, 'POST', PATH, headers, body)
  const xml = (extra: Record<string, string> = {}) => ({
    'Content-Type': 'text/xml; charset=utf-8',
    ...extra,
  })
  const called = (answer: Answer) => assert.match(answer.body, /<InsertMailingListResult>17</)
  const faulted = (answer: Answer, sentence: string | RegExp) => {
    assert.equal(answer.status, 500)
    const text = /<(?:faultstring|soap:Text xml:lang="en")>(.*?)<\//s
      .exec(answer.body)?.[1]
      ?.replaceAll('&gt;', '>')
    if (typeof sentence === 'string') assert.equal(text, sentence)
    else assert.match(text ?? answer.body, sentence)
    assert.equal(service.observed.at(-1)?.outcome, 'client-fault')
  }
  const body = envelope(operation('InsertMailingList'))
  const body12 = envelope(operation('InsertMailingList'), SOAP12)

  describe('which operation', () => {
    test('SOAPAction, quoted or not, encoded or not', async () => {
      for (const action of [
        `"${NS}InsertMailingList"`,
        `${NS}InsertMailingList`,
        `"${encodeURIComponent(NS)}InsertMailingList"`,
      ]) {
        called(await send(xml({ SOAPAction: action }), body))
      }
    })

    test('an unknown or empty SOAPAction', async () => {
      const sentence = (value: string) =>
        `Server did not recognize the value of HTTP Header SOAPAction: ${value}.`
      faulted(await send(xml({ SOAPAction: `"${NS}Nope"` }), body), sentence(`${NS}Nope`))
      faulted(await send(xml({ SOAPAction: '""' }), body), sentence(''))
      faulted(await send(xml({ SOAPAction: '' }), body), sentence(''))
      faulted(
        await send(xml({ SOAPAction: 'InsertMailingList' }), body),
        sentence('InsertMailingList'),
      )
    })

    test('without SOAPAction the element decides, in both versions', async () => {
      called(await send(xml(), body))
      const answer = await send({ 'Content-Type': 'application/soap+xml' }, body12)
      called(answer)
      assert.equal(answer.headers['content-type'], 'application/soap+xml; charset=utf-8')
    })

    test('a 1.2 envelope as text/xml is answered in 1.2; a 1.1 envelope as application/soap+xml is 415', async () => {
      const answer = await send(xml({ SOAPAction: `${NS}InsertMailingList` }), body12)
      called(answer)
      assert.equal(answer.headers['content-type'], 'application/soap+xml; charset=utf-8')
      const refused = await send({ 'Content-Type': 'application/soap+xml' }, body)
      assert.deepEqual([refused.status, refused.body], [415, ''])
    })

    test('the action parameter of 1.2: a known one counts, an unknown one does no harm', async () => {
      const typed = (action: string) => ({
        'Content-Type': `application/soap+xml; charset=utf-8; action="${action}"`,
      })
      called(await send(typed(`${NS}InsertMailingList`), body12))
      called(await send(typed('urn:other'), body12))
      faulted(
        await send(typed(`${NS}Nope`), envelope(`<x xmlns="${NS}"/>`, SOAP12)),
        `Unable to handle request. The action '${NS}Nope' was not recognized.`,
      )
      faulted(
        await send(typed(`${NS}GetMailingLists`), body12),
        /GetMailingLists.*InsertMailingList/,
      )
    })

    test('a SOAPAction beside application/soap+xml is not looked at', async () => {
      called(
        await send({ 'Content-Type': 'application/soap+xml', SOAPAction: `${NS}Nope` }, body12),
      )
    })

    test('an unknown element, or a known one in another namespace', async () => {
      const sentence =
        'Unable to handle request without a valid action parameter. Please supply a valid soap action.'
      faulted(await send(xml(), envelope(`<Nope xmlns="${NS}"/>`)), sentence)
      faulted(await send(xml(), envelope('')), sentence)
      faulted(
        await send(xml(), envelope('<InsertMailingList xmlns="urn:x"/>')),
        `${sentence} ---> InsertMailingList is an operation of ${NS}, not of urn:x.`,
      )
      faulted(
        await send({ 'Content-Type': 'application/soap+xml' }, envelope('<a/>', SOAP12)),
        sentence,
      )
    })

    test("another operation's element, or the right one in another namespace, under a SOAPAction names both", async () => {
      const action = xml({ SOAPAction: `${NS}InsertMailingList` })
      faulted(
        await send(action, envelope(operation('GetMailingLists'))),
        new RegExp(`${NS}InsertMailingList.*GetMailingLists`),
      )
      faulted(
        await send(action, envelope(operation('InsertMailingList', '', 'urn:x'))),
        /InsertMailingList.*urn:x/,
      )
      faulted(await send(action, envelope('<InsertMailingList/>')), /\(none\)/)
      assert.equal(service.inputs.length, 0)
    })

    test('an empty body under a SOAPAction is a call without parameters', async () => {
      const answer = await send(xml({ SOAPAction: `${NS}InsertMailingList` }), envelope(''))
      assert.match(answer.body, />-1000</)
    })

    test('no Body, no Envelope, another envelope', async () => {
      const missing =
        'Server was unable to read request. ---> Request format is invalid: Missing required soap:Body element.'
      faulted(await send(xml(), `<e:Envelope xmlns:e="${SOAP11}"/>`), missing)
      faulted(await send(xml(), `<e:Envelope xmlns:e="${SOAP11}"><Body/></e:Envelope>`), missing)
      for (const root of [
        '<e:Envelope xmlns:e="urn:x"/>',
        '<Envelope/>',
        `<e:Envelop xmlns:e="${SOAP12}"/>`,
      ]) {
        const answer = await send({ 'Content-Type': 'application/soap+xml' }, root)
        faulted(
          answer,
          /Possible SOAP version mismatch: Envelope namespace .* was unexpected\. Expecting http:\/\/schemas/,
        )
        assert.match(answer.body, /<soap:Header><soap12:Upgrade .*<faultcode>soap:VersionMismatch</)
        assert.equal(answer.headers['content-type'], 'text/xml; charset=utf-8')
      }
    })

    test('content types', async () => {
      for (const type of ['application/xml', 'text/plain', 'multipart/form-data; boundary=x', '']) {
        const answer = await send(type === '' ? {} : { 'Content-Type': type }, body)
        assert.deepEqual([answer.status, answer.body], [415, ''])
      }
      called(await send({ 'Content-Type': 'TEXT/XML;CHARSET="UTF-8"' }, body))
    })
  })

  describe('headers', () => {
    const header = (attributes: string) =>
      `<soap:Header><h:Who xmlns:h="urn:h" ${attributes}/></soap:Header>`
    const with11 = (attributes: string) =>
      send(xml(), envelope(operation('InsertMailingList'), SOAP11, header(attributes)))
    const with12 = (attributes: string) =>
      send(
        { 'Content-Type': 'application/soap+xml' },
        envelope(operation('InsertMailingList'), SOAP12, header(attributes)),
      )

    test('unknown ones are ignored', async () => {
      called(await with11(''))
      called(await with11('mustUnderstand="1"'))
      called(await with11('soap:mustUnderstand="0"'))
      called(await with11('soap:mustUnderstand="1" soap:actor="urn:somebody-else"'))
      called(await with12('soap:mustUnderstand="false"'))
    })

    test('unless they must be understood: then nothing is done', async () => {
      const before = service.inputs.length
      const one = await with11('soap:mustUnderstand="1"')
      faulted(one, 'SOAP header Who was not understood.')
      assert.match(one.body, /<faultcode>soap:MustUnderstand</)
      assert.doesNotMatch(one.body, /detail/)
      const two = await with12('soap:mustUnderstand="true"')
      assert.match(two.body, /<soap:Value>soap:MustUnderstand</)
      assert.doesNotMatch(two.body, /Detail/)
      assert.equal(service.inputs.length, before)
    })
  })

  describe('parameters', () => {
    test('any order, unknown ones, the first of two, in our namespace or in none, whatever the prefix', async () => {
      await send(
        xml(),
        `<e:Envelope xmlns:e="${SOAP11}" xmlns:n="${NS}" xmlns:o="urn:o"><e:Body><n:InsertMailingList>` +
          '<n:strDescription>d<!-- c --><![CDATA[<&>]]>&#229;</n:strDescription><o:strListName>other</o:strListName>' +
          '<strListName>first</strListName><n:strListName>second</n:strListName><n:unknown><x>1</x></n:unknown>' +
          '<n:strPassword>secret</n:strPassword><n:strUsername>account</n:strUsername></n:InsertMailingList><n:second/></e:Body></e:Envelope>',
      )
      assert.deepEqual(last(), {
        name: 'first',
        fromName: '',
        fromEmail: '',
        description: 'd<&>å',
        characterSet: '',
      })
    })

    test('nil and missing are not given; white space stays', async () => {
      const nil = 'xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"'
      await soap11(
        service,
        'InsertMailingList',
        `<strListName ${nil}>x</strListName><strFromName> a\r\n </strFromName>`,
      )
      assert.deepEqual(last(), {
        name: '',
        fromName: ' a\n ',
        fromEmail: '',
        description: '',
        characterSet: '',
      })
    })

    test('a missing number is 0, a missing boolean false, missing dates the beginning of time and now', async () => {
      await soap11(
        service,
        'GetPagedSubscribers',
        '<strMailingListId>1</strMailingListId><pageSize/>',
      )
      assert.deepEqual(last(), { listId: 1, page: 0, size: 0 })
      await soap11(service, 'GetTriggerViews')
      const { triggerId, from, until } = last() as { triggerId: number; from: Date; until: Date }
      assert.equal(triggerId, 0)
      assert.equal(from.getTime(), 0)
      assert.ok(Math.abs(until.getTime() - Date.now()) < 5_000)
    })

    test('booleans in any letter case, numbers with space around', async () => {
      for (const [text, value] of [
        ['true', true],
        ['True', true],
        ['1', true],
        ['0', false],
        [' FALSE ', false],
      ] as const) {
        await soap11(
          service,
          'InsertCsvSubscribersFromFileCustom',
          `<strMailingListID> 7 </strMailingListID><blnHasHeaders>${text}</blnHasHeaders>`,
        )
        assert.equal(last().hasHeaders, value)
        assert.equal(last().listId, 7)
      }
    })

    test('a character is its number; one that is no digit is itself; 0 is the default', async () => {
      const read = async (text: string) => {
        await soap11(
          service,
          'InsertCsvSubscribersFromFileCustom',
          `<strMailingListID>1</strMailingListID><chrDelimiter>${text}</chrDelimiter>`,
        )
        return last().delimiter
      }
      assert.equal(await read('124'), '|')
      assert.equal(await read(' 9 '), '\t')
      assert.equal(await read('1'), '\x01')
      assert.equal(await read(','), ',')
      assert.equal(await read('0'), ';')
      assert.equal(await read(''), ';')
    })

    test('a list of numbers', async () => {
      await soap11(
        service,
        'GetNewsletterWebVersionUrlByFilters',
        '<intNewsletterId>1</intNewsletterId><intFilterIds> <int>1</int>\n<other>5</other><int> 2 </int></intFilterIds>',
      )
      assert.deepEqual(last(), { newsletterId: 1, filterIds: [1, 2] })
      await soap11(service, 'GetNewsletterWebVersionUrlByFilters', '<intFilterIds/>')
      assert.deepEqual(last(), { newsletterId: 0, filterIds: [] })
    })

    test('dates with and without a zone', async () => {
      const read = async (text: string) => {
        await soap11(service, 'GetTriggerViews', `<fromDate>${text}</fromDate>`)
        return (last().from as Date).toISOString()
      }
      assert.equal(await read('2026-11-21T14:00:00'), '2026-11-21T13:00:00.000Z')
      assert.equal(await read('2026-11-21T14:00:00Z'), '2026-11-21T14:00:00.000Z')
      assert.equal(await read('2026-11-21T14:00:00.1234567+02:00'), '2026-11-21T12:00:00.123Z')
      assert.equal(await read('2026-11-21'), '2026-11-20T23:00:00.000Z')
    })

    test('elements where text is due', async () => {
      faulted(
        await soap11(service, 'InsertMailingList', '<strListName>a<b>c</b></strListName>'),
        /strListName holds elements.*escape it/,
      )
    })
  })

  test('the credentials of a call are checked after its arguments', async () => {
    const wrong = credentials.replace('secret', 'wrong')
    const page = (params: string) =>
      send(
        xml(),
        envelope(`<GetPagedSubscribers xmlns="${NS}">${wrong}${params}</GetPagedSubscribers>`),
      )
    faulted(
      await page('<strMailingListId>1</strMailingListId><pageIndex>x</pageIndex>'),
      /Input string was not in a correct format/,
    )
    assert.match((await page('<strMailingListId>1</strMailingListId>')).body, /<Code>-1000</)
    const insert = (params: string) =>
      send(xml(), envelope(`<InsertSubscriber xmlns="${NS}">${wrong}${params}</InsertSubscriber>`))
    assert.match((await insert('<strMailingListID>x</strMailingListID>')).body, />-2</)
    assert.match((await insert('<strMailingListID>1</strMailingListID>')).body, />-1000</)
    assert.equal(
      (await soap12(service, 'InsertSubscriber', '<strMailingListID>1</strMailingListID>')).status,
      200,
    )
  })
})

/** Parameters of SOAP requests: how they are read, and what is wrong with them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { envelopeSuite } from './envelopes-setup.ts'
import { credentials, envelope, NS, SOAP11, soap11, soap12 } from './service.ts'

describe('envelopes', () => {
  const { service, last, send, xml, faulted } = envelopeSuite()

  describe('parameters', () => {
    test('any order, unknown ones, the first of two, in our namespace or in none, whatever the prefix', async () => {
      await send(
        xml(),
        `<e:Envelope xmlns:e="${SOAP11}" xmlns:n="${NS}" ` +
          'xmlns:o="urn:o"><e:Body><n:InsertMailingList>' +
          '<n:strDescription>d<!-- c ' +
          '--><![CDATA[<&>]]>&#229;</n:strDescription><o:strListName>other</o:strListName>' +
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
        service(),
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
        service(),
        'GetPagedSubscribers',
        '<strMailingListId>1</strMailingListId><pageSize/>',
      )
      assert.deepEqual(last(), { listId: 1, page: 0, size: 0 })
      await soap11(service(), 'GetTriggerViews')
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
          service(),
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
          service(),
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
        service(),
        'GetNewsletterWebVersionUrlByFilters',
        '<intNewsletterId>1</intNewsletterId><intFilterIds> <int>1</int>\n' +
          '<other>5</other><int> 2 </int></intFilterIds>',
      )
      assert.deepEqual(last(), { newsletterId: 1, filterIds: [1, 2] })
      await soap11(service(), 'GetNewsletterWebVersionUrlByFilters', '<intFilterIds/>')
      assert.deepEqual(last(), { newsletterId: 0, filterIds: [] })
    })

    test('dates with and without a zone', async () => {
      const read = async (text: string) => {
        await soap11(service(), 'GetTriggerViews', `<fromDate>${text}</fromDate>`)
        return (last().from as Date).toISOString()
      }
      assert.equal(await read('2026-11-21T14:00:00'), '2026-11-21T13:00:00.000Z')
      assert.equal(await read('2026-11-21T14:00:00Z'), '2026-11-21T14:00:00.000Z')
      assert.equal(await read('2026-11-21T14:00:00.1234567+02:00'), '2026-11-21T12:00:00.123Z')
      assert.equal(await read('2026-11-21'), '2026-11-20T23:00:00.000Z')
    })

    test('elements where text is due', async () => {
      faulted(
        await soap11(service(), 'InsertMailingList', '<strListName>a<b>c</b></strListName>'),
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
      (await soap12(service(), 'InsertSubscriber', '<strMailingListID>1</strMailingListID>'))
        .status,
      200,
    )
  })
})

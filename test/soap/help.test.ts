/**
 * The pages for people: their classic sentences, and that every sample message printed is one that
 * the service takes and a client reads.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contract, operationNames } from '../../src/contract/index.ts'
import { createDocuments } from '../../src/soap/documents.ts'
import { readEnvelope } from '../../src/soap/envelope.ts'
import { ownValuesIn } from '../../src/soap/own-values.ts'
import { type Plan, plans, type RawParameter } from '../../src/soap/plan.ts'
import { readArguments } from '../../src/soap/read.ts'
import { marks } from '../../src/soap/samples.ts'
import { type Exchange, filled, messageOf } from '../support/samples.ts'
import { readAnswer } from '../support/typed-client/answer.ts'
import { bindings } from '../support/typed-client/request.ts'

const namespace = 'http://pennypost.example/externalapi/v3/'
const url = 'http://mail.example:8080/ExternalAPIService.asmx'
const documents = createDocuments({ namespace, serviceName: 'ExternalAPIService' })

const unescaped = (html: string): string =>
  html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
const words = (html: string): string =>
  unescaped(html.replace(/<style>[\s\S]*?<\/style>|<[^>]+>/g, ''))

describe('the help page', () => {
  const page = documents.help(url)

  test('has the classic sentences and links, in the letter case of the request', () => {
    assert.match(page, /<title>ExternalAPIService Web Service<\/title>/)
    assert.match(
      page,
      /<link rel="alternate" type="text\/xml" href="\/ExternalAPIService.asmx\?disco">/,
    )
    assert.match(
      words(page),
      /The following operations are supported\. For a formal definition, please review the Service Description\./,
    )
    assert.ok(page.includes('href="/ExternalAPIService.asmx?WSDL"'))
  })

  test('lists every operation by name', () => {
    const listed = [...page.matchAll(/\?op=(\w+)"/g)].map(([, name]) => name)
    assert.deepEqual(listed.sort(), [...operationNames].sort())
  })

  test('escapes what the caller or the operator chose', () => {
    const odd = createDocuments({ namespace: 'urn:<&">/', serviceName: '<b>"Mail" & more</b>' })
    const evil = 'http://<script>"x"/ExternalAPIService.asmx'
    for (const text of [
      odd.help(evil),
      odd.operationPage(evil, 'GetLoginLink', true)!,
      odd.methodNotFound(evil, '<script>'),
    ]) {
      assert.ok(!text.includes('<script>') && !text.includes('<b>'))
    }
  })
})

describe('the page of an operation', () => {
  test('there is none for a name that no operation has', () => {
    for (const name of ['Nope', 'insertsubscriber', 'constructor', '__proto__', '']) {
      assert.equal(documents.operationPage(url, name, true), undefined)
    }
    assert.match(
      words(documents.methodNotFound(url, 'Nope')),
      /Method Not Found\s+Method 'Nope' was not found in service ExternalAPIService\./,
    )
  })

  test('has a form for this machine only, and none for lists', () => {
    const local = documents.operationPage(url, 'InsertSubscriber', true)!
    assert.ok(local.includes(`<form action="${url}/InsertSubscriber" method="POST"`))
    const inputs = [...local.matchAll(/<input [^>]*name="(\w+)"/g)].map(([, name]) => name)
    assert.deepEqual(
      inputs,
      plans.get('InsertSubscriber')!.params.map(({ wire }) => wire),
    )
    const remote = documents.operationPage(url, 'InsertSubscriber', false)!
    assert.ok(
      !remote.includes('<form') &&
        remote.includes('only available for requests from the local machine.'),
    )
    const list = documents.operationPage(url, 'GetNewsletterWebVersionUrlByFilters', true)!
    assert.ok(
      !list.includes('<form') &&
        list.includes('only available for methods with primitive types as parameters.'),
    )
  })

  test('prints samples as classic pages do', () => {
    const text = words(documents.operationPage(url, 'GetMailingLists', false)!)
    for (const version of ['SOAP 1.1', 'SOAP 1.2', 'HTTP GET', 'HTTP POST']) {
      const sentence =
        `The following is a sample ${version} request and response.  The placeholders shown ` +
        'need to be replaced with actual values.'
      assert.ok(text.includes(sentence), version)
    }
    for (const part of [
      `POST /ExternalAPIService.asmx HTTP/1.1\nHost: mail.example:8080\n` +
        `Content-Type: text/xml; charset=utf-8\nContent-Length: length\n` +
        `SOAPAction: "${namespace}GetMailingLists"\n\n<?xml`,
      '      <GetMailingListsResult><xsd:schema>schema</xsd:schema>xml</GetMailingListsResult>\n',
      `<DataSet xmlns="${namespace}"><schema ` +
        'xmlns="http://www.w3.org/2001/XMLSchema">schema</schema>xml</DataSet>',
      'GET /ExternalAPIService.asmx/GetMailingLists?strUsername=string&strPassword=string ' +
        'HTTP/1.1\nHost: mail.example:8080\n',
      'Content-Type: application/x-www-form-urlencoded\nContent-Length: length\n\n' +
        'strUsername=string&strPassword=string',
      '<soap12:Body>',
    ]) {
      assert.ok(text.includes(part), part)
    }
  })

  test('has the ids of the reader in samples and links, and nothing else of a query', () => {
    const guid = '8f2b1a52-6d6e-4a3f-9f3e-0c9a7c1d2e3f'
    const query = `account=shop&list=17&project=${guid}&password=x&strPassword=x&newsletter=<b>`
    const own = ownValuesIn(new URLSearchParams(query))
    const text = words(documents.operationPage(url, 'InsertSubscriber', false, own)!)
    for (const part of [
      '<strUsername>shop</strUsername><strPassword>string</strPassword>',
      '<strMailingListID>17</strMailingListID>',
      'strUsername=shop&strPassword=string&',
      "--data-urlencode 'strMailingListID=17'",
      "'strMailingListID' => '17'",
      '    "17")',
    ])
      assert.ok(text.replace(/>\s+</g, '><').includes(part), part)
    assert.ok(
      documents.help(url, own).includes(`&#38;account=shop&#38;list=17&#38;project=${guid}"`),
    )
    const hostile = "account=%27%3Cscript%3E&list=1%22&project=' or 1&trigger=12345678"
    assert.equal(ownValuesIn(new URLSearchParams(hostile)).query, '')
  })

  for (const name of operationNames) {
    test(`${name}: each sample is a call that is read, and an answer that is read back`, () => {
      const exchanges = samplesIn(documents.operationPage(url, name, false)!, name)
      const results = bindings.map((binding, index) => {
        const { request, response } = exchanges[index]!
        const plan = plans.get(name)!
        const { input } = binding.startsWith('soap')
          ? readSoap(request.body)
          : readArguments(plan, givenBy(request, plan), undefined)
        assert.deepEqual(Object.keys(input), Object.keys(contract[name].params))
        assert.ok(!Object.values(input).includes(undefined), 'every parameter has a value')
        assert.equal(request.headers.host, 'mail.example:8080')
        return readAnswer(name, contract[name], binding, {
          status: 200,
          contentType: response.headers['content-type']!,
          body: response.body,
        })
      })
      for (const result of results) assert.deepEqual(result, results[0])
    })
  }
})

/** The samples as they stand in the page, with values for the placeholders. */
function samplesIn(page: string, name: keyof typeof contract): Exchange[] {
  const messages = page.slice(0, page.indexOf('<h2 id="programs">'))
  const texts = [...messages.matchAll(/<pre[^>]*>([\s\S]*?)<\/pre>/g)].map(([, html], index) => {
    const text = unescaped(html!.replaceAll('<var>', marks.start).replaceAll('</var>', marks.end))
    return messageOf(filled(text, contract[name], index < 4))
  })
  assert.equal(texts.length, 8)
  return [0, 2, 4, 6].map(index => ({ request: texts[index]!, response: texts[index + 1]! }))
}

function readSoap(envelope: string) {
  const { plan, given, locate } = readEnvelope(envelope, namespace)
  return readArguments(plan!, given, locate)
}

function givenBy(
  { start, body }: Exchange['request'],
  { params }: Plan,
): (RawParameter | undefined)[] {
  const [, query = ''] = /\?(\S*) /.exec(start) ?? []
  const form = new URLSearchParams(start.startsWith('GET') ? query : body)
  return params.map(({ wire }) => {
    const items = form.getAll(wire)
    return items.length > 0 ? { text: items[0]!, items, at: 0 } : undefined
  })
}

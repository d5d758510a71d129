/** What is found where: paths, verbs and documents, sections 1 and 9 of the classic wire. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createDocuments } from '../../src/soap/documents.ts'
import {
  envelope,
  get,
  http,
  NS,
  operation,
  PATH,
  type Service,
  SOAP11,
  soap11,
  startService,
} from './service.ts'

describe('addresses', () => {
  let service: Service
  const documents = createDocuments({ namespace: NS, serviceName: 'ExternalAPIService' })
  before(async () => {
    service = await startService({ InsertMailingList: async () => 17 })
  })
  after(() => service.close())

  test('the path in any letter case, the operation exactly', async () => {
    for (const path of ['/ExternalAPIService.asmx', '/EXTERNALAPISERVICE.ASMX', PATH]) {
      const headers = { 'Content-Type': 'text/xml', SOAPAction: `${NS}InsertMailingList` }
      const answer = await http(
        service,
        'POST',
        path,
        headers,
        envelope(operation('InsertMailingList')),
      )
      assert.match(answer.body, />17</)
      assert.equal(
        (
          await http(
            service,
            'GET',
            `${path}/InsertMailingList?strUsername=account&strPassword=secret`,
          )
        ).status,
        200,
      )
    }
    const cased = await get(service, 'insertMailingList')
    assert.equal(cased.status, 500)
    assert.equal(cased.headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(
      cased.body,
      'Invalid method name &#39;insertMailingList&#39;,  method names are case sensitive.   ' +
        'The method name &#39;InsertMailingList&#39; ' +
        'with the same name but different casing was found.\r\nParameter name: methodName\r\n',
    )
    assert.equal(
      (await get(service, 'Nope')).body,
      'Nope Web Service method name is not valid.\r\n',
    )
    assert.equal(
      (await get(service, '__proto__')).body,
      '__proto__ Web Service method name is not valid.\r\n',
    )
    assert.equal((await get(service, 'Insert%4dailingList')).status, 200)
  })

  test('slashes, steps on the spot and escapes, as web servers make them plain', async () => {
    const headers = { 'Content-Type': 'text/xml', SOAPAction: `${NS}InsertMailingList` }
    const url = `http://127.0.0.1:${service.port}/ExternalAPIService.asmx`
    for (const path of ['//', '/./', '/.//', '///././', '/%2f', '/%2E/', '/%2e%2F']) {
      const answer = await http(
        service,
        'POST',
        `${path}externalapiservice.asmx`,
        headers,
        envelope(operation('InsertMailingList')),
      )
      assert.match(answer.body, />17</, path)
      const called = `${path}%65xternalapiservice%2easmx${path}Insert%4DailingList`
      assert.equal(
        (await http(service, 'GET', `${called}?strUsername=account&strPassword=secret`)).status,
        200,
        called,
      )
      assert.equal(
        (await http(service, 'GET', `${path}ExternalAPIService.asmx?wsdl`)).body,
        documents.wsdl(url),
      )
      assert.match((await http(service, 'GET', path)).body, /following operations/, path)
    }
    assert.equal((await get(service, '//')).body.includes('&#39;/&#39;'), true)
    for (const path of [
      '/%',
      '/%zz',
      '/%c5',
      '/..',
      '/%252fexternalapiservice.asmx',
      '/.externalapiservice.asmx',
      '/ext%00ernalapiservice.asmx',
    ])
      assert.equal((await http(service, 'GET', path)).status, 404, path)
    assert.equal(
      (await http(service, 'GET', `/${'/'.repeat(5000)}externalapiservice.asmx`)).status,
      404,
    )
  })

  test('the description, in any letter case, at the address as it was asked for', async () => {
    const url = `http://127.0.0.1:${service.port}/ExternalAPIService.asmx`
    for (const query of [
      'wsdl',
      'WSDL',
      'Wsdl',
      'wsdl=',
      'WSDL&x=1',
      '_=1732&wsdl',
      'a&wsdl=&b',
      '&wsdl',
    ]) {
      const answer = await http(service, 'GET', `/ExternalAPIService.asmx?${query}`)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['content-type'], 'text/xml; charset=utf-8')
      assert.equal(answer.headers['cache-control'], 'private, max-age=0')
      assert.equal(answer.body, documents.wsdl(url))
    }
    assert.equal(
      (await http(service, 'GET', '/ExternalAPIService.asmx?DISCO')).body,
      documents.disco(url),
    )
    assert.equal(
      (await http(service, 'GET', '/ExternalAPIService.asmx?disco&t=1')).body,
      documents.disco(url),
    )
    for (const query of ['schema=x', 'wsdl=x', 'wsdl=x&y=1']) {
      const answer = await http(service, 'GET', `${PATH}?${query}`)
      assert.equal(answer.status, 500)
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    }
  })

  test('the help pages, also at the root', async () => {
    const url = `http://127.0.0.1:${service.port}${PATH}`
    for (const path of [PATH, '/', `${PATH}?`, `${PATH}?x=y`, '/?x']) {
      const answer = await http(service, 'GET', path)
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(answer.body, documents.help(url), path)
    }
    const page = await http(service, 'GET', `${PATH}?op=InsertMailingList`)
    assert.equal(page.body, documents.operationPage(url, 'InsertMailingList', true))
    assert.match((await http(service, 'GET', `${PATH}?op=Nope`)).body, /Method Not Found/)
    assert.deepEqual(service.observed.at(-1)?.binding, 'document')
  })

  test('other verbs', async () => {
    for (const method of ['PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
      const bare = await http(service, method, PATH)
      assert.equal(bare.status, method === 'HEAD' ? 200 : 405)
      assert.equal(bare.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(bare.headers.allow, method === 'HEAD' ? undefined : 'GET, HEAD, POST')
      const called = await http(service, method, `${PATH}/InsertMailingList`)
      assert.equal(called.status, 500)
      const sentence =
        /Request format is unrecognized for URL unexpectedly ending in &#39;\/InsertMailingList&#39;\./
      if (method === 'HEAD') assert.equal(called.body, '')
      else assert.match(called.body, sentence)
    }
    for (const method of ['GET', 'POST', 'PUT']) {
      const answer = await http(service, method, `${PATH}/`)
      assert.equal(answer.status, 500)
      assert.match(answer.body, /ending in &#39;\/&#39;/)
    }
    assert.equal(
      (
        await http(
          service,
          'POST',
          '/',
          { 'Content-Type': 'text/xml' },
          envelope(operation('GetMailingLists')),
        )
      ).status,
      405,
    )
  })

  test('what is not ours', async () => {
    for (const path of ['/externalapiservice.asmxx', '/other', '/externalapiservice.asm']) {
      assert.equal((await http(service, 'GET', path)).status, 404)
    }
  })

  test('scripts are refused', async () => {
    const json = { 'Content-Type': 'application/json' }
    assert.equal(
      (await http(service, 'POST', `${PATH}/InsertMailingList`, json, '{}')).body,
      'Request format is invalid: application/json.\r\n',
    )
    assert.equal((await http(service, 'POST', PATH, json, '{}')).status, 415)
  })

  test('headers of answers', async () => {
    const answer = await soap11(service, 'InsertMailingList')
    const { date, connection, ...rest } = answer.headers
    assert.ok(date && connection)
    assert.deepEqual(rest, {
      'cache-control': 'private, max-age=0',
      'content-type': 'text/xml; charset=utf-8',
      'content-length': String(Buffer.byteLength(answer.body)),
    })
  })

  test('Expect: 100-continue, and a chunked request', async () => {
    const headers = { 'Content-Type': 'text/xml', SOAPAction: `${NS}InsertMailingList` }
    const body = envelope(operation('InsertMailingList'), SOAP11)
    const awaited = {
      ...headers,
      Expect: '100-continue',
      'Content-Length': String(Buffer.byteLength(body)),
    }
    assert.equal((await http(service, 'POST', PATH, awaited, body)).status, 200)
    assert.equal(
      (await http(service, 'POST', PATH, { ...headers, 'Transfer-Encoding': 'chunked' }, body))
        .status,
      200,
    )
  })
})

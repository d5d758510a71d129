/**
 * SOAP requests: which operation they are for, and their headers. Parameters are in
 * envelope-parameters.test.ts, character sets in character-sets.test.ts.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { body, body12, envelopeSuite } from './envelopes-setup.ts'
import { envelope, NS, operation, SOAP11, SOAP12 } from './service.ts'

describe('envelopes', () => {
  const { service, send, xml, called, faulted } = envelopeSuite()

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
        'Unable to handle request without a valid action parameter. Please supply a valid ' +
        'soap action.'
      const none = (name: string) => `${sentence} ---> There is no operation ${name}.`
      faulted(await send(xml(), envelope(`<Nope xmlns="${NS}"/>`)), none('Nope'))
      faulted(await send(xml(), envelope('')), sentence)
      faulted(
        await send(xml(), envelope('<InsertMailingList xmlns="urn:x"/>')),
        `${sentence} ---> InsertMailingList is an operation of ${NS}, not of urn:x.`,
      )
      faulted(
        await send({ 'Content-Type': 'application/soap+xml' }, envelope('<a/>', SOAP12)),
        none('a'),
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
      assert.equal(service().inputs.length, 0)
    })

    test('an empty body under a SOAPAction is a call without parameters', async () => {
      const answer = await send(xml({ SOAPAction: `${NS}InsertMailingList` }), envelope(''))
      assert.match(answer.body, />-1000</)
    })

    test('no Body, no Envelope, another envelope', async () => {
      const missing =
        'Server was unable to read request. ---> Request format is invalid: Missing ' +
        'required soap:Body element.'
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
      const before = service().inputs.length
      const one = await with11('soap:mustUnderstand="1"')
      faulted(one, 'SOAP header Who was not understood.')
      assert.match(one.body, /<faultcode>soap:MustUnderstand</)
      assert.doesNotMatch(one.body, /detail/)
      const two = await with12('soap:mustUnderstand="true"')
      assert.match(two.body, /<soap:Value>soap:MustUnderstand</)
      assert.doesNotMatch(two.body, /Detail/)
      assert.equal(service().inputs.length, before)
    })
  })
})

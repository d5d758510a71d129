/** The character sets that requests in SOAP come in: said by the content type, the declaration or a byte order mark. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Answer, envelope, http, operation, PATH, type Service, startService } from './service.ts'

describe('character sets of envelopes', () => {
  let service: Service
  before(async () => {
    service = await startService({ InsertMailingList: async () => 17 })
  })
  after(() => service.close())
  const last = () => service.inputs.at(-1) as Record<string, unknown>
  const send = (headers: Record<string, string>, body: string | Buffer): Promise<Answer> =>
    http(service, 'POST', PATH, headers, body)

  const text = (declaration: string) =>
    `${declaration}${envelope(operation('InsertMailingList', '<strListName>Åsa Ö</strListName>')).slice(38)}`
  const declared = (charset: string) => text(`<?xml version="1.0" encoding="${charset}"?>`)
  const utf16be = (body: string) => Buffer.from(body, 'utf16le').swap16()
  const bom = '\ufeff'
  const cases: [why: string, type: string, body: Buffer][] = [
    ['none is said', 'text/xml', Buffer.from(text(''))],
    ['by the content type', 'text/xml; charset=iso-8859-1', Buffer.from(text(''), 'latin1')],
    ['by the declaration', 'text/xml', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['by both, as nuSOAP sends it', 'text/xml; charset=ISO-8859-1', Buffer.from(declared('ISO-8859-1'), 'latin1')],
    ['windows-1252', 'text/xml; charset=windows-1252', Buffer.from(text(''), 'latin1')],
    ['a byte order mark', 'text/xml; charset=iso-8859-1', Buffer.from(bom + text(''))],
    ['utf-16 with a mark', 'text/xml; charset=utf-16', Buffer.from(bom + declared('utf-16'), 'utf16le')],
    ['utf-16, big end first', 'text/xml; charset=utf-16', utf16be(bom + declared('utf-16'))],
    ['utf-16 without a mark', 'text/xml', Buffer.from(text(''), 'utf16le')],
    ['utf-16 without a mark, big end first', 'text/xml; charset=utf-16', utf16be(text(''))],
    ['a declaration of utf-16 that is not true', 'text/xml', Buffer.from(declared('utf-16'))],
  ]
  for (const [why, type, bytes] of cases) {
    test(why, async () => {
      const answer = await send({ 'Content-Type': type }, bytes)
      assert.equal(answer.status, 200, answer.body)
      assert.equal(last().name, 'Åsa Ö')
    })
  }

  test('the euro of windows-1252, under either name', async () => {
    const euro = Buffer.from(envelope(operation('InsertMailingList', '<strListName>\u0080</strListName>')), 'latin1')
    for (const charset of ['windows-1252', 'iso-8859-1']) {
      await send({ 'Content-Type': `text/xml; charset=${charset}` }, euro)
      assert.equal(last().name, '€')
    }
  })

  test('bytes that are no text are 400 and say where; an unknown set is 415', async () => {
    const wrong = await send({ 'Content-Type': 'text/xml' }, Buffer.from(text(''), 'latin1'))
    assert.equal(wrong.status, 400)
    assert.match(wrong.body, /^The request is no text in utf-8: line 1, column \d+: [^\n]*\r\n$/)
    const cut = Buffer.from(`${text('')}å`).subarray(0, -1)
    assert.equal((await send({ 'Content-Type': 'text/xml' }, cut)).status, 400)
    const half = Buffer.from(text('').replace('Å', '\ud83d'), 'utf16le')
    assert.equal((await send({ 'Content-Type': 'text/xml' }, half)).status, 400)
    const unknown = await send({ 'Content-Type': 'text/xml; charset=klingon' }, text(''))
    assert.equal(unknown.status, 415)
    assert.match(unknown.body, /klingon/)
    assert.equal((await send({ 'Content-Type': 'text/xml', 'Content-Encoding': 'gzip' }, text(''))).status, 415)
  })
})

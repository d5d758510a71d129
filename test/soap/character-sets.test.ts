/**
 * The character sets that requests in SOAP come in: said by the content type, the declaration or a
 * byte order mark.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type Answer,
  envelope,
  http,
  operation,
  PATH,
  type Service,
  startService,
} from './service.ts'

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
    [
      'by both, as nuSOAP sends it',
      'text/xml; charset=ISO-8859-1',
      Buffer.from(declared('ISO-8859-1'), 'latin1'),
    ],
    ['windows-1252', 'text/xml; charset=windows-1252', Buffer.from(text(''), 'latin1')],
    ['a byte order mark', 'text/xml; charset=iso-8859-1', Buffer.from(bom + text(''))],
    [
      'utf-16 with a mark',
      'text/xml; charset=utf-16',
      Buffer.from(bom + declared('utf-16'), 'utf16le'),
    ],
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
    const euro = Buffer.from(
      envelope(operation('InsertMailingList', '<strListName>\u0080</strListName>')),
      'latin1',
    )
    for (const charset of ['windows-1252', 'iso-8859-1']) {
      await send({ 'Content-Type': `text/xml; charset=${charset}` }, euro)
      assert.equal(last().name, '€')
    }
  })

  const latin1 = Buffer.from(text(''), 'latin1')
  const nul = Buffer.from('\0')
  const lenient: [why: string, type: string, body: Buffer][] = [
    ['windows-1252 where UTF-8 is announced', 'text/xml; charset=utf-8', latin1],
    ['windows-1252 where nothing is said', 'text/xml', latin1],
    [
      'windows-1252 where the declaration says UTF-8',
      'text/xml',
      Buffer.from(declared('utf-8'), 'latin1'),
    ],
    ['us-ascii is no label', 'text/xml; charset=us-ascii', Buffer.from(text(''))],
    [
      'us-ascii is none in a declaration either',
      'text/xml; charset="US-ASCII"',
      Buffer.from(declared('us-ascii')),
    ],
    ['windows-1252 that calls itself us-ascii', 'text/xml; charset=us-ascii', latin1],
    ['an unknown set is none', 'text/xml; charset=klingon', Buffer.from(text(''))],
    [
      'an unknown set, and a declaration',
      'text/xml; charset=utf-7',
      Buffer.from(declared('iso-8859-1'), 'latin1'),
    ],
    ['an unknown set in the declaration', 'text/xml', Buffer.from(declared('klingon'))],
    ['single quotes', "text/xml; charset='iso-8859-1'", latin1],
    ['blanks within the quotes', 'text/xml; charset=" iso-8859-1 "', latin1],
    ['a quote without its fellow', 'text/xml; charset="iso-8859-1', latin1],
    [
      'a NUL behind the envelope',
      'text/xml; charset=utf-8',
      Buffer.concat([Buffer.from(text('')), nul]),
    ],
    ['many NULs', 'text/xml', Buffer.concat([latin1, Buffer.alloc(1000)])],
    ['a NUL of UTF-16', 'text/xml; charset=utf-16', Buffer.from(`${bom}${text('')}\0`, 'utf16le')],
  ]
  for (const [why, type, bytes] of lenient) {
    test(why, async () => {
      const answer = await send({ 'Content-Type': type }, bytes)
      assert.equal(answer.status, 200, answer.body)
      assert.equal(last().name, 'Åsa Ö')
    })
  }

  test('a body that is no UTF-8 is windows-1252 as a whole', async () => {
    const mixed = Buffer.concat([
      Buffer.from(text('').split(' Ö')[0]!),
      Buffer.from(' \x80Ö</strListName></InsertMailingList></soap:Body></soap:Envelope>', 'latin1'),
    ])
    await send({ 'Content-Type': 'text/xml; charset=utf-8' }, mixed)
    assert.equal(last().name, 'Ã…sa €Ö')
  })

  test('bytes that are no text of the set that a mark or a label names are 400 and say where', async () => {
    const marked = await send(
      { 'Content-Type': 'text/xml' },
      Buffer.concat([Buffer.from(bom), latin1]),
    )
    assert.equal(marked.status, 400)
    assert.match(marked.body, /^The request is no text in utf-8: line 1, column \d+: [^\n]*\r\n$/)
    const half = Buffer.from(text('').replace('Å', '\ud83d'), 'utf16le')
    assert.equal((await send({ 'Content-Type': 'text/xml' }, half)).status, 400)
    const japanese = await send(
      { 'Content-Type': 'text/xml; charset=shift_jis' },
      Buffer.from(text('').replace('Å', '\xff'), 'latin1'),
    )
    assert.equal(japanese.status, 400)
    assert.match(japanese.body, /no text in shift_jis/)
  })

  test('a compressed body is 415; any other Content-Encoding says nothing', async () => {
    for (const encoding of [
      'gzip',
      'GZIP',
      'x-gzip',
      'deflate',
      'compress',
      'br',
      'zstd',
      'identity, gzip',
    ]) {
      const answer = await send(
        { 'Content-Type': 'text/xml', 'Content-Encoding': encoding },
        text(''),
      )
      assert.equal(answer.status, 415, encoding)
    }
    for (const encoding of ['utf-8', 'UTF-8', '', 'identity', 'text/xml', 'none']) {
      const answer = await send(
        { 'Content-Type': 'text/xml', 'Content-Encoding': encoding },
        text(''),
      )
      assert.equal(answer.status, 200, encoding)
    }
  })
})

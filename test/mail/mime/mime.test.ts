/** Reading the structure and the texts of messages that come in, also of those that are none. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodedWords } from '../../../src/mail/mime/decode.ts'
import { textOfPart } from '../../../src/mail/mime/part-text.ts'
import { boundedBytes, readMime } from '../../../src/mail/mime/structure.ts'

const read = (message: string | Buffer) => {
  const raw = boundedBytes(Buffer.from(message as string))
  const parts = readMime(raw)
  return {
    raw,
    parts,
    types: parts.map(({ type }) => type),
    texts: parts.map(part => textOfPart(raw, part)),
  }
}

describe('the structure of a message', () => {
  test('parts in parts, and an email in one', () => {
    const { types, parts, texts } = read(
      [
        'Content-Type: multipart/report; boundary="a b"',
        '',
        'before',
        '--a b',
        'Content-Type: multipart/alternative; boundary=inner',
        '',
        '--inner',
        '',
        'plain',
        '--inner',
        'Content-Type: text/html',
        '',
        '<p>html</p>',
        '--inner--',
        '--a b',
        'Content-Type: message/rfc822',
        '',
        'Subject: the email',
        'Content-Type: text/plain',
        '',
        'its text',
        '--a b--',
        'after',
      ].join('\r\n'),
    )
    assert.deepEqual(types, [
      'multipart/report',
      'multipart/alternative',
      'text/plain',
      'text/html',
      'message/rfc822',
      'text/plain',
    ])
    assert.deepEqual(
      parts.map(({ parent }) => parent),
      [-1, 0, 1, 1, 0, 4],
    )
    assert.deepEqual(
      parts.map(({ depth }) => depth),
      [0, 0, 0, 0, 0, 1],
    )
    assert.equal(texts[2], 'plain')
    assert.equal(texts[3]?.trim(), 'html')
    assert.equal(texts[5], 'its text')
    assert.equal(parts[5]!.fields.get('subject')?.[0], 'the email')
  })

  test('an email that is cut off inside its own parts does not swallow what follows it', () => {
    const { types } = read(
      'Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: message/rfc822\n\n' +
        'Content-Type: multipart/mixed; boundary=i\n\n--i\n\nx\n--o\n' +
        'Content-Type: message/delivery-status\n\nAction: failed\n--o--\n',
    )
    assert.deepEqual(types, [
      'multipart/mixed',
      'message/rfc822',
      'multipart/mixed',
      'text/plain',
      'message/delivery-status',
    ])
  })

  test('a multipart whose boundary is not named, or not this one', () => {
    const parts = '--b\r\nContent-Type: text/html\r\n\r\n<p>a</p>\r\n--b\r\n\r\nc\r\n--b--\r\n'
    for (const named of ['', '; boundary=""', '; boundary=other']) {
      const { types, texts } = read(`Content-Type: multipart/mixed${named}\r\n\r\n${parts}`)
      assert.deepEqual(types, ['multipart/mixed', 'text/html', 'text/plain'], named)
      assert.deepEqual(texts.slice(1), ['a', 'c'], named)
    }
  })

  test('a multipart without parts is a text, also with lines of dashes', () => {
    for (const body of ['', 'one\n', '-- \none\n--\n--- two ---\nthree: 3\n--x', '--x\n--x--\n']) {
      const { types, texts } = read(`Content-Type: multipart/mixed\n\n${body}`)
      assert.deepEqual([types, texts], [['text/plain'], [body]])
    }
  })

  test('folded fields, fields said twice, blanks before the colon, a line that is none', () => {
    const { parts } = read(
      'Received: one\n\ttwo\nReceived : three\nno field\nX-Empty:\nSubject: s\n\nbody',
    )
    assert.deepEqual(parts[0]!.fields.get('received'), ['one two', 'three'])
    assert.deepEqual(parts[0]!.fields.get('x-empty'), [''])
    assert.deepEqual(parts[0]!.fields.get('subject'), ['s'])
  })

  test('the line of an mbox file, empty lines and a mark of order before the head', () => {
    for (const before of ['From x@y Tue Mar  3 09:13:05 2026\n', '\r\n\r\n', '\ufeff'])
      assert.equal(
        read(`${before}Subject: s\n\nb`).parts[0]!.fields.get('subject')?.[0],
        's',
        JSON.stringify(before),
      )
  })

  test('no head at all: a text; line ends of old Macs', () => {
    assert.equal(read('Hello there\nyou').texts[0], 'Hello there\nyou')
    assert.equal(read('Subject: s\r\rbody\rmore').texts[0], 'body\nmore')
  })

  test('parameters in quotes, in pieces, and with what does not belong', () => {
    const { parts } = read(
      'Content-Type: Text/Plain; name="a;b\\"c"; charset*0=iso-; charset*1=8859-1 ' +
        '(comment)\n\n\xe4',
    )
    assert.equal(parts[0]!.type, 'text/plain')
    assert.equal(parts[0]!.params.get('name'), 'a;b"c')
    assert.equal(parts[0]!.params.get('charset'), 'iso-8859-1')
  })
})

describe('texts of messages', () => {
  const text = (encoding: string, charset: string, body: Buffer) =>
    read(
      Buffer.concat([
        Buffer.from(
          `Content-Type: text/plain; charset=${charset}\n` +
            `Content-Transfer-Encoding: ${encoding}\n\n`,
        ),
        body,
      ]),
    ).texts[0]

  test('transfer encodings', () => {
    assert.equal(
      text('base64', 'utf-8', Buffer.from(Buffer.from('grün').toString('base64'))),
      'grün',
    )
    assert.equal(
      text('Quoted-Printable', 'iso-8859-1', Buffer.from('gr=FCn und so=\r\n weiter =\n')),
      'grün und so weiter ',
    )
    assert.equal(text('8bit', 'utf-8', Buffer.from('grün')), 'grün')
    assert.ok(text('base64', 'utf-8', Buffer.from('!!! no base64 ???'))!.length < 20)
  })

  test('character sets, named rightly and wrongly', () => {
    assert.equal(text('8bit', 'koi8-r', Buffer.from([0xd0, 0xcf, 0xde, 0xd4, 0xc1])), 'почта')
    assert.equal(text('7bit', 'iso-2022-jp', Buffer.from('\x1b$B4A;z\x1b(B')), '漢字')
    assert.equal(text('7bit', 'unicode-1-1-utf-7', Buffer.from('plain')), 'plain')
    assert.equal(text('8bit', 'utf-8', Buffer.from([0x67, 0xfc])), 'gü')
    assert.equal(text('8bit', 'us-ascii', Buffer.from('grün')), 'grün')
    assert.equal(text('8bit', 'no-such-set', Buffer.from('grün')), 'grün')
  })

  test('encoded words, also where a character is cut in two', () => {
    assert.equal(
      decodedWords('=?utf-8?Q?gr=C3=BCn_und?= =?UTF-8?B?IG1laHI=?= plain'),
      'grün und mehr plain',
    )
    assert.equal(decodedWords('=?utf-8?B?w7w=?= =?utf-8?Q?=C3?= =?utf-8?Q?=BC?='), 'üü')
    assert.equal(decodedWords('=?no-such?Q?a?='), 'a')
    assert.equal(decodedWords('=?utf-8?Q?broken'), '=?utf-8?Q?broken')
  })
})

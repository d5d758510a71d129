/**
 * The pure parts of the SMTP client: replies from bytes, addresses and parameters in commands,
 * emails made ready for DATA.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { toWire, toXtext } from '../../../src/mail/smtp/address.ts'
import { prepareContent } from '../../../src/mail/smtp/content.ts'
import {
  createReplyReader,
  InvalidReply,
  type SmtpReply,
  textOf,
} from '../../../src/mail/smtp/reply.ts'

const replies = (text: string | Buffer, cuts: number[] = []): SmtpReply[] => {
  const got: SmtpReply[] = []
  const reader = createReplyReader(reply => got.push(reply))
  const bytes = Buffer.from(text)
  const edges = [
    0,
    ...cuts.map(cut => cut % (bytes.length + 1)).sort((a, b) => a - b),
    bytes.length,
  ]
  for (const [i, end] of edges.slice(1).entries()) reader.push(bytes.subarray(edges[i], end))
  return got
}

describe('replies', () => {
  const stream =
    '220 hi\r\n250-a\r\n250-b c\r\n250 d\r\n550-5.1.1 No\r\n550 5.1.1 such user\r\n354\r\n'

  test('are the same however the bytes are cut', () => {
    const whole = replies(stream)
    assert.deepEqual(
      whole.map(reply => [reply.code, reply.enhanced, textOf(reply)]),
      [
        [220, null, 'hi'],
        [250, null, 'a b c d'],
        [550, '5.1.1', 'No such user'],
        [354, null, ''],
      ],
    )
    fc.assert(
      fc.property(fc.array(fc.nat()), cuts => assert.deepEqual(replies(stream, cuts), whole)),
    )
    assert.deepEqual(replies(stream.replaceAll('\r\n', '\n')), whole)
  })

  test('an enhanced code of another class is text', () => {
    const [reply] = replies('450 5.1.1 later\r\n')
    assert.deepEqual([reply!.enhanced, textOf(reply!)], [null, '5.1.1 later'])
  })

  test('text of any bytes, without control characters', () => {
    assert.equal(
      textOf(replies(Buffer.from('550 na\xefve\x1b[31m\0\r\n', 'latin1'))[0]!),
      'naïve [31m',
    )
    assert.equal(textOf(replies('550 naïve\r\n')[0]!), 'naïve')
  })

  test('an invalid reply, or one without an end', () => {
    for (const garbage of [
      'hello\r\n',
      '25\r\n',
      '2500 x\r\n',
      '150 x\r\n',
      '\r\n',
      '650 x\r\n',
      'HTTP/1.1 400 Bad Request\r\n',
      '250-a\r\n550 b\r\n',
    ]) {
      assert.throws(() => replies(garbage), InvalidReply, garbage)
    }
    assert.throws(() => replies('250 '.padEnd(5000, 'x')), InvalidReply)
    assert.throws(() => replies(`250 ${'x'.repeat(5000)}\r\n`), InvalidReply)
    assert.throws(() => replies('250-x\r\n'.repeat(1000)), InvalidReply)
    assert.ok(
      textOf(replies(`${'550-x y\r\n'.repeat(10)}550 ${'y'.repeat(4000)}\r\n`)[0]!).length < 2100,
    )
  })

  test('never anything but a reply or InvalidReply', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        try {
          for (const reply of replies(Buffer.from(bytes)))
            assert.ok(reply.code >= 200 && reply.code <= 559)
        } catch (error) {
          assert.ok(error instanceof InvalidReply)
        }
      }),
    )
  })
})

describe('addresses in commands', () => {
  test('as they are, with the domain in ASCII, or with SMTPUTF8', () => {
    assert.deepEqual(toWire("o'brien+x@example.com"), {
      path: "o'brien+x@example.com",
      utf8: false,
    })
    assert.deepEqual(toWire('ada@bücher.example'), {
      path: 'ada@xn--bcher-kva.example',
      utf8: false,
    })
    assert.deepEqual(toWire('jürgen@example.com'), { path: 'jürgen@example.com', utf8: true })
    assert.deepEqual(toWire(''), { path: '', utf8: false })
  })

  test('nothing ends a command or begins another', () => {
    for (const bad of [
      'a',
      '@b',
      'a@',
      'a b@c.d',
      '@relay.example:a@b.c',
      'a@b.c>\r\nRCPT TO:<x@y.z',
      'a\r@b.c',
      'a\n@b.c',
      'a\0@b.c',
      '<a@b.c>',
      'ä\u2028@b.c',
      'é>@b.c',
      '\ud800@b.c',
    ]) {
      assert.equal(toWire(bad), null, JSON.stringify(bad))
    }
    assert.equal(toWire(`${'a'.repeat(250)}@example.com`), null)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (local, domain) => {
        const wire = toWire(`${local}@${domain}`)
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not pass
        assert.ok(!wire || !/[\x00-\x20\x7f<>]/.test(wire.path))
      }),
    )
  })

  test('xtext of RFC 3461', () => {
    assert.equal(toXtext('a+b=c d'), 'a+2Bb+3Dc+20d')
    assert.equal(toXtext('ä'), null)
    assert.equal(toXtext('a\r\nb'), null)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), text => {
        const xtext = toXtext(text)!
        assert.match(xtext, /^(?:[!-*,-<>-~]|\+[0-9A-F]{2})*$/)
        assert.equal(
          xtext.replace(/\+(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          text,
        )
      }),
    )
  })
})

describe('emails made ready', () => {
  const bits = fc.array(
    fc.constantFrom('\r\n', '\r\n', '.', '.', '\r', '\n', 'a', 'line', '\xe9', 'x'.repeat(997)),
    {
      maxLength: 200,
    },
  )

  test('come back as they were, with line ends that are CRLF', () => {
    fc.assert(
      fc.property(bits, parts => {
        const message = Buffer.from(parts.join(''), 'latin1')
        const { slices, size, eightBit } = prepareContent(message)
        const sent = Buffer.concat(slices.flat()).toString('latin1')
        // Only the end looks like the end, to servers of any opinion on lines.
        assert.equal(
          /(^|[\r\n])\.[\r\n]/.exec(sent)!.index + (sent.startsWith('.\r\n') ? 3 : 4),
          sent.length,
        )
        const meant = message.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n')
        const ended = meant.endsWith('\r\n') ? meant : `${meant}\r\n`
        assert.equal(sent.slice(0, -3).replace(/^\./gm, ''), ended)
        assert.equal(size, ended.length)
        assert.equal(eightBit, parts.includes('\xe9'))
      }),
      { numRuns: 500 },
    )
  })

  test('the search for lone line ends is all that canonical spares', () => {
    const message = Buffer.from('a: b\r\n\r\n.\r\n..c\r\nd')
    assert.deepEqual(prepareContent(message, true), prepareContent(message))
  })

  test('in pieces of whole lines they are the same as in one', () => {
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 4 }), pieces => {
        const buffers = pieces.map((parts, i) =>
          Buffer.from(`${parts.join('')}${i < pieces.length - 1 ? '\r\n' : ''}`, 'latin1'),
        )
        const [whole, inPieces] = [prepareContent(Buffer.concat(buffers)), prepareContent(buffers)]
        assert.deepEqual(Buffer.concat(inPieces.slices.flat()), Buffer.concat(whole.slices.flat()))
        assert.deepEqual([inPieces.size, inPieces.eightBit], [whole.size, whole.eightBit])
      }),
    )
  })

  test('the end of a long email is within its last slice', () => {
    for (let length = 65_530; length < 65_550; length++) {
      for (const base of [0, 65_536]) {
        const { slices } = prepareContent(Buffer.alloc(base + length, 'x'))
        const last = Buffer.concat(slices.at(-1)!)
        assert.ok(last.length >= 5 && last.subarray(-5).equals(Buffer.from('\r\n.\r\n')))
      }
    }
  })
})

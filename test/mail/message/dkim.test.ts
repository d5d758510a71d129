/**
 * DKIM signatures, judged by two independent verifiers: mailauth, and Debian's python3-dkim where
 * it is installed.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compileMessage } from '../../../src/mail/message/compile.ts'
import { composeMessage } from '../../../src/mail/message/compose.ts'
import {
  canonicalBody,
  type Signable,
  signingKey,
  signMessage,
} from '../../../src/mail/message/dkim.ts'
import { makeDkimKeys } from '../../../src/mail/message/dkim-keys.ts'
import { BOTH_PASS, byMailauth, byPython, hasPythonDkim } from '../../support/dkim-verifiers.ts'
import { facts, newsletter, recipient } from './message-readers.ts'

const made = await makeDkimKeys('Example.org', 'pp1')
const keys = made.map(key => signingKey(key.domain, key.selector, key.privateKey))
const records = new Map(made.map(key => [key.dnsName, key.dnsText]))

const skip =
  !hasPythonDkim &&
  'python3-dkim is not installed (apt-get install python3-dkim): only mailauth has judged'

const signed = async (message: Buffer | Signable) =>
  Buffer.concat([
    await signMessage(message, keys),
    Buffer.isBuffer(message) ? message : message.bytes,
  ])

const HEAD =
  'From: a@example.org\r\nTo: b@example.com\r\nSubject: odd\r\n' +
  'Date: Sat, 21 Nov 2026 12:00:00 +0100\r\n'

const ODD: Record<string, string | Buffer> = {
  'a plain email': `${HEAD}\r\nHello\r\n`,
  'an empty body': `${HEAD}\r\n`,
  'a body of empty lines': `${HEAD}\r\n\r\n\r\n\r\n`,
  'no body and no empty line': HEAD,
  'empty lines at the end': `${HEAD}\r\nHello\r\n\r\n\r\n\r\n`,
  'no line end at the end': `${HEAD}\r\nHello`,
  'blanks at the end of lines and of the body': `${HEAD}\r\nHello \t \r\n \t\r\n  a\t\tb  c \r\n \r\n`,
  dots: `${HEAD}\r\n.\r\n..\r\n...a\r\n.`,
  'long lines': `${HEAD}\r\n${'x'.repeat(998)}\r\n${'y '.repeat(499)}\r\n`,
  '8 bits': Buffer.concat([
    Buffer.from(`${HEAD}\r\n`),
    Buffer.from('åäö \xff\xfe\x80  \xa0 \r\n', 'latin1'),
    Buffer.from('日本\r\n'),
  ]),
  'folded fields with tabs':
    `From: a@example.org\r\nSubject:  a\r\n\t b \t c\r\n  d  \r\nTo:b@example.com\r\n` +
    `Date: Sat, 21 Nov 2026 12:00:00 +0100\r\n\r\nx\r\n`,
  'fields that repeat':
    `${HEAD}List-Unsubscribe: <https://one.example/>\r\n` +
    `List-Unsubscribe: <https://two.example/>\r\nReferences: <a@b>\r\n` +
    `References: <c@d>\r\n\r\nx\r\n`,
  'fields in letters of all scripts':
    `From: =?utf-8?Q?=C3=A5?= <a@example.org>\r\nTo: renée@example.com\r\nSubject: 日本 åäö\r\n` +
    `Date: Sat, 21 Nov 2026 12:00:00 +0100\r\n\r\nx\r\n`,
  'fields without content':
    'From: a@example.org\r\nSubject:\r\nTo: \r\nDate: Sat, 21 Nov 2026 12:00:00 +0100\r\n\r\nx\r\n',
  'other fields and names in odd case':
    `X-One: 1\r\nfRoM: a@example.org\r\nSUBJECT: x\r\nX-Two: 2\r\nto: b@example.com\r\n\r\n` +
    `x\r\n`,
}

describe('signatures of odd emails', () => {
  test('a blank before the colon, which python3-dkim refuses to read', async () => {
    assert.deepEqual(
      await byMailauth(
        records,
        await signed(Buffer.from(`${HEAD}Sender : c@example.org\r\n\r\nx\r\n`)),
      ),
      BOTH_PASS,
    )
  })

  for (const [name, message] of Object.entries(ODD))
    test(name, async () => {
      assert.deepEqual(
        await byMailauth(records, await signed(Buffer.from(message as string))),
        BOTH_PASS,
      )
    })

  test('all of them, by python3-dkim', { skip }, async () => {
    const messages = await Promise.all(
      Object.values(ODD).map(message => signed(Buffer.from(message as string))),
    )
    assert.deepEqual(
      byPython(records, messages),
      messages.map(() => BOTH_PASS),
    )
  })

  test('any body', async () => {
    const bit = fc.constantFrom(' ', '\t', '\r\n', 'a', '.', '\r\n\r\n', '  ', 'å', '=')
    const messages: Buffer[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(bit, { maxLength: 30 }), async bits => {
        const message = await signed(Buffer.from(`${HEAD}\r\n${bits.join('')}`))
        // python3-dkim does not strip blanks at an end that ends no line; emails travel in whole
        // lines.
        if (!/[ \t]$/.test(bits.join(''))) messages.push(message)
        assert.deepEqual(await byMailauth(records, message), BOTH_PASS)
      }),
      { numRuns: 150 },
    )
    if (hasPythonDkim)
      assert.deepEqual(
        byPython(records, messages),
        messages.map(() => BOTH_PASS),
      )
  })

  test('canonical bodies stay as they are', () => {
    const text = fc.array(fc.constantFrom(' ', '\t', '\r\n', 'a', '\r', '\n', '\xe5'), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(text, bits => {
        const once = canonicalBody(Buffer.from(bits.join(''), 'latin1'))
        assert(canonicalBody(once).equals(once))
      }),
    )
  })
})

describe('signatures of composed emails', () => {
  const html =
    '<html><body><h1>Hej {{ name }}</h1>\t<p>  {{ DD1 }}  </p> <a ' +
    'href="https://example.org/">x</a>\n\n\n</body></html>\n\n'
  const compiled = ['iso-8859-1', 'windows-1252', 'iso-2022-jp', 'utf-8'].map(characterSet =>
    compileMessage(
      newsletter({ subject: 'Nytt för {{ name }}', html, text: '{{ DD1 }}\n\n\n' }),
      facts({ characterSet }),
    ),
  )
  const names = ['Ada', 'Åsa Öberg', '山田太郎', 'Žofie', '', 'a  b "c"']
  const messageOf = (i: number) =>
    composeMessage(
      compiled[i % compiled.length]!,
      recipient({
        id: i,
        name: names[i % names.length]!,
        format: i % 3 === 0 ? 'text' : 'html',
        fields: [` \t.\r\n${'x '.repeat(i % 90)}\n\n${names[i % names.length]}`],
      }),
    )

  test('1,000 emails of all kinds, both algorithms', async t => {
    if (skip) t.diagnostic(skip)
    const messages: Buffer[] = []
    for (let from = 0; from < 1000; from += 100)
      messages.push(
        ...(await Promise.all(Array.from({ length: 100 }, (_, i) => signed(messageOf(from + i))))),
      )
    for (const message of messages) assert.deepEqual(await byMailauth(records, message), BOTH_PASS)
    if (hasPythonDkim)
      assert.deepEqual(
        byPython(records, messages),
        messages.map(() => BOTH_PASS),
      )
  })

  test('are the same whether the body is known to be canonical or not', async () => {
    const at = new Date()
    for (let i = 0; i < 50; i++) {
      const message = messageOf(i)
      assert.equal(
        (await signMessage(message, keys, at)).toString(),
        (await signMessage(message.bytes, keys, at)).toString(),
      )
    }
  })

  test('cover what providers ask for, without l=, in lines that fit', async () => {
    const field = (await signMessage(messageOf(1), keys)).toString()
    for (const line of field.split('\r\n')) assert(line.length <= 78, line)
    const fields = field.split(/\r\n(?=DKIM)/)
    assert.equal(fields.length, 2)
    for (const one of fields) {
      const tags = new Map(
        one
          .slice(15)
          .split(';')
          .map(tag => tag.replace(/\s/g, '').split(/=(.*)/s) as [string, string]),
      )
      assert.deepEqual([...tags.keys()], ['v', 'a', 'c', 'd', 's', 't', 'h', 'bh', 'b'])
      assert.equal(tags.get('c'), 'relaxed/relaxed')
      assert.equal(tags.get('d'), 'example.org')
      const names = tags.get('h')!.split(':')
      const times = (name: string) => names.filter(other => other === name).length
      for (const name of ['message-id', 'feedback-id', 'content-type', 'mime-version'])
        assert.equal(times(name), 1, name)
      for (const name of ['from', 'to', 'subject', 'date']) assert.equal(times(name), 2, name)
      for (const name of ['list-unsubscribe', 'list-unsubscribe-post', 'list-id'])
        assert.equal(times(name), 2, name)
      assert.ok(times('reply-to') >= 1)
    }
  })

  test('break when anything is changed or a field that readers show is added', async () => {
    const message = (await signed(messageOf(1))).toString('latin1')
    for (const changed of [
      message.replace(/(?<=\r\n)From: /, 'From: evil@example.com\r\nFrom: '),
      message.replace(/(?<=\r\n)Subject: /, 'Subject: Evil\r\nSubject: '),
      message.replace(/(?<=\r\n)Subject: /, 'Reply-To: evil@example.com\r\nSubject: '),
      message.replace(/(?<=\r\n)List-Id: /, 'List-Id: <evil.example.com>\r\nList-Id: '),
      message.replace(/(?<=\r\nList-Unsubscribe: <https:\/\/)post/, 'evil'),
      message.replace('List-Unsubscribe=One-Click', 'List-Unsubscribe=No'),
      message.replace('Hej', 'Nej'),
      `${message}more\r\n`,
    ]) {
      assert.notEqual(changed, message)
      const results = await byMailauth(records, Buffer.from(changed, 'latin1'))
      assert(
        results.every(result => !result.endsWith('pass')),
        results.join(),
      )
    }
  })
})

describe('keys', () => {
  test('two for a domain, each under its own name', () => {
    assert.deepEqual(
      made.map(key => [key.domain, key.selector, key.algorithm, key.dnsName]),
      [
        ['example.org', 'pp1', 'rsa-sha256', 'pp1._domainkey.example.org'],
        ['example.org', 'pp1-ed', 'ed25519-sha256', 'pp1-ed._domainkey.example.org'],
      ],
    )
    for (const key of made) {
      const strings = [...key.dnsStrings.matchAll(/"([^"]*)"/g)].map(([, text]) => text!)
      assert.equal(strings.join(''), key.dnsText)
      assert(strings.every(text => text.length <= 255))
      assert.match(key.privateKey, /^-----BEGIN PRIVATE KEY-----\n/)
    }
    assert.equal(Buffer.from(made[1]!.dnsText.split('p=')[1]!, 'base64').length, 32)
  })

  test('for domains in other letters, and for none', async () => {
    assert.equal(
      (await makeDkimKeys('exämple.org', 's'))[0]!.dnsName,
      's._domainkey.xn--exmple-cua.org',
    )
    for (const [domain, selector] of [
      ['', 's'],
      ['a b.org', 's'],
      ['example.org', ''],
      ['example.org', 's;t'],
      ['example.org', 'a..b'],
    ] as const)
      await assert.rejects(makeDkimKeys(domain, selector), TypeError)
  })
})

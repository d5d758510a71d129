/**
 * Emails as others read them: headers and bodies are what was meant, in each character set,
 * whatever the values.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compileMessage } from '../../../src/mail/message/compile.ts'
import {
  composeMessage,
  type MessageRecipient,
  renderMessage,
} from '../../../src/mail/message/compose.ts'
import { oneLine, UnmailableAddress } from '../../../src/mail/message/headers.ts'
import {
  checkForm,
  compose,
  facts,
  HTML,
  hasPython,
  newsletter,
  type Read,
  readByPostalMime,
  readByPython,
  recipient,
} from './message-readers.ts'

const BULK =
  `date from to subject message-id list-unsubscribe list-unsubscribe-post list-id feedback-id \
precedence mime-version
  content-type`.split(/\s+/)
const skip = !hasPython && 'no Python here'

const body = (text: string) => text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')

function checkRead(
  read: Read,
  person: MessageRecipient,
  meant: { subject: string; html: string | undefined; text: string },
  fromName: string,
): void {
  assert.deepEqual(read.defects, [])
  assert.deepEqual(
    read.headers.filter(name => name !== 'content-transfer-encoding').sort(),
    [...BULK].sort(),
  )
  assert.equal(read.subject, oneLine(meant.subject))
  assert.equal(read.toName, oneLine(person.name))
  assert.equal(read.fromName, fromName)
  assert.equal(read.to, person.email)
  assert.equal(read.text, body(meant.text))
  assert.equal(read.html, person.format === 'html' ? body(meant.html ?? '') : '')
}

describe('emails in each character set', () => {
  const words: Record<string, string> = {
    'iso-8859-1': 'Åsa Öberg, æble, ÿ «café»',
    'windows-1252': 'Žofie “quoted” – 5 €',
    'iso-2022-jp': '日本語のお知らせ、山田太郎さん',
    'utf-8': 'Ελληνικά 日本 ру́сский 👩‍👩‍👧',
    'koi8-r': 'Жуковский, Иван',
    shift_jis: '日本語ソ表',
  }
  for (const [set, text] of Object.entries(words))
    for (const format of ['html', 'text'] as const)
      test(`${set}, ${format}`, { skip }, async () => {
        const long = Array.from({ length: 20 }, (_, i) => `${text} ${i}`).join(' ')
        const message = newsletter({
          subject: `${long} {{ name }}`,
          from: { name: text, address: 'news@example.org' },
          html: `<html><body>${text} {{ name }}<p>${long}</p></body></html>`,
          text: `${text} {{ name }}\n${long}`,
        })
        const person = recipient({ name: `${text} "x" <y>`, format })
        const made = compose(message, { characterSet: set, list: { id: 3, name: long } }, person)
        checkForm(made.message)
        assert.equal(made.message.charset, set)
        assert.match(
          made.message.bytes.toString('latin1'),
          new RegExp(`Content-Type: text/plain; charset=${set}\r\n`),
        )
        for (const read of [
          await readByPostalMime(made.message.bytes),
          ...readByPython([made.message.bytes]),
        ])
          checkRead(read, person, made.meant, text)
      })

  test('what does not fit goes out in UTF-8, email by email', { skip }, async () => {
    const compiled = compileMessage(newsletter(), facts())
    for (const [person, charset] of [
      [recipient({ name: 'Åsa' }), 'iso-8859-1'],
      [recipient({ name: 'Žofie' }), 'utf-8'],
      [recipient({ name: 'Ada' }), 'iso-8859-1'],
    ] as const) {
      const message = composeMessage(compiled, person)
      assert.equal(message.charset, charset)
      for (const read of [await readByPostalMime(message.bytes), ...readByPython([message.bytes])])
        checkRead(read, person, renderMessage(compiled, person), 'News')
    }
    assert.equal(
      composeMessage(compileMessage(newsletter({ html: '<p>€</p>' }), facts()), recipient())
        .charset,
      'utf-8',
    )
    assert.equal(
      composeMessage(compileMessage(newsletter(), facts({ characterSet: 'utf-16' })), recipient())
        .charset,
      'utf-8',
    )
  })

  test('base64 where that is smaller', () => {
    const compiled = compileMessage(
      newsletter({ html: `<p>${'Жуковский '.repeat(200)}</p>`, text: 'plain' }),
      facts({ characterSet: 'utf-8' }),
    )
    const text = composeMessage(compiled, recipient()).bytes.toString()
    assert.match(text, /text\/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable/)
    assert.match(text, /text\/html; charset=utf-8\r\nContent-Transfer-Encoding: base64/)
  })

  test('HTML names the character set of its email', () => {
    const html =
      '<meta charset="utf-8"><meta http-equiv="Content-Type" content="text/html; ' +
      'charset=windows-1250"><p>é</p>'
    const text = composeMessage(
      compileMessage(newsletter({ html }), facts()),
      recipient(),
    ).bytes.toString()
    assert.match(
      text,
      /<meta charset=3D"iso-8859-1"><meta http-equiv=3D"Content-Type" content=3D"t=\r\next\/html; charset=3Diso-8859-1">/,
    )
  })
})

describe('any values', () => {
  const hostile = fc.constantFrom(
    '\r\nBcc: evil@example.org',
    '\r\n\r\nbody',
    '\0',
    '{{',
    '}}',
    '<script>',
    '"',
    '=?utf-8?Q?x?=',
    '\r',
    '\n',
    ' ',
    '\t',
    '  ',
    '\\',
    '=',
    '.',
    'ö',
    '漢字',
    '\u2028',
    '\x85',
  )
  const value = fc
    .array(
      fc.oneof(
        hostile,
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.string({ unit: 'binary', maxLength: 10 }),
      ),
      {
        maxLength: 8,
      },
    )
    .map(parts => parts.join(''))
  const person = fc
    .tuple(
      value,
      value,
      value,
      value,
      fc.constantFrom('html', 'text'),
      fc.constantFrom('ada@example.com', "o'neil+x@sub.example.org"),
    )
    .map(([name, one, two, three, format, email]) =>
      recipient({ name, email, format, fields: [one, two, three] }),
    )
  const set = fc.constantFrom('iso-8859-1', 'windows-1252', 'iso-2022-jp', 'utf-8', 'euc-kr')

  test('never become a header, and are read as they were meant', { skip }, async () => {
    const made: {
      person: MessageRecipient
      meant: ReturnType<typeof renderMessage>
      bytes: Buffer
    }[] = []
    const runs = 400 * Number(process.env.TEST_SCALE ?? 1)
    await fc.assert(
      fc.asyncProperty(person, set, async (person, characterSet) => {
        const message = newsletter({
          subject: '{{ DD1 }} and {{ name }}',
          html: HTML,
          text: 'Hi {{ name }}{{ DD1 }}\n{{ DD2 }}\nhttps://example.org/{{ DD3 }} .',
        })
        const { message: composed, meant } = compose(message, { characterSet }, person)
        checkForm(composed)
        checkRead(await readByPostalMime(composed.bytes), person, meant, 'News')
        made.push({ person, meant, bytes: composed.bytes })
      }),
      { numRuns: runs },
    )
    readByPython(made.map(({ bytes }) => bytes)).forEach((read, i) => {
      checkRead(read, made[i]!.person, made[i]!.meant, 'News')
    })
  })

  test('in the newsletter and the list do neither', async () => {
    await fc.assert(
      fc.asyncProperty(
        value,
        value,
        value,
        set,
        async (fromName, listName, preheader, characterSet) => {
          const message = newsletter({
            subject: fromName.replaceAll('{', ''),
            preheader: preheader.replaceAll('{', ''),
            from: { name: fromName, address: 'news@example.org' },
          })
          const made = compose(
            message,
            { characterSet, list: { id: 3, name: listName } },
            recipient(),
          )
          checkForm(made.message)
          const read = await readByPostalMime(made.message.bytes)
          checkRead(read, recipient(), made.meant, oneLine(fromName))
        },
      ),
      // A control that is left out between two blanks.
      { numRuns: 300, examples: [['\0\x85\r\nBcc: evil@example.org', '', '', 'iso-8859-1']] },
    )
  })

  test('in addresses are refused', () => {
    const compiled = compileMessage(newsletter(), facts())
    for (const email of [
      'a@b',
      'a b@example.org',
      'a@example.org\r\nBcc: x@example.org',
      '',
      'a@example.org>',
      '"a"@example.org',
      'a@-.org',
    ])
      assert.throws(() => composeMessage(compiled, recipient({ email })), UnmailableAddress, email)
    assert.throws(
      () => compileMessage(newsletter({ from: { address: 'x@example.org\r\nBcc: y' } }), facts()),
      UnmailableAddress,
    )
  })
})

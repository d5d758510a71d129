/** Letters, read by others: headers and bodies are what was meant, in each character set, whatever the values. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { compileLetter, type LetterFacts, type Newsletter, templateErrors } from '../../src/mail/compile.ts'
import { composeLetter, type Letter, type Recipient, renderLetter } from '../../src/mail/compose.ts'
import { canonicalBody } from '../../src/mail/dkim.ts'
import { oneLine, UnmailableAddress } from '../../src/mail/headers.ts'
import { readHit, readLetterToken, readMailAddress, readMessageId } from '../../src/mail/links.ts'
import { TemplateError } from '../../src/mail/merge.ts'
import { facts, hasPython, keyOf, newsletter, type Read, readByPostalMime, readByPython, recipient } from './letter-readers.ts'

const BULK = `date from to subject message-id list-unsubscribe list-unsubscribe-post list-id feedback-id precedence mime-version
  content-type`.split(/\s+/)
const skip = !hasPython && 'no Python here'

const body = (text: string) => text.replace(/\r\n?/g, '\n').replace(/\n+$/, '')

/** Everything of a letter's form that needs no reader. */
function checkForm(letter: Letter): void {
  const text = letter.bytes.toString('latin1')
  assert(!/[^\r]\n|\r[^\n]|\0/.test(text), 'bare line ends or NUL')
  for (const line of text.split('\r\n')) assert(line.length <= 200, line)
  for (const line of text.slice(letter.bodyStart).split('\r\n')) assert(line.length <= 76, line)
  assert.equal(text.slice(letter.bodyStart - 4, letter.bodyStart), '\r\n\r\n')
  const sent = letter.bytes.subarray(letter.bodyStart)
  assert(canonicalBody(sent).equals(sent), 'not canonical')
}

function checkRead(
  read: Read,
  person: Recipient,
  meant: { subject: string; html: string | undefined; text: string },
  fromName: string,
): void {
  assert.deepEqual(read.defects, [])
  assert.deepEqual(read.headers.filter(name => name !== 'content-transfer-encoding').sort(), [...BULK].sort())
  assert.equal(read.subject, oneLine(meant.subject))
  assert.equal(read.toName, oneLine(person.name))
  assert.equal(read.fromName, fromName)
  assert.equal(read.to, person.email)
  assert.equal(read.text, body(meant.text))
  assert.equal(read.html, person.format === 'html' ? body(meant.html ?? '') : '')
}

/** As in letters of that character set, where HTML names the set. */
const compose = (letter: Newsletter, more: Partial<LetterFacts>, person: Recipient) => {
  const compiled = compileLetter(letter, facts(more))
  return { compiled, letter: composeLetter(compiled, person), meant: renderLetter(compiled, person) }
}

const HTML = `<html><body><p>Hello {{ name }} of {{ City | default: "nowhere" }}: {{ DD1 }}</p>
<a href="https://example.org/?who={{ DD1 }}&amp;x=1">one</a> <a href="{{ DD3 }}">two</a> <a href="https://example.org/2">three</a></body></html>`

describe('letters in each character set', () => {
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
        const letter = newsletter({
          subject: `${long} {{ name }}`,
          from: { name: text, address: 'news@example.org' },
          html: `<html><body>${text} {{ name }}<p>${long}</p></body></html>`,
          text: `${text} {{ name }}\n${long}`,
        })
        const person = recipient({ name: `${text} "x" <y>`, format })
        const made = compose(letter, { characterSet: set, list: { id: 3, name: long } }, person)
        checkForm(made.letter)
        assert.equal(made.letter.charset, set)
        assert.match(made.letter.bytes.toString('latin1'), new RegExp(`Content-Type: text/plain; charset=${set}\r\n`))
        for (const read of [await readByPostalMime(made.letter.bytes), ...readByPython([made.letter.bytes])])
          checkRead(read, person, made.meant, text)
      })

  test('what does not fit goes out in UTF-8, letter by letter', { skip }, async () => {
    const compiled = compileLetter(newsletter(), facts())
    for (const [person, charset] of [
      [recipient({ name: 'Åsa' }), 'iso-8859-1'],
      [recipient({ name: 'Žofie' }), 'utf-8'],
      [recipient({ name: 'Ada' }), 'iso-8859-1'],
    ] as const) {
      const letter = composeLetter(compiled, person)
      assert.equal(letter.charset, charset)
      for (const read of [await readByPostalMime(letter.bytes), ...readByPython([letter.bytes])])
        checkRead(read, person, renderLetter(compiled, person), 'News')
    }
    assert.equal(composeLetter(compileLetter(newsletter({ html: '<p>€</p>' }), facts()), recipient()).charset, 'utf-8')
    assert.equal(composeLetter(compileLetter(newsletter(), facts({ characterSet: 'utf-16' })), recipient()).charset, 'utf-8')
  })

  test('base64 where that is smaller', () => {
    const compiled = compileLetter(
      newsletter({ html: `<p>${'Жуковский '.repeat(200)}</p>`, text: 'plain' }),
      facts({ characterSet: 'utf-8' }),
    )
    const text = composeLetter(compiled, recipient()).bytes.toString()
    assert.match(text, /text\/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable/)
    assert.match(text, /text\/html; charset=utf-8\r\nContent-Transfer-Encoding: base64/)
  })

  test('HTML names the character set of its letter', () => {
    const html = '<meta charset="utf-8"><meta http-equiv="Content-Type" content="text/html; charset=windows-1250"><p>é</p>'
    const text = composeLetter(compileLetter(newsletter({ html }), facts()), recipient()).bytes.toString()
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
    .array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 30 }), fc.string({ unit: 'binary', maxLength: 10 })), {
      maxLength: 8,
    })
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
    .map(([name, one, two, three, format, email]) => recipient({ name, email, format, fields: [one, two, three] }))
  const set = fc.constantFrom('iso-8859-1', 'windows-1252', 'iso-2022-jp', 'utf-8', 'euc-kr')

  test('never become a header, and are read as they were meant', { skip }, async () => {
    const made: { person: Recipient; meant: ReturnType<typeof renderLetter>; bytes: Buffer }[] = []
    const runs = 400 * Number(process.env.TEST_SCALE ?? 1)
    await fc.assert(
      fc.asyncProperty(person, set, async (person, characterSet) => {
        const letter = newsletter({
          subject: '{{ DD1 }} and {{ name }}',
          html: HTML,
          text: 'Hi {{ name }}{{ DD1 }}\n{{ DD2 }}\nhttps://example.org/{{ DD3 }} .',
        })
        const { letter: composed, meant } = compose(letter, { characterSet }, person)
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
      fc.asyncProperty(value, value, value, set, async (fromName, listName, preheader, characterSet) => {
        const letter = newsletter({
          subject: fromName.replaceAll('{', ''),
          preheader: preheader.replaceAll('{', ''),
          from: { name: fromName, address: 'news@example.org' },
        })
        const made = compose(letter, { characterSet, list: { id: 3, name: listName } }, recipient())
        checkForm(made.letter)
        const read = await readByPostalMime(made.letter.bytes)
        checkRead(read, recipient(), made.meant, oneLine(fromName))
      }),
      { numRuns: 300 },
    )
  })

  test('in addresses are refused', () => {
    const compiled = compileLetter(newsletter(), facts())
    for (const email of [
      'a@b',
      'a b@example.org',
      'a@example.org\r\nBcc: x@example.org',
      '',
      'a@example.org>',
      '"a"@example.org',
      'a@-.org',
    ])
      assert.throws(() => composeLetter(compiled, recipient({ email })), UnmailableAddress, email)
    assert.throws(() => compileLetter(newsletter({ from: { address: 'x@example.org\r\nBcc: y' } }), facts()), UnmailableAddress)
  })
})

describe('headers', () => {
  test('are those of bulk mail, with addresses that read back', async () => {
    const letter = newsletter({ sender: { address: 'office@example.org' }, replyTo: { name: 'Åsa', address: 'asa@exämple.org' } })
    const { letter: made } = compose(letter, {}, recipient())
    const head = made.bytes.toString('latin1', 0, made.bodyStart).replace(/\r\n /g, ' ')
    const field = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(head)?.[1]
    const ref = { accountId: 12, of: 'sending', ofId: 345, id: 1_234_567 }
    assert.equal(field('Sender'), 'office@example.org')
    assert.equal(field('Reply-To'), '=?iso-8859-1?Q?=C5sa?= <asa@xn--exmple-cua.org>')
    assert.equal(field('To'), 'Ada <ada@example.com>')
    assert.equal(field('Subject'), 'News for Ada')
    assert.equal(field('List-Id'), 'News of the day <list-3.account-12.bounce.example.org>')
    assert.equal(field('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
    assert.equal(field('Feedback-ID'), 'sending-345:list-3:account-12:pennypost')
    assert.equal(field('Precedence'), 'bulk')
    assert.match(field('Date')!, /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0100$/)
    assert(Math.abs(Date.parse(field('Date')!) - Date.now()) < 5000)
    const [, web, mail] = /^<https:\/\/post\.example\.org\/u\/([^>]+)>, <mailto:([^?]+)\?subject=unsubscribe>$/.exec(
      field('List-Unsubscribe')!,
    )!
    assert.deepEqual(await readLetterToken(web!, 'unsubscribe', keyOf), ref)
    assert.deepEqual(await readMailAddress(mail!, keyOf), { kind: 'unsubscribe', letter: ref })
    assert.deepEqual(await readMailAddress(made.envelopeFrom, keyOf), { kind: 'bounce', letter: ref })
    assert.deepEqual(await readMessageId(made.messageId, keyOf), ref)
    assert.equal(field('Message-ID'), made.messageId)
    assert.equal(composeLetter(compileLetter(newsletter(), facts()), recipient()).messageId, made.messageId)
  })

  test('of a letter to one person on request are none of bulk mail', async () => {
    const { letter } = compose(newsletter(), { list: undefined, of: 'transaction' }, recipient())
    const read = await readByPostalMime(letter.bytes)
    assert.deepEqual(read.headers, ['date', 'from', 'to', 'subject', 'message-id', 'mime-version', 'content-type'])
    assert(!/unsubscribe/i.test(read.text + read.html))
  })

  test('carry international addresses', async () => {
    const { letter } = compose(newsletter(), {}, recipient({ email: 'Ada@Müller.Example' }))
    assert.equal(letter.to, 'Ada@xn--mller-kva.example')
    assert.equal(letter.needsSmtpUtf8, false)
    const { letter: other } = compose(newsletter(), {}, recipient({ email: 'renée@müller.example' }))
    assert.equal(other.to, 'renée@xn--mller-kva.example')
    assert.equal(other.needsSmtpUtf8, true)
    assert.equal((await readByPostalMime(other.bytes)).to, 'renée@xn--mller-kva.example')
    checkForm(other)
  })
})

describe('bodies', () => {
  test('text alone for those who want text, and for newsletters without HTML', async () => {
    for (const made of [
      compose(newsletter(), {}, recipient({ format: 'text' })),
      compose(newsletter({ html: '' }), {}, recipient()),
    ]) {
      const read = await readByPostalMime(made.letter.bytes)
      assert.equal(read.html, '')
      assert.match(read.text, /^Hello Ada\n\nUnsubscribe: https:\/\/post\.example\.org\/u\/\S+$/)
      assert.match(made.letter.bytes.toString('latin1'), /\r\nContent-Type: text\/plain; charset=iso-8859-1\r\n/)
      checkForm(made.letter)
    }
  })

  test('an empty letter is one too', async () => {
    const { letter } = compose(
      newsletter({ html: undefined, text: '', subject: '' }),
      { list: undefined, of: 'transaction' },
      recipient({ name: '' }),
    )
    const read = await readByPostalMime(letter.bytes)
    assert.deepEqual([read.subject, read.text, read.toName], ['', '', ''])
  })

  test('clicks and the pixel read back', async () => {
    const person = recipient({ fields: ['a b&c', null, 'https://dyn.example/é'] })
    const { compiled, meant } = compose(
      newsletter({ html: HTML, text: 'See https://example.org/2, or https://example.org/t?{{ DD1 }}.' }),
      {},
      person,
    )
    const targets: (string | undefined)[] = []
    for (const [, path] of `${meant.html}${meant.text}`.matchAll(/https:\/\/post\.example\.org(\/t\/[^\s"',]+[^\s"',.])/g)) {
      const hit = await readHit(path!, keyOf)
      assert.equal(hit?.letter.id, person.id)
      targets.push('target' in hit! ? `${hit.link} ${hit.target}` : 'pixel')
    }
    assert.deepEqual(targets, [
      '1 https://example.org/?who=a%20b&c&x=1',
      '2 https://dyn.example/%C3%A9',
      '3 https://example.org/2',
      '0 https://post.example.org/',
      'pixel',
      '3 https://example.org/2',
      '4 https://example.org/t?a%20b&c',
    ])
    assert.deepEqual(
      compiled.links.map(link => link.target),
      ['https://example.org/?who={{ DD1 }}&x=1', '{{ DD3 }}', 'https://example.org/2', 'https://example.org/t?{{ DD1 }}'],
    )
  })

  test('untracked letters have the addresses themselves, and no pixel', () => {
    const { meant } = compose(
      newsletter({ html: '<a href="https://example.org/?a=1&amp;b=2">x</a>', text: 'https://example.org/' }),
      { tracked: false },
      recipient(),
    )
    assert.match(meant.html!, /^<a href="https:\/\/example\.org\/\?a=1&amp;b=2">x<\/a>/)
    assert(!meant.html!.includes('<img') && meant.text.startsWith('https://example.org/\n'))
  })

  test('templates that do not compile are refused with their part', () => {
    for (const part of ['subject', 'html', 'text', 'preheader'] as const)
      assert.throws(
        () => compileLetter(newsletter({ [part]: 'x {{ nmae }}' }), facts()),
        (error: unknown) => error instanceof TemplateError && error.part === part && error.column === 6,
      )
  })

  test('all that is wrong with a newsletter is told at once', () => {
    const errors = templateErrors({ subject: '{{ x }}', html: 'fine {{ City }}', text: '\n{% if name %}' }, facts().fields)
    assert.deepEqual(
      errors.map(error => `${error.part} ${error.line}:${error.column}`),
      ['subject 1:4', 'text 2:1'],
    )
  })

  test('5 MB are no problem', () => {
    const { letter } = compose(
      newsletter({ html: `<p>${'Hällo {{ name }} <a href="https://example.org/">x</a>\n'.repeat(90_000)}</p>` }),
      {},
      recipient(),
    )
    assert(letter.bytes.length > 5_000_000)
    assert.equal(letter.charset, 'iso-8859-1')
  })
})

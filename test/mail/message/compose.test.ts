/**
 * The composition of an email: its headers, its parts, its links; refusals. How others read it:
 * messages-as-read.test.ts.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readHit, readMessageId, readMessageToken } from '../../../src/mail/links/links.ts'
import { readMailAddress } from '../../../src/mail/links/mail-address.ts'
import { compileMessage, templateErrors } from '../../../src/mail/message/compile.ts'
import { composeMessage } from '../../../src/mail/message/compose.ts'
import { feedbackSender } from '../../../src/mail/message/feedback-sender.ts'
import { oneLine } from '../../../src/mail/message/headers.ts'
import { TemplateError } from '../../../src/mail/template/merge.ts'
import {
  checkForm,
  compose,
  facts,
  HTML,
  keyOf,
  newsletter,
  readByPostalMime,
  recipient,
} from './message-readers.ts'

describe('headers', () => {
  test('have no characters that make them read differently, and keep what scripts are written with', () => {
    const kept = [
      '👩\u200d👩\u200d👧',
      'می\u200cخواهم',
      'שלום \u200fABC',
      'क्\u200dष',
      '🏴\u{e0067}\u{e007f}',
    ]
    for (const text of kept) assert.equal(oneLine(text), text)
    for (const code of [0xad, 0x200b, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff]) {
      const hidden = String.fromCodePoint(code)
      assert.equal(oneLine(`${hidden}Pay${hidden}Pal${hidden}`), 'PayPal', code.toString(16))
    }
    const { message: made } = compose(
      {
        ...newsletter,
        subject: 'For \u202e{{ name }}',
        from: { name: 'Sh\u200bop', address: 'a@example.org' },
      },
      {},
      { ...recipient(), name: '\u202eAda' },
    )
    const head = made.bytes.toString('latin1', 0, made.bodyStart)
    assert.match(head, /^Subject: For Ada\r$/m)
    assert.match(head, /^To: Ada </m)
    assert.match(head, /^From: Shop </m)
  })

  test('name the installation by the host of PUBLIC_URL, in 5 to 15 characters', () => {
    assert.equal(feedbackSender('https://m.shop.example'), 'm-shop-example')
    const hosts = [
      'mail.example.com',
      'mail.example.org',
      'mail.example.net',
      'a.io',
      'b.io',
      '[::1]',
    ]
    const names = hosts.map(host => feedbackSender(`https://${host}:8080/x`))
    for (const name of names) assert.match(name, /^[a-z0-9-]{5,15}$/)
    assert.equal(new Set(names).size, hosts.length)
  })

  test('are those of bulk mail, with addresses that read back', async () => {
    const message = newsletter({
      sender: { address: 'office@example.org' },
      replyTo: { name: 'Åsa', address: 'asa@exämple.org' },
    })
    const { message: made } = compose(message, {}, recipient())
    const head = made.bytes.toString('latin1', 0, made.bodyStart).replace(/\r\n /g, ' ')
    const field = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(head)?.[1]
    const ref = { accountId: 12, of: 'sending', ofId: 345, id: 1_234_567 }
    assert.equal(field('Sender'), 'office@example.org')
    assert.equal(field('Reply-To'), '=?iso-8859-1?Q?=C5sa?= <asa@xn--exmple-cua.org>')
    assert.equal(field('To'), 'Ada <ada@example.com>')
    assert.equal(field('Subject'), 'News for Ada')
    assert.equal(field('List-Id'), 'News of the day <list-3.account-12.bounce.example.org>')
    assert.equal(field('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click')
    assert.equal(field('Feedback-ID'), 'sending-345:list-3:account-12:post-exa-924b0f')
    assert.equal(field('Precedence'), 'bulk')
    assert.match(
      field('Date')!,
      /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d \+0100$/,
    )
    assert(Math.abs(Date.parse(field('Date')!) - Date.now()) < 5000)
    const [, web, mail] =
      /^<https:\/\/post\.example\.org\/u\/([^>]+)>, <mailto:([^?]+)\?subject=unsubscribe>$/.exec(
        field('List-Unsubscribe')!,
      )!
    assert.deepEqual(await readMessageToken(web!, 'unsubscribe', keyOf), ref)
    assert.deepEqual(await readMailAddress(mail!, keyOf), { kind: 'unsubscribe', message: ref })
    assert.deepEqual(await readMailAddress(made.envelopeFrom, keyOf), {
      kind: 'bounce',
      message: ref,
    })
    assert.deepEqual(await readMessageId(made.messageId, keyOf), ref)
    assert.equal(field('Message-ID'), made.messageId)
    assert.equal(
      composeMessage(compileMessage(newsletter(), facts()), recipient()).messageId,
      made.messageId,
    )
  })

  test('of an email to one person on request are none of bulk mail', async () => {
    const { message } = compose(newsletter(), { list: undefined, of: 'transaction' }, recipient())
    const read = await readByPostalMime(message.bytes)
    assert.deepEqual(read.headers, [
      'date',
      'from',
      'to',
      'subject',
      'message-id',
      'feedback-id',
      'auto-submitted',
      'mime-version',
      'content-type',
    ])
    assert(!/unsubscribe/i.test(read.text + read.html))
  })

  test('carry international addresses', async () => {
    const { message } = compose(newsletter(), {}, recipient({ email: 'Ada@Müller.Example' }))
    assert.equal(message.to, 'Ada@xn--mller-kva.example')
    assert.equal(message.needsSmtpUtf8, false)
    const { message: other } = compose(
      newsletter(),
      {},
      recipient({ email: 'renée@müller.example' }),
    )
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
      const read = await readByPostalMime(made.message.bytes)
      assert.equal(read.html, '')
      assert.match(read.text, /^Hello Ada\n\nUnsubscribe: https:\/\/post\.example\.org\/u\/\S+$/)
      assert.match(
        made.message.bytes.toString('latin1'),
        /\r\nContent-Type: text\/plain; charset=iso-8859-1\r\n/,
      )
      checkForm(made.message)
    }
  })

  test('an empty email is one too', async () => {
    const { message } = compose(
      newsletter({ html: undefined, text: '', subject: '' }),
      { list: undefined, of: 'transaction' },
      recipient({ name: '' }),
    )
    const read = await readByPostalMime(message.bytes)
    assert.deepEqual([read.subject, read.text, read.toName], ['', '', ''])
  })

  test('clicks and the pixel read back', async () => {
    const person = recipient({ fields: ['a b&c', null, 'https://dyn.example/é'] })
    const { compiled, meant } = compose(
      newsletter({
        html: HTML,
        text: 'See https://example.org/2, or https://example.org/t?{{ DD1 }}.',
      }),
      {},
      person,
    )
    const targets: (string | undefined)[] = []
    for (const [, path] of `${meant.html}${meant.text}`.matchAll(
      /https:\/\/post\.example\.org(\/t\/[^\s"',]+[^\s"',.])/g,
    )) {
      const hit = await readHit(path!, keyOf)
      assert.equal(hit?.message.id, person.id)
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
      [
        'https://example.org/?who={{ DD1 }}&x=1',
        '{{ DD3 }}',
        'https://example.org/2',
        'https://example.org/t?{{ DD1 }}',
      ],
    )
  })

  test('untracked emails have the addresses themselves, and no pixel', () => {
    const { meant } = compose(
      newsletter({
        html: '<a href="https://example.org/?a=1&amp;b=2">x</a>',
        text: 'https://example.org/',
      }),
      { tracked: false },
      recipient(),
    )
    assert.match(meant.html!, /^<a href="https:\/\/example\.org\/\?a=1&amp;b=2">x<\/a>/)
    assert(!meant.html!.includes('<img') && meant.text.startsWith('https://example.org/\n'))
  })

  test('templates that do not compile are refused with their part', () => {
    for (const part of ['subject', 'html', 'text', 'preheader'] as const)
      assert.throws(
        () => compileMessage(newsletter({ [part]: 'x {{ nmae }}' }), facts()),
        (error: unknown) =>
          error instanceof TemplateError && error.part === part && error.column === 6,
      )
  })

  test('all that is wrong with a newsletter is told at once', () => {
    const errors = templateErrors(
      { subject: '{{ x }}', html: 'fine {{ City }}', text: '\n{% if name %}' },
      facts().fields,
    )
    assert.deepEqual(
      errors.map(error => `${error.part} ${error.line}:${error.column}`),
      ['subject 1:4', 'text 2:1'],
    )
  })

  test('5 MB are no problem', () => {
    const { message } = compose(
      newsletter({
        html: `<p>${'Hällo {{ name }} <a href="https://example.org/">x</a>\n'.repeat(90_000)}</p>`,
      }),
      {},
      recipient(),
    )
    assert(message.bytes.length > 5_000_000)
    assert.equal(message.charset, 'iso-8859-1')
  })
})

/** Emails that programs hand over by SMTP: as they are sent, in the ledger, and what is refused. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeWords } from 'postal-mime'
import { setActive } from '../../src/domain/transactions/projects.ts'
import { openDialog, plainAuth } from '../support/smtp-dialog.ts'
import { SENDER, type Submission, submissionSetup } from '../support/submission.ts'
import { until } from '../support/until.ts'

let setup: Submission
before(async () => {
  setup = await submissionSetup()
})
after(() => setup.close())

const from = `"Lädchen" <${SENDER}>`

test('an email with texts, files and an inline picture comes as it was written', async () => {
  const [to, cc, bcc] = [setup.fresh(), setup.fresh(), setup.fresh()]
  const picture = Buffer.from('89504e470d0a1a0a', 'hex')
  const sent = await setup.transport().sendMail({
    from,
    to: { name: 'Åsa Ö', address: to },
    cc,
    bcc,
    replyTo: 'help@shop.example.test',
    subject: 'Din beställning är på väg',
    text: 'Tack {{ name }}!\n.\n..två',
    html: '<p>Tack {{ name }}! <img src="cid:logo" alt=""></p>',
    headers: { 'X-Shop': 'Örtagård', 'List-Id': '<not ours>' },
    inReplyTo: '<earlier@shop.example.test>',
    attachments: [
      {
        filename: 'räkning åäö 1001 med ett mycket långt namn, så att det delas upp.pdf',
        content: 'PDF',
      },
      { filename: 'logo.png', content: picture, cid: 'logo' },
    ],
  })
  const email = await setup.email(sent.response)
  assert.deepEqual(
    email.recipients.map(({ role, email }: { role: string; email: string }) => [role, email]),
    [
      ['to', to],
      ['cc', cc],
      ['bcc', bcc],
    ],
  )
  assert.equal(email.identifier, sent.messageId)
  for (const address of [to, cc, bcc]) {
    const { mail, source, rcpts } = await setup.received(address)
    assert.equal(rcpts.length, 1)
    assert.equal(mail.subject, 'Din beställning är på väg')
    assert.deepEqual(mail.from, { address: SENDER, name: 'Lädchen' })
    assert.deepEqual(mail.to, [{ address: to, name: 'Åsa Ö' }])
    assert.deepEqual(mail.cc, [{ address: cc, name: '' }])
    assert.deepEqual(mail.replyTo, [{ address: 'help@shop.example.test', name: '' }])
    assert.equal(mail.inReplyTo, '<earlier@shop.example.test>')
    assert.equal(mail.text?.trimEnd(), 'Tack {{ name }}!\n.\n..två')
    assert.match(mail.html!, /Tack \{\{ name \}\}!/)
    assert.equal(decodeWords(mail.headers.find(({ key }) => key === 'x-shop')!.value), 'Örtagård')
    assert.ok(!source.includes(bcc), 'nobody sees who is in bcc')
    assert.doesNotMatch(source, /not ours|X-Pennypost/i)
    assert.match(source, /^DKIM-Signature:.*/m)
    const names = mail.attachments.map(({ filename }) => filename)
    assert.ok(
      names.includes('räkning åäö 1001 med ett mycket långt namn, så att det delas upp.pdf'),
      names.join(),
    )
    const shown = mail.attachments.find(({ filename }) => filename === 'logo.png')!
    assert.deepEqual(Buffer.from(shown.content as ArrayBuffer), picture)
    assert.ok(mail.html!.includes(`cid:${shown.contentId!.slice(1, -1)}`))
  }
})

test('project, tags, metadata and tracking come by headers, which nobody sees', async () => {
  const { id: projectId } = await setup.project('Kvitton')
  const to = setup.fresh()
  const headers = {
    'X-Pennypost-Tags': 'receipt, Höst',
    'X-Pennypost-Metadata': '{"order":"1001","Å":"ö"}',
    'X-Pennypost-Track-Opens': 'yes',
    'X-Pennypost-Identifier': 'order-1001',
    'X-Pennypost-Project': 'Kvitton',
  }
  const sent = await setup
    .transport()
    .sendMail({ from, to, subject: 'Hej', html: '<p>Hej</p>', headers })
  const email = await setup.email(sent.response)
  assert.deepEqual(email.tags, ['receipt', 'Höst'])
  assert.deepEqual(email.metadata, { order: '1001', Å: 'ö' })
  assert.equal(email.identifier, 'order-1001')
  assert.equal(email.projectId, projectId)
  const { source } = await setup.received(to)
  assert.doesNotMatch(source, /x-pennypost/i)
  const wrong: [Record<string, string>, RegExp][] = [
    [{ 'X-Pennypost-Tag': 'a' }, /550 5\.6\.0 There is no header x-pennypost-tag/],
    [{ 'X-Pennypost-Metadata': '{"a":1}' }, /550 5\.6\.0 X-Pennypost-Metadata takes/],
    [{ 'X-Pennypost-Metadata': '{"a":' }, /550 5\.6\.0 X-Pennypost-Metadata takes/],
    [{ 'X-Pennypost-Track-Opens': '1' }, /550 5\.6\.0 X-Pennypost-Track-Opens is yes or no/],
    [{ 'X-Pennypost-Send-At': 'soon' }, /550 5\.6\.0 X-Pennypost-Send-At is a moment/],
    [{ 'X-Pennypost-Project': 'Nowhere' }, /550 5\.6\.0 .*project/],
  ]
  for (const [headers, reply] of wrong)
    await assert.rejects(
      setup.transport().sendMail({ from, to, subject: 'x', text: 'x', headers }),
      reply,
    )
})

test('the same message again is the same email, and another one is not', async () => {
  const to = setup.fresh()
  const message = {
    from,
    to,
    subject: 'Once',
    text: 'Hello',
    messageId: '<once@shop.example.test>',
  }
  const first = await setup.transport().sendMail(message)
  const second = await setup.transport().sendMail(message)
  const other = await setup.transport().sendMail({ ...message, text: 'Hello again' })
  assert.match(first.response, /Accepted as email/)
  assert.match(second.response, /Accepted before as email/)
  const [a, b, c] = await Promise.all([first, second, other].map(one => setup.email(one.response)))
  assert.equal(a.id, b.id)
  assert.notEqual(a.id, c.id)
})

test('who is in the envelope alone gets it, and the head says what it said', async () => {
  const [hidden, named] = [setup.fresh(), 'team@elsewhere.example.test']
  const sent = await setup.transport().sendMail({
    envelope: { from: SENDER, to: [hidden] },
    from,
    to: named,
    subject: 'To the team',
    text: 'Hello',
  })
  const email = await setup.email(sent.response)
  assert.equal(email.recipients.length, 1)
  const { mail } = await setup.received(hidden)
  assert.deepEqual(mail.to, [{ address: named, name: '' }])
  const nobody = setup.fresh()
  await setup
    .transport()
    .sendMail({ envelope: { from: SENDER, to: [nobody] }, from, subject: 'x', text: 'x' })
  assert.match((await setup.received(nobody)).source, /^To: undisclosed-recipients:;\r$/m)
})

/** The reply to a message that is sent as it stands. */
async function replyTo(message: string | Buffer, to = setup.fresh()): Promise<string> {
  const dialog = await openDialog(setup.tlsPort, { tls: true })
  try {
    for (const line of [
      'EHLO me',
      plainAuth('', setup.token),
      `MAIL FROM:<${SENDER}>`,
      `RCPT TO:<${to}>`,
    ])
      assert.match(await dialog.say(line), /^2/, line)
    assert.match(await dialog.say('DATA'), /^354/)
    const octets = typeof message === 'string' ? Buffer.from(message) : message
    return await dialog.say(Buffer.concat([octets, Buffer.from('\r\n.\r\n')]))
  } finally {
    dialog.close()
  }
}
const head = `From: ${SENDER}\r\nSubject: x\r\nMIME-Version: 1.0\r\n`
const mixed = (...parts: string[]) =>
  `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map(part => `--b\r\n${part}\r\n`).join('')}--b--`
const file = (name: string, type = 'application/pdf', content = 'UERG') =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n` +
  `Content-Disposition: attachment; filename="${name}"\r\n\r\n${content}`
const text = 'Content-Type: text/plain\r\n\r\nHello'

test('what can not be kept, or would not be an email, is refused with its reason', async () => {
  const ids = Array.from({ length: 1_900 }, (_, n) =>
    file(`${n}.pdf`).replace('\r\n\r\n', `\r\nContent-ID: <x${n}>\r\n\r\n`),
  )
  const refused: [string | Buffer, RegExp][] = [
    [`From: somebody@elsewhere.test\r\n\r\nHello`, /^550 5\.6\.0 .*elsewhere\.test/],
    [
      `From: a@shop.example.test, b@shop.example.test\r\n\r\nHello`,
      /^550 5\.6\.0 From has to be one/,
    ],
    [
      `From: a@shop.example.test\r\nFrom: b@shop.example.test\r\n\r\nHello`,
      /^550 5\.6\.0 From has to be/,
    ],
    [`${head}\r\n`, /^550 5\.6\.0 /],
    [`${head.replace('x', '=?utf-8?q?x=0D=0ABcc:_a@b.se?=')}\r\nHello`, /^550 5\.6\.0 /],
    [`${head}\r\nHello\nthere`, /^550 5\.6\.11 Lines end with CR LF/],
    [`${head}\r\nHello\rthere`, /^550 5\.6\.11 Lines end with CR LF/],
    [`${head}\r\nHello\n.\nMAIL FROM:<${SENDER}>\r\nthere`, /^550 5\.6\.11 Lines end with CR LF/],
    [mixed(text, file('run.exe')), /^550 5\.6\.0 /],
    [mixed(text, file('a/b.pdf')), /^550 5\.6\.0 /],
    [mixed(text, file('=?utf-8?q?a=00b.pdf?=')), /^550 5\.6\.0 /],
    [mixed(text, file('=?utf-8?q?a=0D=0Ab.pdf?=')), /^550 5\.6\.0 /],
    [mixed(text, ...Array.from({ length: 21 }, (_, n) => file(`${n}.pdf`))), /^550 5\.6\.0 .*20/],
    [
      mixed(text, ...Array.from({ length: 10_000 }, (_, n) => file(`${n}.pdf`))),
      /^550 5\.6\.0 .*20/,
    ],
    // Looking for each of them in the HTML would take a quarter of a minute.
    [mixed(`Content-Type: text/html\r\n\r\n${'cid'.repeat(2_600_000)}`, ...ids), /^550 5\.6\.0 /],
    [
      `${head}Content-Type: multipart/signed; boundary=b\r\n\r\n--b\r\n${text}\r\n--b--`,
      /^550 5\.6\.1 A signed/,
    ],
    [Buffer.alloc(16_500_000, 'x'), /^552 5\.3\.4 /],
  ]
  const before = await setup.count('select count(*) from transactions')
  for (const [message, reply] of refused)
    assert.match(await replyTo(message), reply, message.toString('latin1').slice(0, 200))
  assert.equal(await setup.count('select count(*) from transactions'), before)
})

test('eighth bits, dots, zero octets, and a message in a message', async () => {
  const to = setup.fresh()
  const eight = Buffer.from(`From: Åsa <${SENDER}>\r\nSubject: på väg\r\n\r\nRäksmörgås\0\r\n..dot`)
  assert.match(await replyTo(eight, to), /^250 2\.0\.0 Accepted as email/)
  const { mail, source } = await setup.received(to)
  assert.equal(mail.subject, 'på väg')
  assert.equal(mail.from?.name, 'Åsa')
  assert.equal(mail.text?.trimEnd(), 'Räksmörgås\n.dot')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant.
  assert.match(source, /^[\x01-\x7f]*$/)
  const other = setup.fresh()
  const forwarded = 'Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nHello inside'
  assert.match(await replyTo(mixed(text, forwarded), other), /^250 /)
  const [only] = (await setup.received(other)).mail.attachments
  assert.equal(only!.filename, 'attachment-1.eml')
  assert.match(Buffer.from(only!.content as ArrayBuffer).toString(), /^Subject: inner/)
})

test('a paused project takes emails later, and none is refused for good', async () => {
  const { name } = await setup.project('Paused for a while')
  const { store } = setup.running
  const to = setup.fresh()
  const send = () => setup.transport(name).sendMail({ from, to, subject: 'x', text: 'x' })
  await setActive(store, setup.accountId, name, false)
  await assert.rejects(send, { responseCode: 450, response: /^450 4\.3\.2 The project is paused/ })
  await setActive(store, setup.accountId, name, true)
  await until(() => send().catch(() => undefined))
  await setup.received(to)
})

/** Files and inline pictures of emails: at a relay as they were given, kept once, and dropped. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { erase } from '../../src/domain/privacy/erase.ts'
import { exportPerson } from '../../src/domain/privacy/export-person.ts'
import { trimExpiredTransactions } from '../../src/domain/transactions/trim.ts'
import { assertSigned } from '../support/dkim-verifiers.ts'
import { until } from '../support/until.ts'
import { type EmailSetup, emailSetup, fresh, from } from './email-setup.ts'

let setup: EmailSetup
before(async () => {
  setup = await emailSetup()
})
after(() => setup?.close())

const send = (body: object) =>
  setup.send({ subject: 'Your order', to: fresh(), text: 'Hi', ...body })
const received = (email: string) => setup.received(email)

const rows = async (text: string, ...values: unknown[]) => {
  const answer = await setup.running.store.run({ name: '', text, again: true }, [
    setup.accountId,
    ...values,
  ])
  return (answer as { rows: unknown[][] }).rows
}
const count = async (text: string) => Number((await rows(text))[0]![0])
const kept = () => count('select count(*) from attachments where account_id = $1')

const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(40_000)])
const logo = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(5_000)])
const base64 = (bytes: Buffer) => bytes.toString('base64')
const file = (name: string, bytes: Buffer = Buffer.from('file'), rest: object = {}) => ({
  name,
  content: base64(bytes),
  ...rest,
})

test('an order confirmation with a PDF and an inline picture comes as it was given', async () => {
  const to = fresh()
  const { status, body } = await send({
    to,
    html: '<p>Thank you. <img src="cid:logo" alt="Shop"></p>',
    text: 'Thank you.',
    attachments: [
      file('Rechnung für Åsa Ö – 1001.pdf', pdf),
      file('logo.png', logo, { contentId: 'logo' }),
      file('never shown.png', logo, { contentId: 'logo2' }),
      file('a"b (1).csv', Buffer.from('a;b\r\n1;2\r\n'), { type: 'text/csv' }),
    ],
  })
  assert.equal(status, 201, JSON.stringify(body))
  const { mail, source, head, bytes } = await received(to)
  await assertSigned(setup.call, bytes)
  assert.deepEqual(
    mail.attachments.map(({ filename, mimeType, disposition, contentId, related }) => [
      filename,
      mimeType,
      disposition,
      contentId,
      related,
    ]),
    [
      ['logo.png', 'image/png', 'inline', '<logo>', true],
      ['Rechnung für Åsa Ö – 1001.pdf', 'application/pdf', 'attachment', undefined, undefined],
      ['never shown.png', 'image/png', 'attachment', '<logo2>', undefined],
      ['a"b (1).csv', 'text/csv', 'attachment', undefined, undefined],
    ],
    JSON.stringify(mail.attachments.map(({ content: _, ...rest }) => rest)),
  )
  const bytesOf = (name: string) =>
    Buffer.from(mail.attachments.find(({ filename }) => filename === name)!.content as ArrayBuffer)
  assert.ok(bytesOf('Rechnung für Åsa Ö – 1001.pdf').equals(pdf))
  assert.ok(bytesOf('logo.png').equals(logo))
  assert.equal(mail.text!.trim(), 'Thank you.')
  assert.match(mail.html!, /src="cid:logo"/)
  assert.match(head, /^DKIM-Signature: /m)
  assert.match(head, /^Content-Type: multipart\/mixed;/m)
  assert.ok(source.split('\r\n').every(line => line.length <= 998))
  const shown = (await setup.call('GET', `/emails/${body.id}`)).body
  assert.deepEqual(shown.attachments[1], {
    name: 'logo.png',
    type: 'image/png',
    contentId: 'logo',
    bytes: logo.length,
  })
})

test('an email of text alone has its file too', async () => {
  const to = fresh()
  await send({ to, text: 'Plain\n\n\n', attachments: [file('note.txt', Buffer.from('Größe'))] })
  const { mail } = await received(to)
  assert.equal(mail.text!.trim(), 'Plain')
  assert.equal(mail.attachments[0]!.mimeType, 'text/plain')
  assert.equal(Buffer.from(mail.attachments[0]!.content as ArrayBuffer).toString(), 'Größe')
})

test('the export of a person has the content of their emails, with the files', async () => {
  const to = fresh()
  const content = Buffer.from('PDF of order 7').toString('base64')
  const file = { name: 'order.txt', type: 'text/plain', content }
  const made = await send({ to, text: 'Order 7 is on its way', attachments: [file] })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { store } = setup.running
  const { transactions } = (await exportPerson(store, { id: setup.accountId, fieldCount: 25 }, to))!
  const [{ content: kept }] = transactions as unknown as [{ content: Record<string, unknown> }]
  assert.deepEqual([kept.subject, kept.text], ['Your order', 'Order 7 is on its way'])
  const octets = Buffer.from(content, 'base64').length
  assert.deepEqual(kept.files, [{ name: 'order.txt', type: 'text/plain', octets, base64: content }])
  await erase(store, setup.accountId, to)
  assert.equal(await exportPerson(store, { id: setup.accountId, fieldCount: 25 }, to), undefined)
})

test('files of 10 MB go in one call and one batch; the same bytes are kept once', async () => {
  const before = await kept()
  const large = randomBytes(10_000_000)
  const [one, two] = [fresh(), fresh()]
  const attachments = [file('large.bin', large)]
  const sent = await send({ to: [one, two], attachments })
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  const lines = file('large.bin', large).content.replace(/.{76}/g, '$&\r\n')
  const third = fresh()
  const batch = await setup.call('POST', '/emails/batch', {
    emails: [
      {
        from,
        to: third,
        subject: 'x',
        text: 'x',
        attachments: [{ name: 'l.bin', content: lines }],
      },
      { from, to: fresh(), subject: 'x', text: 'x', attachments: [file('a.exe')] },
    ],
  })
  assert.deepEqual([batch.body.taken, batch.body.refused], [1, 1], JSON.stringify(batch.body))
  assert.match(batch.body.items[1].problem.detail, /is a program/)
  for (const to of [one, two, third]) {
    const { mail } = await received(to)
    assert.ok(Buffer.from(mail.attachments[0]!.content as ArrayBuffer).equals(large))
  }
  assert.equal(await kept(), before + 1)
})

test('the same email with other files is no repetition', async () => {
  const to = fresh()
  const given = { to, identifier: 'files-1', attachments: [file('a.pdf', pdf)] }
  const first = (await send(given)).body
  const again = (await send(given)).body
  assert.deepEqual([again.id, again.recipients[0].repeated], [first.id, true])
  const other = (await send({ ...given, attachments: [file('b.pdf', pdf)] })).body
  assert.equal(other.recipients[0].repeated, false)
})

const program = Buffer.alloc(512)
program.write('MZ', 0)
program.writeUInt32LE(128, 0x3c)
program.write('PE\0\0', 128)

test('what is no file is refused with its reason, and nothing is kept', async () => {
  const state = async () => [
    await kept(),
    await count('select count(*) from given_emails where account_id = $1'),
    await count('select count(*) from transactions where account_id = $1'),
  ]
  const before = await state()
  for (const [code, attachments] of [
    ['attachment-name', [file('../../etc/passwd')]],
    ['attachment-name', [file('C:\\x.pdf')]],
    ['attachment-name', [file('x.pdf\r\nBcc: eve@evil.test')]],
    ['attachment-name', [file('x\u0085.pdf')]],
    ['attachment-name', [file('x\u202efdp.txt')]],
    ['attachment-name', [file('..')]],
    ['attachment-name', [file('  ')]],
    ['attachment-program', [file('setup.exe')]],
    ['attachment-program', [file('setup.EXE. . ')]],
    ['attachment-program', [file('invoice.pdf.js')]],
    ['attachment-program', [file('invoice.pdf', program)]],
    ['attachment-program', [file('invoice.pdf', Buffer.from('#!/bin/sh\nrm -r ~'))]],
    ['attachment-program', [file('x.pdf', Buffer.concat([Buffer.from('cafebabe', 'hex'), pdf]))]],
    ['attachment-type', [file('a.bin', undefined, { type: 'application/x-msdownload' })]],
    ['attachment-type', [file('a.bin', undefined, { type: 'message/rfc822' })]],
    ['attachment-type', [file('a.bin', undefined, { type: 'text/plain; x=y\r\nBcc: e@x.test' })]],
    ['attachment-content', [{ name: 'a.pdf', content: 'not base64!' }]],
    ['attachment-content', [{ name: 'a.pdf', content: 'YWJj=YWJj' }]],
    ['attachment-content', [{ name: 'a.pdf', content: '' }]],
    ['content-id', [file('a.png', logo, { contentId: 'a>\r\nBcc: <eve@evil.test' })]],
    ['content-id-twice', [1, 2].map(i => file(`${i}.png`, logo, { contentId: 'logo' }))],
    [
      'attachments-large',
      [file('a.bin', Buffer.alloc(5_000_001)), file('b.bin', Buffer.alloc(5e6))],
    ],
  ] as const) {
    const { status, body } = await send({ attachments })
    assert.deepEqual(
      [status, body.code],
      [400, code],
      JSON.stringify([attachments, body]).slice(0, 500),
    )
  }
  const many = Array.from({ length: 21 }, (_, i) => file(`${i}.txt`))
  const parts = Array.from({ length: 10_000 }, (_, i) => ({ name: `${i}`, content: 'YQ==' }))
  for (const attachments of [many, parts, [file('a\0.pdf')]])
    assert.equal((await send({ attachments })).status, 400)
  const huge = await send({ attachments: [file('a.bin', Buffer.alloc(50_000_000))] })
  assert.equal(huge.status, 413, JSON.stringify(huge.body))
  assert.deepEqual(await state(), before)
})

test('other routes take no more than before', async () => {
  const name = 'x'.repeat(1_000_001)
  assert.equal((await setup.call('POST', '/lists', { name })).status, 413)
})

test('files go with the last email that has them', async () => {
  const before = await kept()
  const shared = file('shared.bin', randomBytes(1_000))
  const [erased, old] = [fresh(), fresh()]
  const first = await send({ to: erased, attachments: [shared, file('own.bin', randomBytes(900))] })
  const second = await send({ to: old, attachments: [shared] })
  await received(erased)
  await received(old)
  const over = async ({ id }: { id: number }) =>
    (await setup.call('GET', `/emails/${id}`)).body.recipients[0].state === 'accepted'
  await until(async () => (await over(first.body)) && (await over(second.body)))
  assert.equal(await kept(), before + 2)
  const { store } = setup.running
  await erase(store, setup.accountId, erased)
  assert.equal(await kept(), before + 1)
  assert.deepEqual((await setup.call('GET', `/emails/${first.body.id}`)).body.attachments, [])
  const project = `/projects/${second.body.projectId}`
  assert.equal((await setup.call('PATCH', project, { retentionDays: 30 })).status, 200)
  const past = "now() - interval '40 days'"
  const { id } = second.body
  await rows(`update deliveries set changed_at = ${past} where account_id = $1 and id = $2`, id)
  await rows(
    `update transactions set created_at = ${past}, send_at = ${past}
      where account_id = $1 and id = $2`,
    id,
  )
  await trimExpiredTransactions(store, new AbortController().signal)
  assert.equal(await kept(), before)
})

test('an email whose files are added while the last one that had them goes', async () => {
  const shared = file('raced.bin', randomBytes(2_000))
  const { store } = setup.running
  let last = fresh()
  await send({ to: last, attachments: [shared] })
  for (let i = 0; i < 10; i++) {
    const next = fresh()
    const [{ status }] = await Promise.all([
      send({ to: next, attachments: [shared] }),
      erase(store, setup.accountId, last),
    ])
    assert.equal(status, 201)
    last = next
  }
  const { mail } = await received(last)
  assert.equal(mail.attachments.length, 1)
  assert.equal(
    await count(`select count(*) from email_attachments e where e.account_id = $1 and not exists
      (select 1 from attachments a where a.account_id = $1 and a.hash = e.hash)`),
    0,
  )
})

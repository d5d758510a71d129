/** The published client of Postmark, unchanged but the address of its API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Errors, ServerClient } from 'postmark'
import { DOMAIN } from '../console-api/email-setup.ts'
import { assertOrder, failingProxy, LOGO, PDF, type WireSetup, wireSetup } from './setup.ts'

let setup: WireSetup
let postmark: ServerClient
before(async () => {
  setup = await wireSetup()
  postmark = clientOf(setup.key)
})
after(() => setup.close())

const clientOf = (key: string, origin = setup.running.origin) =>
  new ServerClient(key, { useHttps: false, requestHost: `${new URL(origin).host}/postmark` })

const From = `Lädchen <orders@${DOMAIN}>`
const order = (To: string) => ({
  From,
  To,
  Subject: 'Deine Bestellung 1001 – {{ name }}',
  HtmlBody: '<p>Danke, Åsa. <img src="cid:logo" alt="Shop"></p>',
  TextBody: 'Danke, Åsa.',
  ReplyTo: `help@${DOMAIN}`,
  Headers: [{ Name: 'X-Order', Value: '1001' }],
  Tag: 'confirmation',
  Metadata: { order: '1001' },
  MessageStream: 'outbound',
  TrackLinks: 'None' as never,
  Attachments: [
    {
      Name: 'Rechnung.pdf',
      Content: PDF.toString('base64'),
      ContentType: 'application/pdf',
      ContentID: null,
    },
    {
      Name: 'logo.png',
      Content: LOGO.toString('base64'),
      ContentType: 'image/png',
      ContentID: 'cid:logo',
      ContentLength: LOGO.length,
    },
  ],
})
const plain = (To: string, more: object = {}) => ({
  From,
  To,
  Subject: 'x',
  TextBody: 'x',
  ...more,
})

test('the order confirmation comes signed and as it was given', async () => {
  const [to, cc, bcc] = [setup.fresh(), setup.fresh(), setup.fresh()]
  const answer = await postmark.sendEmail({ ...order(`"Åsa, Ö" <${to}>`), Cc: cc, Bcc: bcc })
  assert.deepEqual([answer.ErrorCode, answer.Message], [0, 'OK'])
  assert.deepEqual([answer.To, answer.Cc, answer.Bcc], [to, cc, bcc])
  assert.match(answer.MessageID, /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.ok(Math.abs(Date.parse(answer.SubmittedAt) - Date.now()) < 600_000)
  for (const email of [to, cc, bcc]) {
    const got = await setup.received(email)
    assertOrder(got, bcc)
    assert.deepEqual(got.mail.to, [{ name: 'Åsa, Ö', address: to }])
    assert.deepEqual(got.mail.cc, [{ name: '', address: cc }])
  }
  const id = Number.parseInt(answer.MessageID.slice(-12), 16)
  const { body } = await setup.call('GET', `/emails/${id}`)
  assert.deepEqual([body.tags, body.metadata], [['confirmation'], { order: '1001' }])
})

test('each refusal is the error that the client knows', async () => {
  const to = setup.fresh()
  const refused = async (
    type: new (...given: never[]) => Error,
    expected: [status: number, code: number],
    given: object,
    client = postmark,
  ) => {
    const error = await client.sendEmail(plain(to, given) as never).then(
      () => assert.fail(`sent: ${Object.keys(given)}`),
      refusal => refusal,
    )
    const { statusCode, code } = error as Errors.HttpError
    assert.deepEqual([statusCode, code], expected, `${Object.keys(given)} ${error}`)
    assert.ok(error instanceof type, error.constructor.name)
    return error
  }
  await refused(Errors.InvalidAPIKeyError, [401, 10], {}, clientOf('ppk_wrong'))
  await refused(Errors.InvalidAPIKeyError, [401, 10], {}, clientOf('no key at all'))
  await refused(Errors.ApiInputError, [422, 405], {}, clientOf(setup.readingKey))
  await refused(Errors.ApiInputError, [422, 400], { From: 'ceo@bank.example' })
  const invalid = Errors.InvalidEmailRequestError
  await refused(invalid, [422, 300], { To: 'nobody' })
  await refused(invalid, [422, 300], { To: '' })
  await refused(invalid, [422, 300], { TextBody: '' })
  await refused(invalid, [422, 300], { To: Array.from({ length: 51 }, setup.fresh).join(',') })
  await refused(invalid, [422, 300], { Subject: 'x\r\nBcc: eve@evil.test' })
  const twice = { Name: 'X-A', Value: '1' }
  await refused(invalid, [422, 300], { Headers: [twice, twice] })
  await refused(invalid, [422, 300], { Headers: [{ Name: 'Bcc', Value: 'eve@evil.test' }] })
  await refused(invalid, [422, 300], { ReplyTo: `a@${DOMAIN}, b@${DOMAIN}` })
  await refused(Errors.ApiInputError, [422, 403], { Subject: 5 })
  await refused(Errors.ApiInputError, [422, 1235], { MessageStream: 'no project' })
  const program = { Name: 'x.exe', Content: 'AAAA', ContentType: 'application/pdf', ContentID: '' }
  await refused(Errors.ApiInputError, [422, 411], { Attachments: [program] })
  await refused(Errors.UnknownError, [413, 300], { HtmlBody: 'x'.repeat(17_000_000) })
  assert.equal(await setup.counted(to), 0)
})

test('an address that bounced is an inactive recipient', async () => {
  const [gone, there] = [setup.fresh(), setup.fresh()]
  await setup.suppress(gone)
  const error = await postmark.sendEmail(plain(gone)).then(
    () => assert.fail('sent'),
    refusal => refusal as Errors.InactiveRecipientsError,
  )
  assert.ok(error instanceof Errors.InactiveRecipientsError)
  assert.deepEqual([error.statusCode, error.code, error.recipients], [422, 406, [gone]])
  const { ErrorCode, Message } = await postmark.sendEmail(plain(`${there}, ${gone}`))
  assert.equal(ErrorCode, 0)
  assert.match(Message, new RegExp(`these inactive addresses: ${gone}$`))
  const batch = await postmark.sendEmailBatch([plain(gone), plain(there)])
  assert.deepEqual(
    batch.map(one => one.ErrorCode),
    [406, 0],
  )
  await setup.received(there)
  assert.equal(setup.sink.counts.get(gone), undefined)
})

test('an address suppressed by hand is opted out', async () => {
  const EmailAddress = setup.fresh()
  const { Suppressions } = await postmark.createSuppressions('outbound', {
    Suppressions: [{ EmailAddress }],
  })
  assert.equal(Suppressions[0]!.Status, 'Suppressed')
  const { body } = await setup.call('GET', '/opt-outs')
  assert.ok(body.items.some(({ email }: { email: string }) => email === EmailAddress))
})

test('suppressions are shown and deleted', async () => {
  const [gone, other] = [setup.fresh(), setup.fresh()]
  await setup.suppress(gone)
  const shown = async (asked: object) =>
    (await postmark.getSuppressions('outbound', asked)).Suppressions
  const [found] = await shown({ emailAddress: gone })
  assert.deepEqual([found!.EmailAddress, found!.SuppressionReason], [gone, 'HardBounce'])
  assert.ok((await shown({})).some(({ EmailAddress }) => EmailAddress === gone))
  assert.deepEqual(await shown({ emailAddress: other }), [])
  await assert.rejects(shown({ fromDate: '2026-01-01' }), { code: 300 })
  const entries = { Suppressions: [{ EmailAddress: gone }, { EmailAddress: other }] }
  const { Suppressions } = await postmark.deleteSuppressions('outbound', entries)
  assert.deepEqual(
    Suppressions.map(({ EmailAddress, Status }) => [EmailAddress, Status]),
    [
      [gone, 'Deleted'],
      [other, 'Failed'],
    ],
  )
  await postmark.sendEmail(plain(gone))
  await setup.received(gone)
})

test('each email of a batch has its answer', async () => {
  const [one, two] = [setup.fresh(), setup.fresh()]
  const answers = await postmark.sendEmailBatch([
    plain(one),
    plain('nobody'),
    plain(setup.fresh(), { From: 'ceo@bank.example' }),
    plain(setup.fresh(), { Subject: 5 }),
    plain(two),
  ])
  assert.deepEqual(
    answers.map(answer => answer.ErrorCode),
    [0, 300, 400, 403, 0],
  )
  assert.deepEqual([answers[0]!.To, answers[4]!.To], [one, two])
  assert.notEqual(answers[0]!.MessageID, answers[4]!.MessageID)
  await setup.received(one)
  await setup.received(two)
  const many = Array.from({ length: 501 }, () => plain(one))
  await assert.rejects(postmark.sendEmailBatch(many), { statusCode: 422, code: 410 })
})

test('what is not served is refused or ignored, and counted by its name', async () => {
  const counter = (name: string) =>
    setup.metric(`pennypost_wire_unserved_total{wire="postmark",name="${name}"}`)
  const others = await counter('other')
  await assert.rejects(postmark.getTemplates(), { statusCode: 404, code: 404 })
  await assert.rejects(postmark.getServer(), { statusCode: 404 })
  const later = { ScheduledAt: '2099-01-01T09:00:00Z' }
  await assert.rejects(postmark.sendEmail(plain(setup.fresh(), later)), { code: 300 })
  const to = setup.fresh()
  await postmark.sendEmail(plain(to, { InlineCss: true }))
  await setup.received(to)
  for (const name of ['/templates', '/server', 'InlineCss'])
    assert.equal(await counter(name), 1, name)
  assert.equal(await counter('other'), others + 1)
})

test('a template is the newsletter of a project', async () => {
  await setup.receipts()
  const [one, two] = [setup.fresh(), setup.fresh()]
  const given = { From, TemplateAlias: 'receipts', TemplateModel: { number: 1001 } }
  await postmark.sendEmailWithTemplate({ ...given, To: one, InlineCss: true })
  const batch = await postmark.sendEmailBatchWithTemplates([
    { ...given, To: two },
    { ...given, To: two, TemplateAlias: 'nowhere' },
  ])
  assert.deepEqual(
    batch.map(({ ErrorCode }) => ErrorCode),
    [0, 1235],
  )
  for (const email of [one, two]) {
    const { mail } = await setup.received(email)
    assert.equal(mail.subject, 'Receipt 1001')
    assert.match(mail.html!, /Total of 1001/)
  }
})

test('a stream is a project, and opens are counted where the call says so', async () => {
  const projectId = await setup.receipts()
  const to = setup.fresh()
  const { MessageID } = await postmark.sendEmail(
    plain(to, {
      MessageStream: 'receipts',
      TrackOpens: true,
      TrackLinks: 'HtmlOnly',
      HtmlBody: '<a href="https://shop.test/">x</a>',
    }),
  )
  const id = Number.parseInt(MessageID.slice(-12), 16)
  assert.equal((await setup.call('GET', `/emails/${id}`)).body.projectId, projectId)
  const { mail } = await setup.received(to)
  assert.match(mail.html!, /src="http[^"]+\/t\/[^"]+\.gif"/)
  assert.match(mail.html!, /href="http:\/\/127[^"]+\/t\//)
})

test('a call that is tried again with a key is sent once', async () => {
  const to = setup.fresh()
  const proxy = await failingProxy(setup.running.origin, 1)
  const client = new ServerClient(setup.key, {
    useHttps: false,
    requestHost: `${new URL(proxy.origin).host}/postmark`,
    fetch: (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, 'Idempotency-Key': 'order-1001' } }),
  })
  const send = () => client.sendEmail(order(to))
  await assert.rejects(send(), { statusCode: 502 })
  const again = await Promise.all([send(), send()])
  proxy.close()
  assert.equal(new Set(again.map(({ MessageID }) => MessageID)).size, 1)
  assert.equal(await setup.counted(to), 1)
})

/** Emails whose content has tags, is MJML, or is the newsletter of a project. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { trackHitsOf } from '../../src/domain/newsletters/exemptions.ts'
import { until } from '../support/until.ts'
import { type EmailSetup, emailSetup, fresh, from } from './email-setup.ts'

let setup: EmailSetup
before(async () => {
  setup = await emailSetup()
})
after(() => setup.close())

const lines = [
  { name: 'Cup & saucer', price: 9.5 },
  { name: '{{ email }}{% raw %}<b>', price: 20 },
]
const order = { number: 1001, lines, shop: { name: 'Lädchen' } }
const ROWS =
  '{% for line in data.lines %}<li>{{ line.name }}: {{ line.price }}</li>{% endfor %}' +
  '{% if data.lines.size > 1 %}<p>{{ data.lines.size }} things</p>{% endif %}'

const projectWith = async (newsletter: object, facts: object = {}) => {
  const made = await setup.call('POST', '/newsletters', { fromEmail: from.email, ...newsletter })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const name = `Project ${fresh()}`
  const { status, body } = await setup.call('POST', '/projects', {
    name,
    newsletterId: made.body.id,
    ...facts,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return { ...(body as { id: number }), newsletterId: made.body.id as number, name }
}

test('tags are filled in with the data of the call, whose values are no tags', async () => {
  const [to, copied] = [fresh(), fresh()]
  const { status, body } = await setup.send({
    to: { email: to, name: 'Åsa' },
    bcc: copied,
    subject: 'Order {{ data.number }} of {{ data.shop.name }}',
    html: `<p>{{ name | default: "you" }}</p><ul>${ROWS}</ul>`,
    text: '{% for line in data.lines %}{{ line.name }}\n{% endfor %}{{ data.none.deeper }}',
    data: order,
  })
  assert.equal(status, 201, JSON.stringify(body))
  const { mail } = await setup.received(to)
  assert.equal(mail.subject, 'Order 1001 of Lädchen')
  assert.equal(
    mail.html!.trim(),
    '<p>Åsa</p><ul><li>Cup &amp; saucer: 9.5</li>' +
      '<li>{{ email }}{% raw %}&lt;b&gt;: 20</li><p>2 things</p></ul>',
  )
  assert.deepEqual(mail.text!.trim().split('\n'), ['Cup & saucer', '{{ email }}{% raw %}<b>'])
  assert.match((await setup.received(copied)).mail.html!, /^<p>you<\/p>/)
  const { body: shown } = await setup.call('GET', `/emails/${body.id}`)
  assert.equal(shown.subject, 'Order 1001 of Lädchen')
  const content = await setup.call('GET', `/transactions/${body.recipients[0].id}/content`)
  assert.match(content.body.email.html, /Cup &amp; saucer: 9.5/)
  assert.equal(content.body.email.subject, 'Order 1001 of Lädchen')
})

test('no value of the data adds a header or a recipient', async () => {
  const to = fresh()
  const evil = 'x\r\nBcc: eve@evil.test\r\n\r\nbody'
  const sent = await setup.send({
    to,
    subject: 'Hi {{ data.evil }}',
    text: '{{ data.evil }}',
    data: { evil },
  })
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  const { mail, head, rcpts } = await setup.received(to)
  assert.equal(rcpts.length, 1)
  assert.ok(!/^bcc:/im.test(head), head)
  assert.equal(mail.subject, 'Hi x Bcc: eve@evil.test body')
})

test('MJML becomes HTML, with tags only beside data', async () => {
  const mjml = (text: string) =>
    `<mjml><mj-body><mj-section><mj-column>\n<mj-text>${text}</mj-text>
    <mj-button href="https://shop.test/{{ data.number }}">Go</mj-button>
    </mj-column></mj-section></mj-body></mjml>`
  const [one, two] = [fresh(), fresh()]
  assert.equal((await setup.send({ to: one, mjml: mjml(ROWS), data: order })).status, 201)
  const filled = (await setup.received(one)).mail
  assert.match(filled.html!, /<li>Cup &amp; saucer: 9.5<\/li>/)
  assert.match(filled.html!, /href="https:\/\/shop\.test\/1001"/)
  assert.match(filled.text!, /Cup & saucer: 9.5/)
  assert.equal((await setup.send({ to: two, mjml: mjml('{{ name }} {% if %}{{{% ') })).status, 201)
  const literal = (await setup.received(two)).mail.html!
  assert.ok(literal.includes('{{ name }} {% if %}{{{%'), literal)
  assert.ok(literal.includes('href="https://shop.test/{{ data.number }}"'))
  const wrong = await setup.send({
    to: fresh(),
    mjml: mjml('Hi').replace('mj-button', 'mj-nothing'),
  })
  assert.deepEqual([wrong.status, wrong.body.code], [400, 'template-at'])
})

test('the newsletter of a project is sent with the data of the call', async () => {
  const project = await projectWith({
    subject: 'Your order {{ data.number }}, {{ DD1 }}',
    source: {
      kind: 'blocks',
      document: { blocks: [{ type: 'text', id: 't1', html: `<p>{{ name }}</p><ul>${ROWS}</ul>` }] },
    },
    fromName: 'Shop',
  })
  const [to, copied] = [fresh(), fresh()]
  const sent = await setup.call('POST', '/emails', {
    to: { email: to, name: 'Åsa' },
    cc: copied,
    project: project.name,
    data: { ...order, DD1: 'dear' },
    attachments: [{ name: 'a.txt', content: Buffer.from('file').toString('base64') }],
    headers: { 'X-Order': '1001' },
  })
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  assert.equal(sent.body.projectId, project.id)
  const { mail } = await setup.received(to)
  assert.deepEqual([mail.subject, mail.from?.name], ['Your order 1001, dear', 'Shop'])
  assert.match(mail.html!, /Cup &amp; saucer: 9.5/)
  assert.deepEqual([mail.cc?.[0]?.address, mail.attachments[0]?.filename], [copied, 'a.txt'])
  assert.ok(!/\/t\/[^"]+\.gif/.test(mail.html!), 'nothing is measured that was not asked for')
  const content = await setup.call('GET', `/transactions/${sent.body.recipients[0].id}/content`)
  assert.match(content.body.email.source, /X-Order: 1001/)
  assert.match(content.body.email.html, /Cup &amp; saucer: 9.5/)
  const other = fresh()
  const own = { to: other, project: project.name, subject: 'Own {{ data.number }}', data: order }
  assert.equal((await setup.call('POST', '/emails', own)).status, 201)
  assert.equal((await setup.received(other)).mail.subject, 'Own 1001')
})

test('clicks are counted where the call says so, and the email is seen in the browser', async () => {
  const to = fresh()
  const sent = await setup.send({
    to,
    html: '<a href="https://shop.test/?n={{ data.n }}">Go</a> <a href="{{ web_version_url }}">see</a>',
    data: { n: 7 },
    trackClicks: true,
  })
  const { mail } = await setup.received(to)
  const [link] = /http[^"]+\/t\/[^"]+/.exec(mail.html!) ?? []
  assert.ok(link && !/\.gif/.test(mail.html!), mail.html)
  const clicked = await fetch(link, { redirect: 'manual', headers: { 'User-Agent': BROWSER } })
  assert.equal(clicked.status, 302)
  assert.match(clicked.headers.get('location') ?? '', /^https:\/\/shop\.test\/\?n=7&/)
  const [, page] = /href="(http[^"]+\/w\/[^"]+)"/.exec(mail.html!) ?? []
  const seen = await fetch(page!)
  assert.equal(seen.status, 200)
  assert.match(await seen.text(), />Go<\/a>/)
  const found = async () =>
    (await setup.call('GET', `/transactions/${sent.body.recipients[0].id}/tries`)).body.email
  await until(async () => (await found()).clicks === 1)
})

test('who has declined is not measured, nor is anybody by a project that is not', async () => {
  const [declined, agreed, exempt] = [fresh(), fresh(), fresh()]
  const { body: person } = await setup.call('PUT', '/subscribers/by-address', { email: declined })
  const said = { opens: 'declined', clicks: 'declined' }
  const noted = await setup.call('PUT', `/subscribers/${person.id}/measuring`, said)
  assert.equal(noted.status, 200, JSON.stringify(noted.body))
  const html = '<a href="https://shop.test/">Go</a>'
  const asked = { html, trackOpens: true, trackClicks: true }
  const project = await projectWith({ subject: 'x', source: { kind: 'html', html } })
  const noun = { noun: 'project', id: project.id } as const
  await trackHitsOf(setup.running.store, setup.accountId, noun, false)
  await setup.send({ ...asked, to: [declined, agreed] })
  await setup.send({ ...asked, to: exempt, project: project.name })
  for (const to of [declined, exempt])
    assert.ok(!(await setup.received(to)).mail.html!.includes('/t/'), to)
  const { mail } = await setup.received(agreed)
  assert.match(mail.html!, /href="http[^"]+\/t\/[^"]+"/)
  assert.match(mail.html!, /\/t\/[^"]+\.gif"/)
})

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('what cannot be written is refused with its line, and nothing is kept', async () => {
  const kept = () => setup.count('select count(*) from given_emails where account_id = $1')
  const before = await kept()
  const [to, data] = [fresh(), {}]
  const loop = '{% for i in (1..1000) %}'
  const forever = `${loop.repeat(5)}x${'{% endfor %}'.repeat(5)}`
  const large = `{% assign a = "0123456789" %}${'{% assign a = a | append: a %}'.repeat(24)}{{ a }}`
  const repeated = '{% for l in data.lines %}{{ data.long }}{% endfor %}'
  const long = { lines: Array.from({ length: 90_000 }, () => 1), long: 'x'.repeat(10_000) }
  for (const [code, body, place] of [
    ['template-at', { html: '<p>\n{{ nobody }}', data }, ['html', 2, 4]],
    ['template-at', { html: '<p>\n{% if data.x %}', data }, ['html', 2, 1]],
    ['template-at', { html: 'x', subject: '{{ data }}', data }, ['subject', 1, 4]],
    ['template-at', { text: '\n\n{{ data.x | nothing }}', data }, ['text', 3, 1]],
    ['template-at', { text: `\n${forever}`, data }, ['text', 2, undefined]],
    ['template-at', { text: large, data }, ['text', undefined, undefined]],
    ['template-at', { text: repeated, data: long }, ['text', 1, undefined]],
    ['template-at', { html: '{% include "/etc/passwd" %}', data }, ['html', 1, 1]],
    ['template-at', { html: '{% render "x" %}', data }, ['html', 1, 1]],
    ['template-at', { mjml: '<mjml>\n<mj-include path="/etc/passwd" /></mjml>' }, ['mjml', 2, 1]],
    ['template-at', { mjml: '<mjml><mj-body>' }, ['mjml', 1, undefined]],
    ['given-long', { mjml: `<mjml>${'x'.repeat(10_000_000)}` }, undefined],
    ['text-long', { html: 'x', data: { x: 'x'.repeat(200_001) } }, undefined],
    ['text-long', { html: 'x', subject: '{{ data.x }}', data: { x: 'x'.repeat(501) } }, undefined],
    ['email-html-twice', { html: 'x', mjml: '<mjml></mjml>' }, undefined],
    ['email-empty', { data }, undefined],
    ['email-subject', { html: 'x', subject: undefined }, undefined],
  ] as const) {
    const { status, body: refused } = await setup.send({ to, ...body })
    const says = JSON.stringify([JSON.stringify(body).slice(0, 200), refused])
    assert.deepEqual([status, refused.code], [400, code], says)
    if (!place) continue
    const [part, line, column] = place
    assert.equal(refused.values.part, part, says)
    if (line !== undefined) assert.equal(refused.values.line, line, says)
    if (column !== undefined) assert.equal(refused.values.column, column, says)
  }
  assert.equal(await kept(), before)
})

test('a batch with a wrong row, and one whose templates take too long', async () => {
  const good = { from, subject: 'Hi', html: '{{ data.n }}' }
  const emails: object[] = Array.from({ length: 9 }, (_, n) => ({
    ...good,
    to: fresh(),
    data: { n },
  }))
  emails[6] = { ...good, to: fresh(), html: '{% if %}', data: {} }
  const { body } = await setup.call('POST', '/emails/batch', { emails })
  assert.deepEqual([body.taken, body.refused], [8, 1], JSON.stringify(body))
  assert.match(body.items[6].problem.detail, /html, line 1, column 6/)
  const loop = '{% for i in (1..1000) %}'
  const slow = { ...good, html: `${loop.repeat(5)}x${'{% endfor %}'.repeat(5)}`, data: {} }
  const many = Array.from({ length: 200 }, () => ({ ...slow, to: fresh() }))
  const answer = await setup.call('POST', '/emails/batch', { emails: many })
  assert.deepEqual([answer.body.taken, answer.body.refused], [0, 200])
  assert.match(answer.body.items.at(-1).problem.detail, /take too long together/)
})

test('a repetition is known by its data, also by another spelling of the call', async () => {
  const email = { to: fresh(), html: '{{ data.n }}', identifier: `key-${fresh()}`, data: { n: 1 } }
  const [first, second] = await Promise.all([setup.send(email), setup.send(email)])
  assert.equal(first.body.id, second.body.id, JSON.stringify([first.body, second.body]))
  const other = await setup.send({ ...email, data: { n: 2 } })
  assert.notEqual(other.body.id, first.body.id)
})

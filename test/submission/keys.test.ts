/** Keys as passwords of SMTP: which are refused, what each is bound to, and how often it sends. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeApiKey } from '../../src/domain/members/api-keys/api-keys.ts'
import { openDialog, plainAuth } from '../support/smtp-dialog.ts'
import { MAIL, message, type Submission, submissionSetup } from '../support/submission.ts'
import { until } from '../support/until.ts'

let setup: Submission
before(async () => {
  setup = await submissionSetup()
})
after(() => setup.close())

const emails = () => setup.count('select count(*) from given_emails')
test('wrong keys are refused, slowed after many, and the session ends after three', async () => {
  const { token: readOnly } = await setup.newKey({ rights: ['read'] })
  const { token: removed, id } = await setup.newKey()
  await setup.call('DELETE', `/api-keys/${id}`)
  const dialog = await openDialog(setup.tlsPort, { tls: true })
  await dialog.say('EHLO me')
  assert.match(await dialog.say(plainAuth('pennypost', readOnly)), /^535 5\.7\.8 .*right to send/)
  assert.match(await dialog.say(plainAuth('pennypost', removed)), /^535 5\.7\.8 The password is no/)
  assert.match(await dialog.say(plainAuth('pennypost', 'x'.repeat(2_000))), /^535 5\.7\.8 /)
  assert.equal(await dialog.say('NOOP'), '', 'the server has hung up')
  const other = await openDialog(setup.tlsPort, { tls: true })
  await other.say('EHLO me')
  assert.match(
    await other.say(plainAuth('No such project', setup.token)),
    /^535 5\.7\.8 .*no project/,
  )
  assert.match(
    await other.say(plainAuth('a'.repeat(200), setup.token)),
    /^535 5\.7\.8 .*no project/,
  )
  assert.match(await other.say('AUTH PLAIN ====x'), /^501 5\.5\.2/)
  assert.match(await other.say(plainAuth('pennypost', setup.token)), /^235 /)
  other.close()
  const guess = `ppk_9999_${'a'.repeat(43)}`
  const failed = () => setup.lines.filter(({ msg }) => msg === 'a log-in by SMTP failed')
  while (!failed().some(({ tooMany }) => tooMany)) {
    const one = await openDialog(setup.tlsPort, { tls: true })
    await one.say('EHLO me')
    assert.match(await one.say(plainAuth('pennypost', guess)), /^535 /)
    one.close()
  }
  assert.ok(!JSON.stringify(setup.lines).includes(guess), 'the log has no key')
  assert.match(await setup.sent(await setup.signedIn()), /^250 /)
})

test('a key that is removed during a session takes nothing more', async () => {
  const { token, id } = await setup.newKey()
  const dialog = await setup.signedIn(token)
  assert.match(await setup.sent(dialog), /^250 /)
  const before = await emails()
  const to = setup.fresh()
  for (const line of [MAIL, `RCPT TO:<${to}>`]) assert.match(await dialog.say(line), /^250 /)
  assert.match(await dialog.say('DATA'), /^354/)
  await setup.call('DELETE', `/api-keys/${id}`)
  assert.match(await dialog.say(Buffer.from(message(to))), /^535 5\.7\.8 .*not valid any more/)
  assert.equal(await emails(), before)
  dialog.close()
})

test('the emails of a key to try with go nowhere', async () => {
  const { token } = await setup.newKey({ rights: ['read', 'send'], test: true })
  const to = setup.fresh()
  const dialog = await setup.signedIn(token)
  const reply = await setup.sent(dialog, to)
  await until(async () => (await setup.email(reply)).recipients[0].state === 'accepted')
  assert.equal((await setup.email(reply)).test, true)
  const after = setup.fresh()
  assert.match(await setup.sent(await setup.signedIn(), after), /^250 /)
  await setup.received(after)
  assert.equal(setup.sink.counts.get(to), undefined)
  dialog.close()
})

test('a key bound to a project sends for that one, whatever names another', async () => {
  const [own, other] = [await setup.project('Own'), await setup.project('Other')]
  const { token } = await setup.newKey({ project: 'Own' })
  const dialog = await openDialog(setup.tlsPort, { tls: true })
  await dialog.say('EHLO me')
  assert.match(await dialog.say(plainAuth('Other', token)), /^535 5\.7\.8 .*another project/)
  assert.match(await dialog.say(plainAuth('pennypost', token)), /^235 /)
  const before = await emails()
  for (const line of [MAIL, `RCPT TO:<${setup.fresh()}>`, 'DATA']) await dialog.say(line)
  const named = `X-Pennypost-Project: ${other.guid}\r\n${message(setup.fresh())}`
  assert.match(await dialog.say(Buffer.from(named)), /^550 5\.7\.1 .*another project/)
  assert.equal(await emails(), before)
  const [, emailId] = /as email (\d+)/.exec(await setup.sent(dialog)) ?? []
  const email = (await setup.call('GET', `/emails/${emailId}`)).body
  assert.equal(email.projectId, own.id)
  dialog.close()
})

test('a key bound to a list or to other networks is no key of an email', async () => {
  const { id: listId } = (
    await setup.call('POST', '/lists', { name: 'L', fromEmail: 'a@example.test' })
  ).body
  for (const [binding, said] of [
    [{ listId }, /^535 5\.7\.8 .*bound to another/],
    [{ networks: ['192.0.2.0/24'] }, /^535 5\.7\.8 .*from this network/],
  ] as const) {
    const { token } = await setup.newKey(binding)
    const dialog = await openDialog(setup.tlsPort, { tls: true })
    await dialog.say('EHLO me')
    assert.match(await dialog.say(plainAuth('pennypost', token)), said)
    dialog.close()
  }
  const { token } = await setup.newKey({ networks: ['127.0.0.0/8', '::1/128'] })
  assert.match(await setup.sent(await setup.signedIn(token)), /^250 2\.0\.0/)
})

test('the user name says the project', async () => {
  const { id, guid } = await setup.project('Receipts')
  for (const user of ['Receipts', guid, String(id)]) {
    const dialog = await setup.signedIn(setup.token, user)
    const email = await setup.email(await setup.sent(dialog))
    assert.equal(email.projectId, id)
    dialog.close()
  }
})

test('a key sends as many messages a minute as it may make calls', async () => {
  const { token } = await makeApiKey(setup.running.store, setup.accountId, {
    name: 'slow',
    rights: ['send'],
    maker: { kind: 'command' },
    callsPerMinute: 2,
  })
  const dialog = await setup.signedIn(token)
  assert.match(await setup.sent(dialog), /^250 /)
  assert.match(await setup.sent(dialog), /^250 /)
  assert.match(await setup.sent(dialog), /^450 4\.7\.1 Too many messages, try again in \d+ seconds/)
  dialog.close()
})

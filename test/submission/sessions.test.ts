/** Sessions of the submission server: STARTTLS, chunks, and clients that lie, push or never end. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { submissionRegistry } from '../../src/metrics/submission-counters.ts'
import { certificateForLocalhost } from '../support/certificate.ts'
import { openDialog, plainAuth } from '../support/smtp-dialog.ts'
import { MAIL, message, SENDER, type Submission, submissionSetup } from '../support/submission.ts'
import { until } from '../support/until.ts'

let setup: Submission
before(async () => {
  setup = await submissionSetup()
})
after(() => setup.close())

test('by STARTTLS and by TLS: AUTH is offered by TLS only, and nothing is taken without', async () => {
  const dialog = await openDialog(setup.port)
  assert.equal(dialog.greeting, '220 mail.example.test ESMTP')
  const hello = await dialog.say('EHLO me')
  assert.match(hello, /^250-STARTTLS\r?$/m)
  assert.doesNotMatch(hello, /AUTH/)
  assert.match(await dialog.say(plainAuth('pennypost', setup.token)), /^538 5\.7\.11/)
  for (const line of [MAIL, 'RCPT TO:<ada@example.test>', 'DATA', 'VRFY ada'])
    assert.match(await dialog.say(line), /^530 5\.7\.0 Start TLS/, line)
  assert.match(await dialog.say('STARTTLS'), /^220 /)
  await dialog.secure()
  const offers = await dialog.say('EHLO me')
  for (const offer of ['SIZE 16000000', 'PIPELINING', '8BITMIME', 'SMTPUTF8', 'CHUNKING'])
    assert.ok(offers.includes(offer), offer)
  assert.match(offers, /^250-AUTH PLAIN LOGIN\r?$/m)
  assert.doesNotMatch(offers, /STARTTLS/)
  assert.match(await dialog.say(MAIL), /^530 5\.7\.0 Sign in first/)
  assert.match(await dialog.say('AUTH PLAIN'), /^334$/)
  assert.match(await dialog.say('*'), /^501 5\.7\.0/)
  assert.match(await dialog.say('AUTH CRAM-MD5'), /^504 5\.5\.4/)
  assert.equal(await dialog.say('AUTH LOGIN'), '334 VXNlcm5hbWU6')
  assert.equal(await dialog.say(Buffer.from('pennypost').toString('base64')), '334 UGFzc3dvcmQ6')
  assert.match(await dialog.say(Buffer.from(setup.token).toString('base64')), /^235 /)
  assert.match(await dialog.say(plainAuth('pennypost', setup.token)), /^503 /)
  assert.match(await setup.sent(dialog), /^250 2\.0\.0 Accepted as email/)
  dialog.close()
})

test('commands sent before the handshake are dropped, and commands before AUTH refused', async () => {
  const dialog = await openDialog(setup.port)
  await dialog.say('EHLO me')
  dialog.send(`STARTTLS\r\nNOOP\r\n${MAIL}\r\n`)
  assert.match(await dialog.reply(), /^220 /)
  await dialog.secure()
  assert.match(await dialog.say('EHLO me'), /^250-mail\.example\.test/)
  dialog.send(
    `${MAIL}\r\nRCPT TO:<ada@example.test>\r\nDATA\r\n${plainAuth('', setup.token)}\r\n${MAIL}\r\n`,
  )
  const replies = [dialog, dialog, dialog, dialog, dialog]
  const said: string[] = []
  for (const one of replies) said.push(await one.reply())
  assert.deepEqual(
    said.map(reply => reply.slice(0, 3)),
    ['530', '530', '530', '235', '250'],
  )
  dialog.close()
})

test('chunks with any octets, pipelined, and chunks that nobody wants', async () => {
  const dialog = await setup.signedIn()
  const to = setup.fresh()
  const octets = Buffer.from(`From: ${SENDER}\r\nTo: ${to}\r\nSubject: på\r\n\r\nA\r\n.\r\n..B\r\n`)
  const [first, second] = [octets.subarray(0, 30), octets.subarray(30)]
  dialog.send(
    Buffer.concat([
      Buffer.from(`${MAIL} BODY=8BITMIME SMTPUTF8\r\nRCPT TO:<${to}>\r\nBDAT ${first.length}\r\n`),
      first,
      Buffer.from(`BDAT ${second.length} LAST\r\n`),
      second,
      Buffer.from('NOOP\r\n'),
    ]),
  )
  const said: string[] = []
  for (let i = 0; i < 5; i++) said.push(await dialog.reply())
  assert.match(said[2]!, /^250 2\.0\.0 30 octets received/)
  assert.match(said[3]!, /^250 2\.0\.0 Accepted as email/)
  assert.match(said[4]!, /^250 2\.0\.0 Done/)
  const { mail } = await setup.received(to)
  assert.equal(mail.text?.trimEnd(), 'A\n.\n..B')
  // Nothing of it is a command.
  assert.match(await dialog.say(Buffer.from('BDAT 6 LAST\r\nNOOP\r\n')), /^503 /)
  assert.match(await dialog.say(MAIL), /^250 /)
  assert.match(await dialog.say(`RCPT TO:<${to}>`), /^250 /)
  assert.match(await dialog.say(Buffer.from('BDAT 3\r\nabc')), /^250 /)
  for (const line of [MAIL, `RCPT TO:<${to}>`, 'DATA'])
    assert.match(await dialog.say(line), /^503 /)
  assert.match(await dialog.say('RSET'), /^250 /)
  assert.match(await dialog.say('BDAT 99999999999 LAST'), /^552 5\.3\.4/)
  assert.equal(await dialog.say('NOOP'), '')
  const stranger = await openDialog(setup.tlsPort, { tls: true })
  assert.match(await stranger.say('BDAT 10 LAST'), /^530 /)
  assert.equal(await stranger.say('NOOP'), '', 'what follows are no commands')
  const lost = await setup.signedIn()
  assert.match(await lost.say('BDAT many'), /^501 5\.5\.4/)
  assert.equal(await lost.say('NOOP'), '')
})

test('addresses and parameters that are not offered, bare line ends, long lines', async () => {
  const dialog = await setup.signedIn()
  assert.match(await dialog.say(`${MAIL} RET=FULL`), /^555 5\.5\.4/)
  assert.match(await dialog.say(`${MAIL} SIZE=16000001`), /^552 5\.3\.4/)
  assert.match(await dialog.say(`${MAIL} SIZE=1000 BODY=8BITMIME`), /^250 /)
  assert.match(await dialog.say('RCPT TO:<nobody>'), /^553 5\.1\.3/)
  assert.match(await dialog.say('RCPT TO:<a@example.test> NOTIFY=NEVER'), /^555 5\.5\.4/)
  assert.match(await dialog.say('RCPT TO:<å@example.test>'), /^553 5\.6\.7/)
  assert.match(await dialog.say('DATA'), /^503 /)
  await dialog.say('RSET')
  assert.match(await dialog.say(`${MAIL} SMTPUTF8`), /^250 /)
  assert.match(await dialog.say('RCPT TO:<å@example.test>'), /^250 /)
  for (let n = 1; n < 50; n++)
    assert.match(await dialog.say(`RCPT TO:<all-${n}@example.test>`), /^250 /)
  assert.match(await dialog.say('RCPT TO:<more@example.test>'), /^452 4\.5\.3/)
  assert.match(await dialog.say(Buffer.from('NOOP\n')), /^500 5\.5\.2 Lines end/)
  assert.equal(await dialog.say('NOOP'), '')
  const long = await setup.signedIn()
  assert.match(await long.say(`NOOP ${'x'.repeat(5_000)}`), /^500 5\.5\.2 The line is too long/)
  const errors = await setup.signedIn()
  let reply = ''
  for (let n = 0; n < 30 && !reply.startsWith('421'); n++) reply = await errors.say('WHAT')
  assert.match(reply, /^502 .*\r\n421 4\.7\.0|^421 4\.7\.0/)
})

test('a message that never ends, a client that says nothing, and one that never signs in', async () => {
  const small = await submissionSetup({
    limits: { size: 1 << 20, keep: 1 << 20, idle: 1_000, message: 2_000, connectionsOfPeer: 3 },
    signInMillis: 1_500,
  })
  try {
    const silent = connect(small.port, '127.0.0.1')
    let heard = ''
    silent.on('data', chunk => (heard += chunk))
    await once(silent, 'close')
    assert.match(heard, /421 4\.4\.2 /)
    // Awake, but never signed in.
    const idler = await openDialog(small.port)
    const ends = async (ask: () => Promise<string>) => {
      for (;;) {
        const reply = await ask()
        if (!reply.startsWith('2')) return reply
      }
    }
    assert.match(await ends(() => idler.say('NOOP')), /^421 4\.4\.2 Nobody has signed in|^$/)
    const flood = await openDialog(small.tlsPort, { tls: true })
    for (const line of ['EHLO me', plainAuth('', small.token), MAIL, 'RCPT TO:<a@example.test>'])
      assert.match(await flood.say(line), /^2/)
    assert.match(await flood.say('DATA'), /^354/)
    const piece = Buffer.alloc(100_000, 'x')
    const flooding = setInterval(() => flood.send(piece), 5)
    assert.match(await flood.reply(), /^552 5\.3\.4/)
    clearInterval(flooding)
    const open = await Promise.all([1, 2, 3].map(() => openDialog(small.port)))
    assert.match((await openDialog(small.port)).greeting, /^421 4\.7\.0 Too many connections/)
    for (const one of open) one.close()
    const counted = await submissionRegistry.metrics()
    assert.match(counted, /pennypost_submissions_total\{outcome="too large"\} [1-9]/)
    assert.match(counted, /pennypost_submissions_total\{outcome="too many connections"\} [1-9]/)
  } finally {
    await small.close()
  }
})

test('a new certificate in the same files is taken without a restart', async () => {
  const { followCertificate } = await import('../../src/start/submission/followed-certificate.ts')
  const warned: string[] = []
  const log = { info() {}, warn: (_facts: object, text: string) => void warned.push(text) }
  const followed = followCertificate(setup.files, log as never)
  try {
    await followed.look()
    const first = followed.present()
    await followed.look()
    assert.equal(followed.present(), first, 'nothing has changed')
    const { cert, key } = certificateForLocalhost()
    writeFileSync(setup.files.tlsCert, 'broken')
    await followed.look()
    assert.deepEqual(warned, ['the renewed certificate can not be used'])
    assert.equal(followed.present(), first, 'the old one stays')
    writeFileSync(setup.files.tlsCert, `${cert}\n`)
    writeFileSync(setup.files.tlsKey, key)
    await followed.look()
    assert.notEqual(followed.present(), first)
  } finally {
    followed.stop()
  }
})

test('a stop lets the message that is coming in end', async () => {
  const own = await submissionSetup()
  const dialog = await openDialog(own.tlsPort, { tls: true })
  for (const line of ['EHLO me', plainAuth('', own.token), MAIL, 'RCPT TO:<a@example.test>'])
    assert.match(await dialog.say(line), /^2/)
  assert.match(await dialog.say('DATA'), /^354/)
  const stopped = own.servers.stop()
  assert.match(await dialog.say(Buffer.from(message('a@example.test'))), /^250 2\.0\.0 Accepted/)
  await stopped
  await until(async () => (await own.count('select count(*) from given_emails')) === 1)
  await own.close()
})

/**
 * Programs as the page on sending by SMTP sets them up, with the text of the page: each sends an
 * email with TLS that it verifies, which is seen at a relay with its file and signature.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { assertSigned } from '../support/dkim-verifiers.ts'
import { noPostfix, startPostfix } from '../support/postfix.ts'
import { openDialog } from '../support/smtp-dialog.ts'
import { type Submission, submissionSetup } from '../support/submission.ts'
import { commandOf, type Program } from './setup.ts'

const run = promisify(execFile)
const page = readFileSync(new URL('../../docs/submission.md', import.meta.url), 'utf8')

let setup: Submission
before(async () => {
  setup = await submissionSetup()
  const made = await setup.call('POST', '/dkim-keys', { domain: 'shop.example.com' })
  assert.ok(made.status < 300, JSON.stringify(made.body))
})
after(() => setup.close())

/** The example after a paragraph that begins so, with the server of the test in it. */
function example(heading: string, to: string): string {
  const [, text] = new RegExp(`^${heading}.*?\`\`\`\\w*\\n(.*?)\`\`\``, 'ms').exec(page)!
  return text!
    .replaceAll('mail.example.com', 'localhost')
    .replaceAll('587', String(setup.port))
    .replaceAll('ppk_...', setup.token)
    .replaceAll('ada@example.com', to)
    .replaceAll('/etc/ssl/certs/ca-certificates.crt', setup.files.tlsCert)
}

function programOf(context: TestContext, program: Program): string | undefined {
  const command = commandOf(program)
  if (command !== undefined) return command
  const sentence = `this machine lacks ${program.wants}`
  assert.notEqual(process.env.REQUIRE_ALL, '1', sentence)
  context.skip(sentence)
  return undefined
}

const saved = (name: string, text: string): string => {
  const path = join(setup.folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

/** The order confirmation, as each program sends it. */
async function isSeen(to: string, tags?: string[]) {
  const { mail, source, bytes } = await setup.received(to)
  assert.equal(mail.subject, 'Your order 1001')
  assert.equal(mail.from?.address, 'orders@shop.example.com')
  assert.match(mail.text ?? mail.html ?? '', /Thank you\./)
  await assertSigned(setup.call, bytes)
  assert.doesNotMatch(source, /X-Pennypost/i)
  assert.equal(mail.attachments[0]!.filename, 'invoice-1001.pdf')
  assert.equal(Buffer.from(mail.attachments[0]!.content as ArrayBuffer).toString(), 'PDF')
  if (!tags) return
  const { items } = (await setup.call('GET', `/transactions?email=${to}`)).body
  const email = (await setup.call('GET', `/emails/${items[0].id}`)).body
  assert.deepEqual(email.tags, tags)
}

const phpMailer: Program = {
  wants: 'PHPMailer (php-cli, libphp-phpmailer)',
  commands: ['/usr/bin/php', 'php'],
  probe: ['-r', 'exit(@include("libphp-phpmailer/autoload.php") ? 0 : 1);'],
}

const php = (command: string, file: string) =>
  run(command, ['-d', `openssl.cafile=${setup.files.tlsCert}`, file], { timeout: 60_000 })

test('PHPMailer', async context => {
  const command = programOf(context, phpMailer)
  if (!command) return
  const to = setup.fresh()
  const script = `<?php\nrequire 'libphp-phpmailer/autoload.php';\n${example('PHPMailer:', to)}`
  await php(command, saved('send.php', script))
  await isSeen(to, ['receipt'])
})

test('WordPress: what its hook makes of PHPMailer', async context => {
  const command = programOf(context, phpMailer)
  if (!command) return
  const to = setup.fresh()
  // As wp_mail() does: its own defaults, then the hooks.
  const script = `<?php
require 'libphp-phpmailer/autoload.php';
$hooks = [];
function add_action($name, $hook) { $GLOBALS['hooks'][$name] = $hook; }
function add_filter($name, $hook) { $GLOBALS['hooks'][$name] = $hook; }
${example('WordPress sends', to)}
$mail = new PHPMailer\\PHPMailer\\PHPMailer(true);
$mail->isMail();
$mail->CharSet = 'UTF-8';
$mail->ContentType = 'text/plain';
$mail->setFrom($hooks['wp_mail_from']('wordpress@localhost'), 'WordPress', false);
$mail->addAddress('${to}');
$mail->Subject = 'Your order 1001';
$mail->Body = 'Thank you.';
$mail->addStringAttachment('PDF', 'invoice-1001.pdf');
$hooks['phpmailer_init']($mail);
$mail->send();
`
  await php(command, saved('wordpress.php', script))
  await isSeen(to)
})

test('Python', async context => {
  const command = programOf(context, {
    wants: 'Python 3',
    commands: ['/usr/bin/python3', 'python3'],
    probe: ['-c', 'import smtplib'],
  })
  if (!command) return
  const to = setup.fresh()
  const env = { ...process.env, SSL_CERT_FILE: setup.files.tlsCert }
  await run(command, [saved('send.py', example('Python:', to))], { env, timeout: 60_000 })
  await isSeen(to, ['receipt'])
})

test('nodemailer', async () => {
  const to = setup.fresh()
  const script = saved('send.mjs', example('Node \\(nodemailer\\):', to))
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
  symlinkSync(modules, join(setup.folder, 'node_modules'))
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: setup.files.tlsCert }
  await run(process.execPath, [script], { env, timeout: 60_000 })
  await isSeen(to, ['receipt'])
})

const orderMessage = (to: string) => `From: Shop <orders@shop.example.com>
To: ${to}
Subject: Your order 1001
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=part

--part
Content-Type: text/plain

Thank you.
--part
Content-Type: application/pdf
Content-Disposition: attachment; filename="invoice-1001.pdf"
Content-Transfer-Encoding: base64

${Buffer.from('PDF').toString('base64')}
--part--
`

/** With a message on its standard input. */
async function piped(command: string, args: string[], input: string): Promise<void> {
  const running = run(command, args, { timeout: 60_000 })
  running.child.stdin!.end(input)
  await running
}

test('msmtp', async context => {
  const command = programOf(context, {
    wants: 'msmtp',
    commands: ['/usr/bin/msmtp', 'msmtp'],
    probe: ['--version'],
  })
  if (!command) return
  const to = setup.fresh()
  const hidden = setup.fresh()
  const settings = saved('msmtprc', example('msmtp,', to))
  await piped(command, ['-C', settings, to, hidden], orderMessage(to))
  await isSeen(to)
  await isSeen(hidden)
  assert.ok(!(await setup.received(to)).source.includes(hidden))
})

test('Postfix as a smarthost', async context => {
  if (noPostfix) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', noPostfix)
    context.skip(noPostfix)
    return
  }
  const certificate = join(setup.folder, 'ca.pem')
  copyFileSync(setup.files.tlsCert, certificate)
  const settings = example('Postfix, which', '')
  const postfix = await startPostfix(/nobody@example\.test/, { settings })
  try {
    const to = Array.from({ length: 60 }, () => setup.fresh())
    const dialog = await openDialog(postfix.port)
    await dialog.say('EHLO me')
    await dialog.say('MAIL FROM:<orders@shop.example.com>')
    for (const address of to) assert.match(await dialog.say(`RCPT TO:<${address}>`), /^250/)
    await dialog.say('DATA')
    const message = orderMessage(to.slice(0, 2).join(', ')).replaceAll('\n', '\r\n')
    assert.match(await dialog.say(Buffer.from(`${message}.\r\n`)), /^250/)
    dialog.close()
    for (const address of to) await isSeen(address)
    const { mail } = await setup.received(to[59]!)
    assert.deepEqual(
      mail.to?.map(one => one.address),
      to.slice(0, 2),
      'who is addressed, not who is in the envelope',
    )
  } catch (error) {
    throw new Error(postfix.log().slice(-3_000), { cause: error })
  } finally {
    await postfix.stop()
  }
})

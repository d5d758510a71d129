/**
 * A real mail server: Debian's Postfix takes a newsletter from the service and puts it into a
 * mailbox, where it lies as it was meant.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import { sendingByCommand } from '../cli/sending-setup.ts'
import { noPostfix, startPostfix } from '../support/postfix.ts'

const PEOPLE = 60
const NAMES: Record<number, string> = {
  1: 'Åsa Öberg',
  2: 'Ελένη Παππά',
  3: '佐藤 さくら',
  4: 'Bo "B" <Boss>, Jr.',
  5: '.',
}
const BODY =
  '<p>Hello {{ name }},</p>\n<p>.</p>\n' +
  '<p>.. a dot begins this line, <a ' +
  'href="https://shop.example.test/a?b=1&amp;c=2">look</a></p>'

test('a newsletter through Postfix into a mailbox', async t => {
  if (noPostfix !== undefined) {
    assert.notEqual(process.env.REQUIRE_ALL, '1', noPostfix)
    return t.skip(noPostfix)
  }
  const postfix = await startPostfix(/^p([1-9]|[1-5][0-9])@example\.test$/)
  const relay = {
    SMTP_URL: `smtp://127.0.0.1:${postfix.port}`,
    PUBLIC_URL: 'https://mail.example.test',
  }
  const setup = await sendingByCommand(PEOPLE, relay)
  try {
    const { json, run, rows, file, listId, worker } = setup
    for (const [id, name] of Object.entries(NAMES))
      await rows(`update subscribers set name = '${name}' where id = ${id}`)
    const keys: { record: { name: string; text: string } }[] = await json([
      'dkim',
      'add',
      'example.test',
    ])
    const message = ['--file', file('dots.html', BODY), '--subject', 'Grüße an {{ name }}']
    const { id } = await json(['newsletter', 'add', ...message])
    worker()
    const sent = await json([
      'send',
      '--hold',
      '0',
      '--newsletter',
      String(id),
      '--list',
      listId,
      '--wait',
    ])
    // The sixtieth is unknown to Postfix.
    assert.deepEqual(sent.counts, { accepted: PEOPLE - 1, bounced: 1 })
    assert.match(
      (await run(['sending', 'show', '1'])).out,
      /1 {2}bounced {3}550 5\.1\.1 <p60@example\.test>: .*User unknown/,
    )

    while (postfix.mailbox().length < PEOPLE - 1) await pause(200)
    const mailbox = postfix.mailbox()
    assert.equal(mailbox.length, PEOPLE - 1, postfix.log())
    const seen = new Set<string>()
    for (const bytes of mailbox) {
      const read = await PostalMime.parse(bytes)
      const to = read.to![0]!.address!
      const number = Number(/^p(\d+)@/.exec(to)?.[1])
      const name = NAMES[number] ?? `P${number}`
      seen.add(to)
      assert.deepEqual(
        [read.subject, read.to![0]!.name, read.from!.name],
        [`Grüße an ${name}`, name, 'The Shop'],
      )
      assert.match(
        read.text!,
        new RegExp(
          `^Hello ${name.replace(/[.*+?()|[\]\\]/g, '\\$&')},\\n\\n\\.\\n\\n\\.\\. a dot ` +
            'begins this line, look <https://mail',
        ),
      )
      assert.match(
        read.html!,
        /<p>\.<\/p>\n<p>\.\. a dot begins this line, <a href="https:\/\/mail\.example\.test\/t\//,
      )
      const head = bytes.toString('latin1', 0, bytes.indexOf('\n\n'))
      // VERP: the envelope sender, as the last server notes it, names the email.
      assert.match(head, /^Return-Path: <b-[\w-]+@mail\.example\.test>$/m)
      for (const field of ['List-Unsubscribe-Post: List-Unsubscribe=One-Click', 'Precedence: bulk'])
        assert.ok(head.includes(`\n${field}\n`))
      assert.equal(head.match(/^(From|To|Subject|Date|Message-ID):/gm)?.length, 5)
    }
    assert.equal(seen.size, PEOPLE - 1)
    for (const bytes of mailbox) assert.deepEqual(await verdicts(bytes, keys), ['pass', 'pass'])

    const tried = await run(['route', 'test', 'default', '--to', 'p2@example.test'])
    assert.match(tried.out, /^Answer: {4}250 2\.0\.0 Ok: queued as /m)
    const nobody = await run(['route', 'test', 'default', '--to', 'nobody@example.test'])
    assert.equal(nobody.code, 1)
    assert.match(nobody.out, /^Outcome: {3}refused, at the step rcpt\nAnswer: {4}550 5\.1\.1 /m)
  } finally {
    await setup.drop()
    await postfix.stop()
  }
})

/** What another program thinks of both signatures, after the way through the server. */
async function verdicts(
  bytes: Buffer,
  keys: { record: { name: string; text: string } }[],
): Promise<string[]> {
  const resolver = async (name: string) => {
    const key = keys.find(({ record }) => record.name === name)
    if (!key) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
    return [[key.record.text]]
  }
  const message = Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')
  const { results } = await dkimVerify(message, { resolver })
  return results.map(({ status }: { status: { result: string } }) => status.result)
}

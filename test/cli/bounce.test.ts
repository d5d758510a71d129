/** `pennypost bounce explain`: files in, one judgement a file out, without a store or settings. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pennypost } from './setup.ts'

const corpus = join(import.meta.dirname, '..', 'corpus', 'bounces')
const gone = join(corpus, 'postfix-01-unknown.eml')
const several = join(corpus, 'postfix-22-several.eml')
const away = join(corpus, 'vacation-01-english.eml')

describe('pennypost bounce explain', () => {
  test('one line of JSON a file, with every key', async () => {
    const { out, err, code } = await pennypost(['bounce', 'explain', '--json', gone, away])
    assert.deepEqual([err, code], ['', 0])
    const [first, second] = out
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    assert.match(first.rule, /^bounce-rules\.txt:\d+$/)
    assert.match(first.reply, /^550 5\.1\.1 .*User unknown/)
    assert.deepEqual(
      { ...first, rule: '', reply: '' },
      {
        file: gone,
        kind: 'hard',
        class: 'bad-mailbox',
        status: '5.1.1',
        recipient: 'nobody@example.com',
        reply: '',
        rule: '',
      },
    )
    assert.deepEqual(
      [second.file, second.kind, second.class, second.status, second.reply],
      [away, 'none', 'auto-reply', null, null],
    )
  })

  test('a reply of a server', async () => {
    const spf = await pennypost(['bounce', 'explain', '--reply', '550 5.1.1 SPF check failed'])
    assert.match(
      spf.out,
      /^a refusal that is about us or the email, not the person \(sender-blocked/,
    )
    const unknown = await pennypost(['bounce', 'explain', '--json', '--reply', '550 User unknown'])
    assert.equal(JSON.parse(unknown.out).kind, 'hard')
    for (const wrong of [[], ['--reply', '550', gone]]) {
      const { err, code } = await pennypost(['bounce', 'explain', ...wrong])
      assert.equal(code, 2)
      assert.match(err, /^error: give either files or --reply/)
    }
  })

  test('several recipients: the first of whom something final is told, and all of them', async () => {
    const { out } = await pennypost(['bounce', 'explain', '--json', several])
    const one = JSON.parse(out)
    assert.deepEqual([one.kind, one.recipient], ['hard', 'gone@example.com'])
    assert.deepEqual(
      one.recipients.map(({ kind, recipient }: { kind: string; recipient: string }) => [
        kind,
        recipient,
      ]),
      [
        ['hard', 'gone@example.com'],
        ['soft', 'full@example.com'],
        ['none', 'late@example.org'],
      ],
    )
  })

  test('in words, and from standard input', async () => {
    const { out, code } = await pennypost(['bounce', 'explain', '-'], {
      input:
        'From: MAILER-DAEMON@example.com\nSubject: failure notice\n\n<gone@example.com>:\n' +
        'Sorry, no mailbox here by that name. (#5.1.1)\n',
    })
    assert.equal(code, 0)
    assert.match(
      out,
      /^-: a hard bounce of gone@example\.com \(bad-mailbox, 5\.1\.1\), by bounce-\S+\. It says: .*no mailbox here/,
    )
  })

  test('a file that is not there is named, and the others are judged', async () => {
    const { out, err, code } = await pennypost([
      'bounce',
      'explain',
      '--json',
      'no-such-file',
      corpus,
      gone,
    ])
    assert.equal(code, 1)
    assert.match(err, /There is no file no-such-file\.\n/)
    assert.match(err, /can't be read/)
    assert.equal(JSON.parse(out).kind, 'hard')
  })

  test('no file is no question', async () => {
    assert.equal((await pennypost(['bounce', 'explain'])).code, 2)
  })
})

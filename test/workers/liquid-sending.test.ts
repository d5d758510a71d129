/**
 * A sending with Liquid and a picture, from the newsletter to the relay: each gets their own, and
 * one whose data breaks the bounds is told of.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDraft } from '../../src/domain/newsletters/save-newsletter.ts'
import { sendingProgress } from '../../src/domain/sendings/progress.ts'
import { readByPostalMime } from '../mail/message/message-readers.ts'
import { sendingSetup } from '../support/sending.ts'
import { startSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const HTML = `{% assign times = DD1 | times: 1 %}<p>Hello {{ name }}</p>{% if DD2 == "yes" \
%}<p>Gold</p>{% endif %}
<ul>{% for i in (1..times) %}<li><a href="https://example.test/{{ i }}">{{ i }}</a></li>{% endfor \
%}</ul><img src="logo.gif" alt="">`

test('a sending with Liquid', async () => {
  const { ask, send, startWorkers, store, accountId, newsletterId, drop } = await sendingSetup(4)
  try {
    const source = { kind: 'html' as const, html: HTML }
    const readPicture = (path: string) => (path === 'logo.gif' ? PIXEL : undefined)
    await editDraft(store, accountId, newsletterId, { source }, { readPicture })
    for (const [id, fields] of [
      [1, ['2', 'yes']],
      [2, ['0', 'no']],
      [3, ['1000000000', 'yes']],
    ] as const)
      await ask('update subscribers set fields = $3 where account_id = $1 and id = $2', [
        accountId,
        id,
        fields,
      ])
    const sink = await startSink({ keep: 10 })
    const workers = await startWorkers(sink.port)
    const sendingId = await send()
    await until(
      async () => (await sendingProgress(store, accountId, sendingId)).state === 'finished',
    )
    await workers.stop()
    await sink.stop()
    const read = new Map<string, string>()
    for (const { rcpts, bytes } of sink.messages) {
      assert.match(bytes.toString('latin1'), /^Content-ID: </m)
      read.set(/<(.*?)>/.exec(rcpts[0]!)![1]!, (await readByPostalMime(bytes)).html)
    }
    assert.deepEqual([...read.keys()].sort(), [
      'p1@example.test',
      'p2@example.test',
      'p4@example.test',
    ])
    assert.match(
      read.get('p1@example.test')!,
      /^<p>Hello P1<\/p><p>Gold<\/p>\n<ul><li><a href="[^"]+\/t\/[^"]+">1<\/a><\/li><li><a href="[^"]+">2<\/a><\/li><\/ul>/,
    )
    assert.match(read.get('p2@example.test')!, /^<p>Hello P2<\/p>\n<ul><\/ul>/)
    assert.match(read.get('p4@example.test')!, /^<p>Hello P4<\/p>\n<ul><\/ul>/)
    const rows = await ask(
      'select id, reason from deliveries where account_id = $1 and source_id = $2 and state ' +
        "= 'failed'",
      [accountId, sendingId],
    )
    assert.deepEqual(rows, [
      [
        '3',
        'The email could not be written: It exceeds the limits for an email: memory alloc ' +
          'limit exceeded.',
      ],
    ])
  } finally {
    await drop()
  }
})

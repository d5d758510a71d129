/**
 * The list of emails that a relay has accepted: plain lines, Postfix's log, and files of other
 * kinds.
 */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openAcceptedFile } from '../../src/cli/accepted-file.ts'
import { newFolder } from './setup.ts'

const folder = newFolder()
let files = 0

async function namesIn(text: string | Buffer): Promise<[names: string[], unread: number]> {
  const path = join(folder, `list-${++files}`)
  writeFileSync(path, text)
  const file = await openAcceptedFile(path)
  const read = async () => {
    const names: string[] = []
    for await (const name of file.names()) names.push(name)
    return names
  }
  const names = await read()
  // From the beginning each time.
  assert.deepEqual(await read(), names)
  return [names, file.counts.unread]
}

const line = (text: string) => `Nov 22 14:00:01 mail postfix/x[71]: 4F1: ${text}\n`

describe('the list of what a relay has taken', () => {
  test('is Message-IDs and addresses, a line each, however lines end', async () => {
    const [names, unread] = await namesIn(
      '<1.1.s1.2.abc@mail.example>\r\n  ada@example.test  \n\n# a note\nnonsense\nbob@example.test',
    )
    assert.deepEqual(names, ['<1.1.s1.2.abc@mail.example>', 'ada@example.test', 'bob@example.test'])
    assert.equal(unread, 1)
  })

  test('is a log of Postfix: those that were sent, by address', async () => {
    const [names] = await namesIn(
      line(
        'to=<ada@example.test>, relay=mx.test[192.0.2.1]:25, delay=1, dsn=2.0.0, ' +
          'status=sent (250 2.0.0 Ok)',
      ) +
        line(
          'to=<bob@example.test>, relay=none, delay=1, dsn=4.4.1, status=deferred (connect ' +
            'timed out)',
        ) +
        line('from=<b-1-1@bounce.example.test>, size=900, nrcpt=1 (queue active)') +
        line(
          'to=<cy@example.test>, orig_to=<c@example.test>, relay=local, dsn=5.1.1, ' +
            'status=bounced (unknown user)',
        ),
    )
    assert.deepEqual(names, ['ada@example.test'])
  })

  test('with Message-IDs in the log these alone count: an address may have got other mail', async () => {
    const [names] = await namesIn(
      line(
        'to=<ada@example.test>, relay=mx.test[192.0.2.1]:25, dsn=2.0.0, status=sent (250 2.0.0 Ok)',
      ) +
        line('message-id=<1.1.s1.2.abc@mail.example>') +
        line(
          'to=<bob@example.test>, relay=mx.test[192.0.2.1]:25, dsn=2.0.0, status=sent (250 ' +
            '2.0.0 Ok)',
        ),
    )
    assert.deepEqual(names, ['<1.1.s1.2.abc@mail.example>'])
  })

  test('may have lines of any length and be binary: the kept part of a line is bounded', async () => {
    const long = Buffer.alloc(3_000_000, 'a@')
    const [names] = await namesIn(
      Buffer.concat([long, Buffer.from('\nada@example.test\n\0\xff\n'), long]),
    )
    assert.equal(names[0], 'ada@example.test')
    assert.ok(names.every(name => name.length <= 4096))
  })

  test('that is none is refused with a sentence', async () => {
    await assert.rejects(
      openAcceptedFile(join(folder, 'nothing')),
      /^CommandFailed: .*nothing can't be read: ENOENT/,
    )
    mkdirSync(join(folder, 'folder'))
    await assert.rejects(openAcceptedFile(join(folder, 'folder')), /is no file/)
  })
})

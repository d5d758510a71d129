/**
 * Every message of the corpus, against what stands in its table; and that whatever happens to the
 * bytes, a judgement comes out.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type BounceJudgement, judgeMessage } from '../../../src/mail/bounces/judge.ts'

const dir = join(import.meta.dirname, '..', '..', 'corpus', 'bounces')

const expected = readFileSync(join(dir, 'expected.tsv'), 'utf8')
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => line.split('\t') as [string, string, string, string, string])

/** The first of whom something final is told. */
function decisive(recipients: readonly BounceJudgement[]): BounceJudgement {
  const rank = ({ kind }: BounceJudgement) => (kind === 'none' ? 2 : kind === 'unknown' ? 1 : 0)
  return recipients.reduce((best, one) => (rank(one) < rank(best) ? one : best))
}

describe('the corpus of messages that come back', () => {
  for (const [file, kind, found, status, recipient] of expected) {
    test(file, () => {
      const one = decisive(judgeMessage(readFileSync(join(dir, `${file}.eml`))).recipients)
      assert.deepEqual(
        {
          kind: one.kind,
          class: one.class,
          status: one.status ?? '-',
          recipient: recipient === '-' ? '-' : one.recipient,
        },
        { kind, class: found, status, recipient },
        `${one.rule}: ${one.reply}`,
      )
    })
  }

  test('each file has its line, and each line its file', () => {
    const files = globSync('*.eml', { cwd: dir }).map(file => file.replace('.eml', ''))
    assert.deepEqual(files.sort(), expected.map(([file]) => file).sort())
    assert.ok(files.length >= 120)
  })

  test('with other line ends, the same', () => {
    for (const [file, kind] of expected) {
      const bytes = readFileSync(join(dir, `${file}.eml`))
      const unix = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
      assert.equal(decisive(judgeMessage(unix).recipients).kind, kind, file)
    }
  })

  test('cut off anywhere, a judgement comes out', () => {
    for (const [file] of expected) {
      const bytes = readFileSync(join(dir, `${file}.eml`))
      for (let length = 0; length < bytes.length; length += 100) {
        const { recipients } = judgeMessage(bytes.subarray(0, length))
        assert.ok(recipients.length > 0, `${file} cut at ${length}`)
      }
    }
  })
})

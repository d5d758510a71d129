/**
 * Replies in 15 languages that stand above no rule: those about us, or "for now", must cost nobody
 * the subscription, and those about the recipient must. Each as a reply and inside a report.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { judgeMessage, judgeReply } from '../../../src/mail/bounces/judge.ts'

const dir = join(import.meta.dirname, '..', '..', 'corpus', 'replies')

const repliesOf = (file: string, kind: 'us' | 'them'): string[] =>
  readFileSync(join(dir, file), 'utf8')
    .split('\n')
    .flatMap(line => (line.startsWith(`${kind} `) ? line.slice(kind.length + 1) : []))

const report = (reply: string) =>
  Buffer.from(
    'Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.com\nSubject: failure notice\n' +
      'Content-Type: text/plain; charset=utf-8\n\nSorry.\n\n' +
      `<nobody@example.com>:\n${reply}\n`,
  )

const said = (reply: string) => [
  judgeReply(reply, true),
  judgeMessage(report(reply)).recipients[0]!,
]

describe('replies in', () => {
  const files = globSync('*.txt', { cwd: dir }).sort()
  test('15 languages', () => assert.equal(files.length, 15))

  for (const file of files)
    test(file.replace('.txt', ''), t => {
      const us = repliesOf(file, 'us')
      const them = repliesOf(file, 'them')
      assert.ok(us.length >= (file === 'en.txt' ? 60 : 10) && them.length >= 10)
      const wrong = (replies: string[], hard: boolean) =>
        replies.flatMap(reply => {
          const judged = said(reply).find(({ kind }) => (kind === 'hard') === hard)
          return judged ? `${reply}\n  ${judged.kind}, ${judged.rule}` : []
        })
      const falseHards = wrong(us, true)
      const missed = wrong(them, false)
      t.diagnostic(`false hards: ${falseHards.length} of ${us.length}`)
      t.diagnostic(`missed hards: ${missed.length} of ${them.length}`)
      assert.deepEqual(falseHards, [])
      assert.deepEqual(missed, [])
    })
})

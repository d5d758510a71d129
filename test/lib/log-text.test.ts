/** Log lines for people: one look is enough, and nothing in them is obeyed by a terminal. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../../src/lib/log.ts'

function logged(work: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  work(createLog({ level: 'info', format: 'text', to: { write: line => void lines.push(line) } }))
  return lines.join('')
}

test('a line has time, level, message and facts', () => {
  const text = logged(log =>
    log.info({ part: 'store', file: 'a b', count: 3, password: 'x' }, 'it is up'),
  )
  assert.match(
    text,
    /^\d\d:\d\d:\d\d INFO {2}it is up part=store file="a b" count=3 password="\(not logged\)"\n$/,
  )
})

test('an error is named in the line, with its stack below', () => {
  const text = logged(log => log.error({ error: new Error('no\nroom') }, 'it failed'))
  assert.match(text, /^\S+ ERROR it failed error="no\\nroom"\n +at .*log-text\.test\.ts/)
})

test('sequences of terminals are shown, not obeyed', () => {
  const text = logged(log => {
    log.warn({ text: '\x1b[2J \x9b2J \u202egpj.exe' }, 'mail\x1b]0;x\x07\nof a stranger')
    log.error(
      {
        error: Object.assign(new Error('x'), { stack: 'Error: x\n    at \x1b[31mred (a.ts:1:1)' }),
      },
      'it failed',
    )
  })
  assert.doesNotMatch(text, /[^\P{Cc}\n]|\u202e/u)
  assert.equal(text.split('\n').length, 4)
  // As commands show them.
  assert.match(text, /mail\\x1b\]0;x\\x07\\x0aof a stranger/)
})

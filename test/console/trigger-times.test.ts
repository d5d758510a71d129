/** Times in parts are those that the service reads, and are written so that it reads the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  againText,
  lengthText,
  quietText,
  readAgain,
  readLength,
  readQuiet,
  readWait,
  waitText,
} from '../../src/console/shared/trigger-pickers/times.ts'
import * as service from '../../src/domain/triggers/language/definition-times.ts'

const ZONE = 'Europe/Stockholm'

test('each wait that is shown in parts is read as before by the service', () => {
  for (const text of [
    '30 minutes',
    '1 hour',
    '3 days',
    '2 Weeks',
    '3 days at 09:00',
    '1 week, at 9:00',
    '1 day 18:30',
    'next Tuesday 09:00',
    'until sunday at 7:05',
    'Friday 08:00',
    '09:00',
    'at 9:00',
    'until 2026-12-24 09:00',
  ]) {
    const parts = readWait(text)
    assert.ok(parts, text)
    const wanted = service.readDelay(text, ZONE)
    assert.ok(!('wrong' in wanted), text)
    assert.deepEqual(service.readDelay(waitText(parts), ZONE), wanted, text)
    assert.deepEqual(readWait(waitText(parts)), parts, text)
  }
})

test('what the service does not read, or not as one time, is not shown in parts', () => {
  for (const text of [
    'soon',
    'next Tuesday',
    'until 2026-12-24',
    '3 days at 24:00',
    '3 fortnights',
    '25:00',
    '1234567 days',
    `${'9'.repeat(5000)} days`,
    `until ${' '.repeat(5000)}`,
  ])
    assert.equal(readWait(text), undefined, text.slice(0, 40))
})

test('lengths, whether people enter again, and quiet hours are written as they are read', () => {
  for (const text of ['3 days', '1 minute', '12 hours', '2 weeks']) {
    assert.equal(lengthText(readLength(text)!), text)
    assert.equal(typeof service.readLength(text), 'number')
  }
  for (const text of ['never', 'always', 'after 30 days', 'after 1 week'])
    assert.equal(againText(readAgain(text)!), text)
  for (const text of ['sometimes', 'after 3 hours', '', 'after'])
    assert.equal(readAgain(text), undefined)
  for (const text of ['none', '22:00 to 08:00', '22:00 to 08:00 in Time zone'])
    assert.equal(quietText(readQuiet(text)!), text)
  assert.equal(quietText(readQuiet(undefined)!), undefined)
  for (const text of [
    '22 to 8',
    '22:00 to 25:00',
    'by night',
    `22:00 to 08:00 in ${'x'.repeat(201)}`,
  ])
    assert.equal(readQuiet(text), undefined)
})

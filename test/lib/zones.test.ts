/** Days and times in zones, also where summer time begins and ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatInZone, momentGiven, momentInZone, zoneNamed } from '../../src/lib/zones.ts'

const at = (text: string, zone: string) => momentInZone(text, zone)?.toISOString()

test('zones by offset and by name', () => {
  assert.deepEqual(
    ['+01:00', '+0530', 'z', 'Europe/Stockholm', 'Mars/Olympus', '+99:00', ''].map(zoneNamed),
    ['+01:00', '+05:30', 'Z', 'Europe/Stockholm', undefined, undefined, undefined],
  )
})

test('a time in a zone is a moment, and is shown as it was said', () => {
  assert.equal(at('2026-11-22 09:00', '+01:00'), '2026-11-22T08:00:00.000Z')
  assert.equal(at('2026-11-22T09:00:30', 'Z'), '2026-11-22T09:00:30.000Z')
  assert.equal(at('2026-07-01 09:00', 'Europe/Stockholm'), '2026-07-01T07:00:00.000Z')
  assert.equal(at('2026-12-01 09:00', 'Europe/Stockholm'), '2026-12-01T08:00:00.000Z')
  assert.equal(at('2026-12-01 09:00', 'Asia/Kolkata'), '2026-12-01T03:30:00.000Z')
  for (const text of [
    '2026-02-30 09:00',
    '2026-02-03',
    '2026-02-03 25:00',
    '2026-02-03 09:00Z',
    'soon',
  ])
    assert.equal(at(text, '+01:00'), undefined)
  assert.equal(
    formatInZone(new Date('2026-07-01T07:00:00Z'), 'Europe/Stockholm'),
    '2026-07-01 09:00 +02:00 (Europe/Stockholm)',
  )
  assert.equal(
    formatInZone(new Date('2026-07-01T07:00:05Z'), '-03:30'),
    '2026-07-01 03:30:05 -03:30',
  )
})

test('a time with an offset is a moment wherever it is read', () => {
  const given = (text: string) => momentGiven(text, 'Europe/Stockholm')?.toISOString()
  assert.equal(given('2026-07-01 09:00'), '2026-07-01T07:00:00.000Z')
  assert.equal(given('2026-07-01T09:00:00+02:00'), '2026-07-01T07:00:00.000Z')
  assert.equal(given('2026-07-01T09:00Z'), '2026-07-01T09:00:00.000Z')
  assert.equal(given('2026-07-01 09:00:30.123456+0530'), '2026-07-01T03:30:30.123Z')
  for (const text of ['2026-02-30T09:00Z', '2026-07-01Z', '2026-07-01T25:00+01:00', 'soon Z'])
    assert.equal(given(text), undefined)
})

test('the hour that is skipped does not exist, the one that comes twice is the first', () => {
  assert.equal(at('2026-03-29 02:30', 'Europe/Stockholm'), undefined)
  assert.equal(at('2026-03-29 03:00', 'Europe/Stockholm'), '2026-03-29T01:00:00.000Z')
  assert.equal(at('2026-10-25 02:30', 'Europe/Stockholm'), '2026-10-25T00:30:00.000Z')
  assert.equal(at('2026-11-01 01:30', 'America/New_York'), '2026-11-01T05:30:00.000Z')
})

/** Why steps were passed and how runs ended: kept so that each language has words for it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DETAIL_CODES, detailed } from '../../../src/domain/details/details.ts'
import { readDetail, recordedDetail } from '../../../src/domain/details/recorded.ts'
import { endingWhy } from '../../../src/domain/triggers/entries/ending-why.ts'

test('a reason is kept as its code, and read in English with it', () => {
  const kept = recordedDetail(detailed('passed-no-event', { event: 'clicked', minutes: 4320 }))
  assert.deepEqual(readDetail(kept), {
    reason: 'not clicked within 3 days',
    why: { code: 'passed-no-event', values: { event: 'clicked', minutes: 4320 }, because: null },
  })
})

test('a reason that an earlier version wrote is read as it stands', () => {
  for (const text of ['matches filter 3', '', '{', '{"code":"nothing-known","values":{}}'])
    assert.deepEqual(readDetail(text), { reason: text, why: null })
})

test('each ending that is stored is known by its code', () => {
  const say = detailed as (code: string, values: object) => { detail: string }
  const values = { step: 'a is not there any more', most: 1000 }
  const endings = DETAIL_CODES.filter(code => code.startsWith('ended-') && code !== 'ended-walk')
  assert.equal(endings.length, 8)
  for (const code of endings) {
    const { detail } = say(code, values)
    const why = endingWhy(detail)
    assert.equal(why?.code, code, detail)
    assert.equal(say(code, why.values).detail, detail)
  }
  assert.equal(endingWhy(null), null)
  assert.equal(endingWhy('as an earlier version said'), null)
})

/** One-time codes by time: the test vectors of RFC 6238, appendix B, and of RFC 4648. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, codeOfStep, codeUri, stepAt, stepOfCode } from '../../src/lib/one-time-code.ts'

const SECRET = Buffer.from('12345678901234567890')

test('codes are those of the RFC', () => {
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ]
  for (const [seconds, code] of vectors) {
    assert.equal(codeOfStep(SECRET, stepAt(seconds * 1000), 8), code)
    assert.equal(codeOfStep(SECRET, stepAt(seconds * 1000)), code.slice(2))
  }
})

test('a code counts one step before and after', () => {
  const now = 1_111_111_111_000
  const step = stepAt(now)
  for (const near of [-1, 0, 1])
    assert.equal(stepOfCode(SECRET, codeOfStep(SECRET, step + near), now), step + near)
  for (const far of [-3, -2, 2, 3])
    assert.equal(stepOfCode(SECRET, codeOfStep(SECRET, step + far), now), undefined)
  for (const wrong of ['', '000000', 'x'.repeat(5000), codeOfStep(SECRET, step).slice(1)])
    assert.equal(stepOfCode(SECRET, wrong, now), undefined)
})

test('secrets are written in base32, for apps', () => {
  const vectors = {
    '': '',
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    foobar: 'MZXW6YTBOI',
  }
  for (const [text, encoded] of Object.entries(vectors))
    assert.equal(base32(Buffer.from(text)), encoded)
  assert.equal(
    codeUri(Buffer.from('foobar'), 'Penny post', 'a&b@x.test'),
    'otpauth://totp/Penny%20post:a%26b%40x.test?secret=MZXW6YTBOI&issuer=Penny%20post',
  )
})

/** HMAC-SHA256 as in node:crypto, for any key and text. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { createMac } from '../../src/lib/mac.ts'

const secret = fc.uint8Array({ minLength: 0, maxLength: 200 })
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 2000 }),
  fc.integer({ min: 4000, max: 9000 }).map(length => 'å'.repeat(length)),
)

test('a MAC is that of RFC 2104, text after text', () => {
  fc.assert(
    fc.property(secret, fc.array(text, { minLength: 1, maxLength: 5 }), (secret, texts) => {
      const mac = createMac(secret)
      for (const text of texts)
        assert.equal(
          mac(text),
          createHmac('sha256', secret).update(text).digest('binary'),
          `${secret.length} ${text.length}`,
        )
    }),
  )
})

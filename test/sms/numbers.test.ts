/** From what people have as country and number to E.164. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNumber } from '../../src/sms/numbers.ts'

test('one number, however it is written', () => {
  for (const country of ['46', '+46', '0046', ' 46 ', 'SE', 'se'])
    for (const phone of [
      '0701234567',
      '701234567',
      '070-123 45 67',
      '(070) 123 45 67',
      '46701234567',
      '+46701234567',
      '+46 (0)70 123 45 67',
      '0046701234567',
      '00 46 70 123 45 67',
      '(+46) 70 123 45 67',
      '(0046) 70-123 45 67',
      '＋４６７０１２３４５６７',
      '\u0660701234567',
    ])
      assert.deepEqual(
        readNumber(country, phone),
        { number: '+46701234567' },
        `${country} ${phone}`,
      )
})

test('an international number goes before the country', () => {
  assert.deepEqual(readNumber('46', '+4915123456789'), { number: '+4915123456789' })
  assert.deepEqual(readNumber('1', '01146701234567'), { number: '+46701234567' })
  assert.deepEqual(readNumber('', '+46701234567'), { number: '+46701234567' })
  assert.deepEqual(readNumber('Sweden', '0046701234567'), { number: '+46701234567' })
})

test('countries that share a calling code, and those that keep their zero', () => {
  assert.deepEqual(readNumber('1', '2025550123'), { number: '+12025550123' })
  assert.deepEqual(readNumber('CA', '(416) 555-0123'), { number: '+14165550123' })
  for (const country of ['44', 'GB', 'uk'])
    assert.deepEqual(readNumber(country, '07400 123456'), { number: '+447400123456' })
  assert.deepEqual(readNumber('39', '3123456789'), { number: '+393123456789' })
})

test('invalid numbers are told apart', () => {
  const faults: [country: string, phone: string, fault: string][] = [
    ['46', '', 'no number'],
    ['', '  ', 'no number'],
    ['', '0701234567', 'no country code'],
    ['Sweden', '0701234567', 'unknown country code'],
    ['999', '0701234567', 'unknown country code'],
    ['0', '0701234567', 'unknown country code'],
    ['46', '12', 'not a number'],
    ['46', '070123456789012345', 'not a number'],
    ['46', 'ask me', 'not a number'],
    ['46', '0701234567 / 0709876543', 'not a number'],
    ['46', '0701234567 ext. 5', 'not a number'],
    ['46', '+', 'not a number'],
    ['46', '+999123456789', 'not a number'],
    ['46', '08-465 004 00', 'no mobile number'],
    ['46', '0900 123 4567', 'no mobile number'],
    ['46', '020-12 34 56', 'no mobile number'],
  ]
  for (const [country, phone, fault] of faults)
    assert.deepEqual(readNumber(country, phone), { fault }, `${country} ${phone}`)
})

/** Equal addresses have one key, in any spelling of the domain. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emailKey, emailSpellings } from '../../src/lib/email-address.ts'

const same: [string, string[]][] = [
  [
    'ola@xn--bcher-kva.example',
    [
      'ola@bücher.example',
      'Ola@BÜCHER.Example',
      ' ola@XN--BCHER-KVA.example ',
      'ola@bu\u0308cher.example',
    ],
  ],
  ['åsa@xn--bcher-kva.example', ['Åsa@bücher.example', 'A\u030asa@xn--bcher-kva.example']],
  ['a@xn--fa-hia.example', ['a@faß.example', 'a@xn--fa-hia.example']],
  ['a@fass.example', ['a@fass.example', 'a@ｆａｓｓ.example', 'A@FASS.example']],
  ['a@mail.xn--bcher-kva.example', ['a@mail.bücher.example', 'a@MAIL.xn--Bcher-KVA.example']],
]

for (const [key, addresses] of same)
  test(`the key of ${addresses[0]} is that of its domain in ASCII`, () => {
    for (const address of addresses) assert.equal(emailKey(address), key, address)
  })

test('an address without an ASCII form is compared as it is', () => {
  for (const address of [
    'a@xn--zzzzzz.example',
    'a@xn--.example',
    'å@example.test',
    'xn--bcher-kva',
    '@bücher.example',
    'a@ü%41.example',
    'a@１.２',
    'not an ü address@x y',
  ])
    assert.equal(emailKey(address.toUpperCase()), address.toUpperCase().toLowerCase())
})

test('a key is its own key', () => {
  const domain = fc.string({ unit: fc.constantFrom(...'aüßＡxn--.İ本نZ\u0308\u200d１') })
  fc.assert(
    fc.property(fc.string(), domain, (local, host) => {
      const key = emailKey(`${local}@${host}`)
      assert.equal(emailKey(key), key)
    }),
    { numRuns: 2000 },
  )
})

test('a stored spelling of a domain is found in either form', () => {
  assert.deepEqual(emailSpellings('Ola@example.test'), ['ola@example.test'])
  for (const given of ['ola@bücher.example', 'ola@xn--bcher-kva.example'])
    assert.deepEqual(emailSpellings(given).sort(), [
      'ola@bücher.example',
      'ola@xn--bcher-kva.example',
    ])
})

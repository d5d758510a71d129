/** UTM parameters: to which links they are added, and where in the address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withUtm } from '../../../src/mail/links/utm.ts'

const utm = {
  hosts: ['shop.example'],
  parameters: [
    ['utm_source', 'Åre & co'],
    ['utm_medium', 'email'],
  ],
} as const
const ADDED = 'utm_source=%C3%85re%20%26%20co&utm_medium=email'

test('parameters stand before the fragment, beside those that are there', () => {
  assert.equal(withUtm('https://shop.example/', utm), `https://shop.example/?${ADDED}`)
  assert.equal(
    withUtm('https://shop.example/a?b=1#top?x', utm),
    `https://shop.example/a?b=1&${ADDED}#top?x`,
  )
  assert.equal(withUtm('https://shop.example/a?', utm), `https://shop.example/a?${ADDED}`)
})

test('none is doubled, in whatever case it is written', () => {
  assert.equal(
    withUtm('https://shop.example/?UTM_Source=own', utm),
    'https://shop.example/?UTM_Source=own&utm_medium=email',
  )
  const once = withUtm('https://shop.example/', utm)
  assert.equal(withUtm(once, utm), once)
})

test('only links to the named hosts, and to hosts below them', () => {
  assert.match(withUtm('https://WWW.shop.example:8443/', utm), /utm_source/)
  for (const other of [
    'https://myshop.example/',
    'https://shop.example.evil.example/',
    'https://user:shop.example@evil.example/',
    'https://evil.example/?to=https://shop.example/',
    'mailto:ada@shop.example',
    'no address',
  ])
    assert.equal(withUtm(other, utm), other)
})

test('an address that would be too long gets none', () => {
  const long = `https://shop.example/${'a'.repeat(60)}`
  assert.equal(withUtm(long, utm, 100), long)
})

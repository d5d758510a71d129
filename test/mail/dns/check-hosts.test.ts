/** Records of hosts: MX of the return path, PTR of relays. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reverseName } from '../../../src/mail/dns/ask.ts'
import { checked } from './setup.ts'

describe('MX of the return path', () => {
  const spf = { TXT: ['v=spf1 a:smtp.example.com -all'] }
  const at = (records: object, more = {}) =>
    checked({ 'bounce.example.com': { ...spf, ...records }, ...more })
  test('none, one that refuses mail, an address, a host that can not be reached', async () => {
    const none = (await at({})).of('MX')
    assert.deepEqual(
      [none.state, none.records],
      ['bad', [{ name: 'bounce.example.com', type: 'MX', value: '10 mail.example.com' }]],
    )
    assert.match((await at({ MX: ['0 .'] })).of('MX').means, /accepts no mail/)
    assert.match((await at({ MX: ['10 8.8.8.8'] })).of('MX').means, /a name, not an address/)
    assert.match(
      (await at({ MX: ['10 gone.example.com'] })).of('MX').means,
      /no address of gone\.example\.com/,
    )
    const inside = await at(
      { MX: ['10 inside.example.com'] },
      { 'inside.example.com': { A: ['10.0.0.1'] } },
    )
    assert.match(inside.of('MX').means, /no public address/)
    for (const one of [inside, await at({ MX: ['10 gone.example.com'] })])
      assert.equal(one.of('MX').state, 'bad')
  })

  test('without BOUNCE_DOMAIN and PUBLIC_URL there is none', async () => {
    for (const bounceDomain of [undefined, 'localhost', '192.0.2.1']) {
      const { of } = await checked({}, { bounceDomain })
      assert.equal(of('return path').state, 'bad')
      assert.match(of('return path').todo!, /return path, preferably to a name below example\.com/)
    }
  })
})

describe('PTR of relays', () => {
  const reverse = '8.8.8.8.in-addr.arpa'
  test('no name, one that does not lead back: bad for a relay of ours, else a warning', async () => {
    const none = (await checked({ [reverse]: null })).of('PTR')
    assert.deepEqual(
      [none.state, none.records],
      ['bad', [{ name: reverse, type: 'PTR', value: 'smtp.example.com' }]],
    )
    const lie = (await checked({ [reverse]: { PTR: ['gone.example.com'] } })).of('PTR')
    assert.equal(lie.state, 'bad')
    assert.match(lie.means, /does not resolve to it/)
    const foreign = { 'smtp.provider.example': { A: ['8.8.4.4'] } }
    const { of } = await checked(foreign, {
      relays: [{ name: 'a', host: 'smtp.provider.example' }],
    })
    assert.equal(of('PTR').state, 'warn')
  })

  test('relays in the own network, without addresses, none at all', async () => {
    const relay = (host: string) => ({ relays: [{ name: 'a', host }] })
    for (const host of ['127.0.0.1', '10.1.1.1'])
      assert.match((await checked({}, relay(host))).of('PTR').means, /in your own network/)
    assert.match(
      (await checked({}, relay('gone.example.com'))).of('PTR').means,
      /finds no such host/,
    )
    assert.equal((await checked({}, { relays: [] })).of('relay').state, 'warn')
  })

  test('IPv6', async () => {
    const name = reverseName('2001:4860:4860::8888')
    assert.equal(name, '8.8.8.8.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.6.8.4.0.6.8.4.1.0.0.2.ip6.arpa')
    const { of } = await checked(
      { [name]: { PTR: ['b.example.com'] } },
      { relays: [{ name: 'a', host: 'b.example.com' }] },
    )
    assert.equal(of('PTR').state, 'ok')
  })
})

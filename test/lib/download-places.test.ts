/**
 * Which addresses callers may name without being allowed to, and how the others are allowed. No
 * network.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAllowed, kindOf, parseAllowed } from '../../src/lib/fetch-guard-places.ts'

describe('which addresses are public', () => {
  const kinds: Record<string, string[]> = {
    public: [
      '8.8.8.8',
      '172.32.0.1',
      '100.128.0.1',
      '192.0.1.1',
      '2606:4700::1111',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      '2002:808:808::1',
    ],
    loopback: [
      '127.0.0.1',
      '127.255.255.255',
      '0.0.0.0',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::127.0.0.1',
      '2002:7f00:1::',
    ],
    private: [
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '100.64.0.1',
      '100.100.100.200',
      'fd00:ec2::254',
      'fc00::1',
      'fec0::1',
      '::ffff:10.1.1.1',
      '64:ff9b:1::1',
      '2002:a00:1::1',
    ],
    'link-local': [
      '169.254.169.254',
      '169.254.0.1',
      'fe80::1',
      'fe80::1%eth0',
      '168.63.129.16',
      '::ffff:a9fe:a9fe',
      '64:ff9b::a9fe:a9fe',
    ],
    special: [
      '224.0.0.1',
      '239.1.1.1',
      '255.255.255.255',
      '240.0.0.1',
      '198.18.0.1',
      '192.0.0.192',
      '192.0.2.1',
      'ff02::1',
      '::127.0.0.1',
      '::7f00:1',
      '2001:db8::1',
      '2001:0:4136:e378:8000:63bf:3fff:fdd2',
      '100::1',
      '4000::1',
      'nonsense',
      '',
    ],
  }
  for (const [kind, addresses] of Object.entries(kinds))
    test(kind, () => {
      assert.deepEqual(
        addresses.map(address => [address, kindOf(address)]),
        addresses.map(address => [address, kind]),
      )
    })
})

describe('FETCH_ALLOW', () => {
  test('names hosts, addresses and networks', () => {
    const allowed = parseAllowed(
      ' files.internal,Intern.Example.  10.1.2.3/16\n[fd00::7], 192.168.0.9 ',
    )
    const yes: [string, string][] = [
      ['files.internal', '10.9.9.9'],
      ['FILES.internal.', '127.0.0.1'],
      ['intern.example', '::1'],
      ['x', '10.1.255.1'],
      ['x', '::ffff:10.1.0.1'],
      ['x', '64:ff9b::a01:1'],
      ['x', 'fd00::7'],
      ['x', '192.168.0.9'],
    ]
    const no: [string, string][] = [
      ['a.files.internal', '10.9.9.9'],
      ['x', '10.2.0.1'],
      ['x', 'fd00::8'],
      ['x', '192.168.0.10'],
      ['internal', '127.0.0.1'],
    ]
    for (const [host, address] of yes)
      assert.equal(isAllowed(allowed, host, address), true, `${host} ${address}`)
    for (const [host, address] of no)
      assert.equal(isAllowed(allowed, host, address), false, `${host} ${address}`)
  })

  test('says what it can not read', () => {
    for (const wrong of [
      '10.0.0.0/33',
      'http://host/',
      'host:80',
      '*.example.com',
      '127.1',
      '10.0.0.0/8/8',
      'fd00::/129',
      'a_b/24',
      'fe80::1%eth0',
      '10.0.0.0/-1',
      'ä b!',
    ])
      assert.throws(
        () => parseAllowed(`fine.example, ${wrong}`),
        /is not the name of a host, an address, or a network/,
        wrong,
      )
  })
})

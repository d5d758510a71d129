/** The address of an SMPP gateway: its options, and the messages about mistakes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readConfig } from '../../src/settings/config.ts'
import { WrongSetting } from '../../src/settings/given.ts'
import {
  describeSmpp,
  GatewayUrlError,
  readHttpUrl,
  readSender,
  readSmppUrl,
} from '../../src/sms/gateway-url.ts'

test('an address with all that it may hold', () => {
  assert.deepEqual(
    readSmppUrl(
      'smpp://user:p%40ss@gw.example:2776?window=10&rate=100&from=Pennypost&long=sar&enquire=5&system_type=x',
    ),
    {
      host: 'gw.example',
      port: 2776,
      tls: false,
      verify: true,
      user: 'user',
      password: 'p@ss',
      systemType: 'x',
      window: 10,
      rate: 100,
      from: 'Pennypost',
      long: 'sar',
      enquireSeconds: 5,
    },
  )
  const { host, port, tls, rate, window } = readSmppUrl('SMPPS://a@b:c?d@[::1]')
  assert.deepEqual([host, port, tls, rate, window], ['::1', 3550, true, null, 50])
  assert.equal(describeSmpp(readSmppUrl('smpp://a:secret@[::1]:99?verify=no')), 'smpp://a@[::1]:99')
})

test('errors are reported without the password', () => {
  const cases: [string, RegExp][] = [
    ['smpp://user:hunter2@', /host of a gateway/],
    ['smpp://user:hunter2@host:99999', /port/],
    ['smpp://user:hunter2@host?window=0', /window is a whole number from 1 to 1000/],
    ['smpp://user:hunter2@host?hunter2=1', /options of an SMPP gateway/],
    ['smpp://user:hunter2@host?rate=1&rate=2', /twice/],
    ['smpp://user:hunter2hunter2@host', /password has at most 8/],
    ['smpp://hunter2@host', /user:password, both/],
    ['smpp://user:hunter2%@host', /%25/],
    ['smpp://user:hunter2@host?from=Much%20too%20long', /sender/],
    ['smpp://user:hunter2@ho st', /blanks/],
    ['https://user:hunter2@host', /is written/],
  ]
  for (const [url, message] of cases) {
    assert.throws(
      () => readSmppUrl(url),
      (error: Error) =>
        error instanceof GatewayUrlError &&
        message.test(error.message) &&
        !/hunter2/.test(error.message),
      url,
    )
    if (url.startsWith('smpp'))
      assert.throws(
        () => readConfig({ SMS_URL: url }),
        (error: Error) =>
          error instanceof WrongSetting &&
          message.test(error.message) &&
          !/hunter2/.test(error.message),
        url,
      )
  }
})

test('no string makes it fail in another way', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), text => {
      try {
        readSmppUrl(`smpp://${text}`)
      } catch (error) {
        assert.ok(error instanceof GatewayUrlError, String(error))
      }
    }),
  )
})

test('the fragment of an HTTP gateway has its options', () => {
  const address = 'https://user:hunter2@sms.example/?to={to}&text={text}'
  assert.deepEqual(readHttpUrl(address), { address, from: '', rate: null, connections: 10 })
  assert.deepEqual(readHttpUrl(`${address}#from=%2B46701234567&rate=20&connections=3`), {
    address,
    from: '+46701234567',
    rate: 20,
    connections: 3,
  })
  const cases: [string, RegExp][] = [
    ['rate=0', /rate is a whole number from 1 to 100000/],
    ['connections=201', /connections is a whole number from 1 to 200/],
    ['from=Much%20too%20long', /sender/],
    ['hunter2=1', /options of an HTTP gateway are rate, from, connections/],
  ]
  for (const [options, message] of cases)
    assert.throws(
      () => readConfig({ SMS_URL: `${address}#${options}` }),
      (error: Error) =>
        error instanceof WrongSetting &&
        message.test(error.message) &&
        !/hunter2/.test(error.message),
      options,
    )
})

test('senders', () => {
  for (const good of ['', 'Pennypost', '+46701234567', '72000', 'A B & C-1.'])
    assert.equal(readSender(good), good)
  for (const bad of ['Pennypost Ltd', '+1', '12', ' x', 'Åsa', '\n', '+4670123456789012'])
    assert.throws(() => readSender(bad))
})

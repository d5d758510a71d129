/** Settings: defaults, the file beside the environment, and the sentence for each that is wrong. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { readConfig, settings } from '../../src/settings/config.ts'
import { WrongSetting } from '../../src/settings/given.ts'

describe('settings', () => {
  test('nothing given: every default is usable', () => {
    const config = readConfig({})
    assert.equal(config.http.host, '127.0.0.1')
    assert.equal(config.http.port, 8080)
    assert.equal(config.http.publicUrl, undefined)
    assert.equal(config.store.dataDir, resolve('./data'))
    assert.equal(config.api.namespace, 'http://pennypost.example/externalapi/v3/')
    assert.equal(config.http.maxBody, 16 * 1024 * 1024)
    assert.equal(config.process.roles, 'all')
    assert.equal(config.account.password, undefined)
    assert.equal(config.http.trustProxy.check('127.0.0.1'), false)
  })

  test('each setting has a name, a type and a sentence', () => {
    for (const { name, type, sentence } of settings) {
      assert.match(name, /^[A-Z][A-Z0-9_]+$/)
      assert.ok(type)
      assert.match(sentence, /^[A-Z].*\.$/)
    }
  })

  test('the environment wins over the file, an empty value is none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pennypost-'))
    try {
      const file = join(folder, '.env')
      writeFileSync(file, 'PORT=9000\nHOST="0.0.0.0"\n# a comment\nLOG_LEVEL=DEBUG\n')
      const config = readConfig({ PORT: '9001', HOST: '' }, file)
      assert.deepEqual(
        [config.http.port, config.http.host, config.process.logLevel],
        [9001, '0.0.0.0', 'debug'],
      )
      assert.equal(readConfig({}, join(folder, 'nothing-here')).http.port, 8080)
      assert.throws(() => readConfig({}, folder), WrongSetting)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('sizes and proxies', () => {
    const size = (MAX_BODY: string) => readConfig({ MAX_BODY }).http.maxBody
    assert.deepEqual(
      ['16MB', '1.5 mb', '2048', '64 kB'].map(size),
      [16777216, 1572864, 2048, 65536],
    )
    const { trustProxy } = readConfig({ TRUST_PROXY: '10.0.0.1, 192.168.0.0/16,fd00::/8' }).http
    const trusted = (address: string, family: 'ipv4' | 'ipv6') => trustProxy.check(address, family)
    assert.ok(
      trusted('10.0.0.1', 'ipv4') && trusted('192.168.7.7', 'ipv4') && trusted('fd00::1', 'ipv6'),
    )
    assert.equal(readConfig({}).imports.maxBytes, 2 * 1024 ** 3)
    assert.equal(readConfig({ IMPORT_MAX_BYTES: '40 GB' }).imports.maxBytes, 40 * 1024 ** 3)
    assert.ok(!trusted('10.0.0.2', 'ipv4') && !trusted('fe00::1', 'ipv6'))
  })

  const wrong: [name: string, value: string, says: RegExp][] = [
    ['PORT', '99999', /^PORT is set to "99999", but it wants a whole number from 0 to 65535\.$/],
    ['PORT', '80 80', /^PORT/],
    ['PUBLIC_URL', 'mail.example.com', /^PUBLIC_URL is set to "mail\.example\.com".*https/],
    ['PUBLIC_URL', 'https://mail.example.com/path', /without a path/],
    ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY/],
    ['TRUST_PROXY', 'proxy', /^TRUST_PROXY/],
    [
      'FETCH_ALLOW',
      'files.internal, *.example.com',
      /^FETCH_ALLOW is set to .* \("\*\.example\.com" is not the name of a host/,
    ],
    ['IMPORT_MAX_BYTES', '2 TB', /^IMPORT_MAX_BYTES .* a size from 1 kB to 1024 GB/],
    [
      'DNS_RESOLVER',
      'dns.example.com',
      /^DNS_RESOLVER .* addresses of resolvers separated by commas/,
    ],
    ['IMPORT_WAIT', '3601', /^IMPORT_WAIT/],
    ['API_NAMESPACE', 'http://pennypost.example/v3', /ends with \//],
    ['API_NAMESPACE', 'v3/', /^API_NAMESPACE/],
    ['ROLES', 'webb', /one of all, web, worker\.$/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL/],
    ['MAX_BODY', '16 miles', /like 16 MB\.$/],
    ['MAX_BODY', '-1', /^MAX_BODY/],
    ['DATABASE_CONNECTIONS', '1', /^DATABASE_CONNECTIONS/],
    ['HOST', '999999999999', /^HOST is set to "999999999999".* or a name with a letter; the port/],
    ['HOST', '8080', /^HOST/],
    ['HOST', '1.2.3', /^HOST/],
    ['HOST', 'localhost:8080', /^HOST/],
    ['HOST', '[::1]', /^HOST/],
    ['HOST', 'a b', /^HOST/],
    ['BOUNCE_HOST', '25', /^BOUNCE_HOST/],
    ['BOUNCE_DOMAIN', '-1', /^BOUNCE_DOMAIN .* a domain like bounces\.example\.com\.$/],
    ['BOUNCE_DOMAIN', '1', /^BOUNCE_DOMAIN/],
    ['BOUNCE_DOMAIN', 'example-.com', /^BOUNCE_DOMAIN/],
    ['SMS_HTTP_OK', '(', /^SMS_HTTP_OK is set to "\(", but it wants a regular expression/],
    ['SMS_HTTP_ID', '[', /^SMS_HTTP_ID/],
  ]
  for (const [name, value, says] of wrong)
    test(`${name}=${value} is refused with a sentence`, () => {
      assert.throws(() => readConfig({ [name]: value }), { name: 'WrongSetting', message: says })
    })

  test('hosts that can be listened on', () => {
    for (const HOST of [
      '::',
      '::1',
      'fe80::1%eth0',
      '10.0.0.1',
      'localhost',
      'my_app-1',
      '3com.de',
    ])
      assert.equal(readConfig({ HOST }).http.host, HOST)
  })

  test('a wrong secret is not shown', () => {
    for (const [name, value] of [
      ['SECRET_KEY', 'hunter2'],
      ['DATABASE_URL', 'mysql://root:hunter2@host/db'],
    ])
      assert.throws(
        () => readConfig({ [name!]: value }),
        (error: Error) =>
          error.message.startsWith(`${name} is set to a value (not shown)`) &&
          !error.message.includes('hunter2'),
      )
  })
})

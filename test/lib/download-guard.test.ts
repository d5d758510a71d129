/**
 * Where callers may not reach: addresses that are not public, however they are written, named, or
 * led to.
 */
import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseAllowed } from '../../src/lib/fetch-guard.ts'
import { certificateForLocalhost } from '../support/certificate.ts'
import { type FileServer, fileServer, redirect, whole } from '../support/file-server.ts'
import { fetched, notFetched } from './download-setup.ts'

const nothing = parseAllowed('')
let server: FileServer
before(async () => {
  server = await fileServer()
  server.serve('/a.csv', whole('secret'))
})
after(() => server.close())
const refusedHere = async (url: string, says: RegExp) => {
  const before = server.received.length
  const { transient, sentence } = await notFetched(url, { allow: nothing })
  assert.equal(transient, false)
  assert.match(sentence, says, url)
  assert.equal(server.received.length, before)
}

describe('not fetched from, unless allowed', () => {
  test('loopback in all spellings', async () => {
    const spellings = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '0x7f000001',
      '0177.0.0.1',
      '017700000001',
      '127.0.0.1.',
      '0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[0:0:0:0:0:ffff:127.0.0.1]',
      '[64:ff9b::127.0.0.1]',
      '%31%32%37.0.0.1',
      '１２７.0.0.1',
    ]
    for (const host of spellings)
      await refusedHere(
        `http://${host}:${server.port}/a.csv`,
        /is the machine of the service itself.*FETCH_ALLOW/,
      )
    await refusedHere(`http://[::127.0.0.1]:${server.port}/a.csv`, /is an address that is reserved/)
  })

  test('names that lead there', async () => {
    for (const host of ['localhost', 'LOCALHOST'])
      await refusedHere(
        `http://${host}:${server.port}/a.csv`,
        /leads to the machine of the service itself/,
      )
  })

  test('metadata, private, multicast: nothing is tried, and the address behind a name is not told', async () => {
    const lead: Record<string, RegExp> = {
      '169.254.169.254': /local link/,
      '10.1.2.3': /private network/,
      '224.0.0.1': /reserved/,
      'fd00:ec2::254': /private network/,
    }
    for (const [address, says] of Object.entries(lead)) {
      const { sentence } = await notFetched('http://sly.example/x', {
        allow: nothing,
        resolve: async () => [address],
      })
      assert.match(sentence, says)
      assert.ok(!sentence.includes(address))
    }
  })

  test('allowed by address, by network, by name', async () => {
    const url = server.url('/a.csv')
    for (const allow of ['127.0.0.1', '127.0.0.0/8'].map(parseAllowed))
      assert.equal((await fetched(url, { allow })).length, 6)
    const byName = { allow: parseAllowed('localhost') }
    assert.equal((await fetched(url.replace('127.0.0.1', 'localhost'), byName)).length, 6)
    assert.equal((await notFetched(url, byName)).transient, false)
  })
})

const hasIpv6 = Object.values(networkInterfaces()).some(all =>
  all?.some(({ address }) => address === '::1'),
)

test('over IPv6, written and named', { skip: !hasIpv6 && 'this machine has no IPv6' }, async () => {
  const own = await fileServer({ host: '::1' })
  const url = own.serve('/a.csv', whole('six'))
  const named = url.replace('[::1]', 'six.example')
  for (const allow of ['::1', '[::]/64'].map(parseAllowed)) {
    assert.equal((await fetched(url, { allow })).length, 3)
    assert.equal((await fetched(named, { allow, resolve: async () => ['::1'] })).length, 3)
  }
  assert.match((await notFetched(url)).sentence, /is the machine of the service itself/)
  await own.close()
})

describe('the DNS', () => {
  test('is resolved once for a connection, which goes to the checked address', async () => {
    const judged = await fileServer({ host: '127.0.0.2', port: server.port })
    judged.serve('/a.csv', whole('fine'))
    const asked: string[] = []
    // The answer to any second question would be a place that is not allowed.
    const resolve = async (host: string) => (asked.push(host) === 1 ? ['127.0.0.2'] : ['127.0.0.1'])
    const [before, rules] = [server.received.length, { allow: parseAllowed('127.0.0.2'), resolve }]
    const url = `http://rebind.example:${server.port}/a.csv`
    assert.equal((await fetched(url, rules)).bytes.toString(), 'fine')
    assert.deepEqual(asked, ['rebind.example'])
    assert.match(
      (await notFetched(url, rules)).sentence,
      /leads to the machine of the service itself/,
    )
    assert.equal(server.received.length, before)
    await judged.close()
  })

  test('that changes its answer between redirect and target does not get past the guard (DNS rebinding)', async () => {
    // Allowed the first time only, as the server of an attacker would be: then the name leads
    // elsewhere.
    const inside = await fileServer({ host: '127.0.0.2' })
    inside.serve('/keys', whole('secret'))
    const answers = [['127.0.0.1'], ['127.0.0.2']]
    const resolve = async () => answers.shift() ?? []
    server.serve('/on', redirect(`http://rebind.example:${inside.port}/keys`))
    const { sentence } = await notFetched(`http://rebind.example:${server.port}/on`, { resolve })
    assert.match(sentence, /rebind\.example leads to the machine of the service itself/)
    assert.equal(inside.received.length, 0)
    await inside.close()
  })

  test('of several addresses only those that may be are tried, the dead ones passed over', async () => {
    const rules = {
      resolve: async () => ['10.0.0.1', '127.0.0.3', '127.0.0.1'],
      allow: parseAllowed('127.0.0.0/8'),
    }
    assert.equal((await fetched(`http://several.example:${server.port}/a.csv`, rules)).length, 6)
    assert.match(
      (await notFetched('http://none.example/', { resolve: async () => [] })).sentence,
      /no such host/,
    )
  })

  test('that does not answer is waited for as long as a connection', async () => {
    const { transient, sentence } = await notFetched('http://slow.example/', {
      resolve: () => new Promise(() => {}),
      connectMillis: 50,
    })
    assert.equal(transient, true)
    assert.match(sentence, /the connection timed out\. .* It was tried 3 times/)
  })
})

describe('redirects', () => {
  test('are followed five times, not six, and not in circles', async () => {
    for (let n = 1; n <= 6; n++)
      server.serve(
        `/r${n}`,
        redirect(n === 1 ? 'a.csv' : `./r${n - 1}?x`, [301, 302, 303, 307, 308][n % 5]),
      )
    assert.equal((await fetched(server.url('/r5'))).length, 6)
    server.serve('/circle', redirect('/circle'))
    for (const path of ['/r6', '/circle']) {
      const { transient, sentence } = await notFetched(server.url(path))
      assert.equal(transient, false)
      assert.match(sentence, /leads on more than 5 times/)
    }
    assert.equal(server.count('/circle'), 6)
  })

  test('to where callers may not reach are refused', async () => {
    const targets: [string, RegExp][] = [
      [
        'http://169.254.169.254/latest/meta-data/',
        /169\.254\.169\.254 is an address of the local link/,
      ],
      ['http://[::1]/', /::1 is the machine of the service/],
      ['//0x7f.2/', /127\.0\.0\.2 is the machine of the service/],
      ['file:///etc/passwd', /What begins with file: can't be fetched/],
      ['gopher://127.0.0.1:25/_x', /begins with gopher:/],
      ['http://[oops', /no address/],
    ]
    for (const [index, [to, says]] of targets.entries()) {
      const { transient, sentence } = await notFetched(server.serve(`/to${index}`, redirect(to)))
      assert.equal(transient, false)
      assert.match(sentence, says)
    }
  })

  test('take user and password along to the same server only', async () => {
    const other = await fileServer({ host: '127.0.0.2' })
    const rules = { allow: parseAllowed('127.0.0.0/8') }
    const own = server.serve('/own', redirect('/a.csv')).replace('http://', 'http://u:p@')
    const away = server
      .serve('/away', redirect(other.serve('/x', whole('x'))))
      .replace('http://', 'http://u:p@')
    await fetched(own, rules)
    assert.match(server.received.at(-1)!.headers.authorization!, /^Basic /)
    await fetched(away, rules)
    assert.equal(other.received[0]!.headers.authorization, undefined)
    await other.close()
  })
})

describe('https', () => {
  test('is fetched when the certificate can be verified, by name; else refused in words', async () => {
    const { key, cert } = certificateForLocalhost()
    const secure = await fileServer({ tls: { key, cert } })
    const url = secure.serve('/a.csv', whole('secret'))
    const rules = { allow: parseAllowed('localhost 127.0.0.0/8') }
    assert.match(
      (await notFetched(url, rules)).sentence,
      /the certificate of the server can't be verified \(self-signed/,
    )
    const known = getCACertificates('default')
    setDefaultCACertificates([...known, cert])
    try {
      assert.equal((await fetched(url, rules)).length, 6)
      assert.equal((await fetched(url.replace('localhost', '127.0.0.1'), rules)).length, 6)
      const asOther = { ...rules, resolve: async () => ['127.0.0.1'] }
      assert.match(
        (await notFetched(url.replace('localhost', 'other.example'), asOther)).sentence,
        /certificate of the server is for another name/,
      )
      assert.match(
        (await notFetched(server.url('/a.csv').replace('http:', 'https:'))).sentence,
        /the TLS handshake failed/,
      )
    } finally {
      setDefaultCACertificates(known)
      await secure.close()
    }
  })
})

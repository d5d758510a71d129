/** Fetching from a real server that plays tricks. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { statSync, symlinkSync, writeFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import {
  checkUrl,
  download,
  LONGEST_PAUSE_MILLIS,
  pauseMillis,
} from '../../src/lib/download/download.ts'
import {
  breakOff,
  type FileServer,
  fileServer,
  inTurn,
  silent,
  stall,
  status,
  trickle,
  verbatim,
  whole,
} from '../support/file-server.ts'
import { fetched, newPath, notFetched, quick } from './download-setup.ts'

const csv = 'email;name\nada@example.com;Ada\n'
let server: FileServer
before(async () => {
  server = await fileServer()
})
after(() => server.close())

describe('a file', () => {
  test('lies on disk as it was served, readable for its owner alone', async () => {
    const url = server.serve('/a.csv', whole(csv, { 'content-type': 'text/csv; charset=utf-8' }))
    const { bytes, path, length, sha256, contentType } = await fetched(url)
    assert.equal(bytes.toString(), csv)
    assert.deepEqual([length, contentType], [csv.length, 'text/csv; charset=utf-8'])
    assert.equal(sha256, createHash('sha256').update(csv).digest('hex'))
    assert.equal(statSync(path).mode & 0o777, 0o600)
  })

  test('that is empty, or of many chunks, is the same', async () => {
    assert.equal((await fetched(server.serve('/empty', whole('')))).length, 0)
    const large = randomBytes(3_000_000)
    assert.ok((await fetched(server.serve('/large', whole(large)))).bytes.equals(large))
    const steps = randomBytes(500)
    assert.ok((await fetched(server.serve('/steps', trickle(steps, 100, 20)))).bytes.equals(steps))
  })

  test('takes the place of what lies there, and follows no link that lies there', async () => {
    const [path, target] = [newPath(), newPath()]
    writeFileSync(target, 'precious')
    symlinkSync(target, path)
    assert.ok('path' in (await download(server.serve('/new', whole('new')), path, quick)))
    assert.deepEqual([statSync(target).size, statSync(path).size], [8, 3])
  })

  test('is asked for with the query as given, and with user and password as Basic', async () => {
    server.serve('/q', whole(csv))
    await fetched(server.url('/q?a=%20b&c').replace('http://', 'http://us%C3%A9r:p%40ss@'))
    const { headers } = server.received.findLast(({ path }) => path === '/q')!
    assert.equal(headers.authorization, `Basic ${Buffer.from('usér:p@ss').toString('base64')}`)
    assert.equal(headers.host, `127.0.0.1:${server.port}`)
  })

  test('where none can be made is a fault, not an outcome', async () => {
    await assert.rejects(download(server.url('/a.csv'), '/nowhere/at/all', quick), {
      code: 'ENOENT',
    })
  })
})

describe('a transient trouble', () => {
  test('500, then 200: is tried again', async () => {
    const url = server.serve('/later', inTurn(status(500), status(503), whole(csv)))
    assert.equal((await fetched(url)).bytes.toString(), csv)
    assert.equal(server.count('/later'), 3)
  })

  for (const code of [408, 425, 429, 500, 502, 503, 504])
    test(`${code} for ever: says how often it was tried`, async () => {
      const url = server.serve(`/${code}`, status(code))
      const { transient, sentence } = await notFetched(`${url}?key=secret`)
      assert.equal(transient, true)
      assert.match(
        sentence,
        new RegExp(
          `^http://127.*/${code} could not be fetched: the server answered ${code} .*tried ` +
            '3 times in ',
        ),
      )
      assert.doesNotMatch(sentence, /secret/)
      assert.equal(server.count(`/${code}`), 3)
    })

  test('nobody listens', async () => {
    const gone = await fileServer()
    await gone.close()
    const { transient, sentence } = await notFetched(gone.url('/x'))
    assert.equal(transient, true)
    assert.match(sentence, /refused the connection\. .* It was tried 3 times/)
  })

  test('breaks off, is cut short of its length, never answers, stalls: tried again', async () => {
    const bytes = randomBytes(1000)
    const tricks = {
      cut: breakOff(bytes, 500),
      lies: breakOff(bytes, 500, { 'content-length': 1000 }),
      silent,
      stall: stall('abc'),
    }
    for (const [name, trick] of Object.entries(tricks)) {
      const url = server.serve(`/${name}`, inTurn(trick, whole(bytes)))
      assert.ok((await fetched(url, { idleMillis: 600 })).bytes.equals(bytes), name)
      assert.equal(server.count(`/${name}`), 2)
      server.serve(`/${name}`, trick)
      const { transient, sentence } = await notFetched(url, { idleMillis: 600, tries: 2 })
      assert.equal(transient, true)
      assert.match(sentence, /closed the connection|nothing came from the server for a second/)
    }
  })

  test('pauses grow, a server may ask for longer ones, up to a limit', () => {
    assert.deepEqual(
      [1, 2, 3].map(tries => pauseMillis(tries, 2_000)),
      [2_000, 4_000, 8_000],
    )
    assert.equal(pauseMillis(1, 2_000, 30_000), 30_000)
    assert.equal(pauseMillis(1, 2_000, 86_400_000), LONGEST_PAUSE_MILLIS)
    assert.equal(pauseMillis(50, 2_000), LONGEST_PAUSE_MILLIS)
  })

  test('Retry-After is waited for, as seconds and as a date', async () => {
    for (const [name, value] of [
      ['seconds', () => 1],
      ['date', () => new Date(Date.now() + 2000).toUTCString()],
    ] as const) {
      const began = Date.now()
      await fetched(
        server.serve(`/${name}`, inTurn(status(503, { 'retry-after': value() }), whole(csv))),
      )
      assert.ok(Date.now() - began >= 900, name)
    }
  })

  test('Retry-After beyond the end is not waited for', async () => {
    const url = server.serve('/tomorrow', status(503, { 'retry-after': 86_400 }))
    const { transient } = await notFetched(url)
    assert.deepEqual([transient, server.count('/tomorrow')], [true, 1])
  })
})

describe('a final trouble is told at once', () => {
  const final: [name: string, answer: Parameters<FileServer['serve']>[1], says: RegExp][] = [
    [
      '404',
      status(404),
      /there is no such file on the server \(it answered 404 Not Found\)\. Check the address/,
    ],
    ['401', status(401), /answered 401 Unauthorized\. .*user:password@host/],
    [
      '204',
      (_request, response) => response.writeHead(204).end(),
      /204 No Content, which is no file/,
    ],
    ['redirect-nowhere', status(302), /302 Found, which is no file/],
    ['no-http', verbatim('220 mail.example.com ESMTP\r\n'), /is not HTTP/],
    [
      'two-lengths',
      verbatim('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabc'),
      /is not HTTP/,
    ],
    [
      'head-bomb',
      verbatim(`HTTP/1.1 200 OK\r\n${`X-A: ${'x'.repeat(8000)}\r\n`.repeat(9)}\r\nabc`),
      /is not HTTP/,
    ],
  ]
  for (const [name, answer, says] of final)
    test(name, async () => {
      const { transient, sentence } = await notFetched(server.serve(`/${name}`, answer))
      assert.equal(transient, false)
      assert.match(sentence, says)
      assert.doesNotMatch(sentence, /tried/)
      assert.equal(server.count(`/${name}`), 1)
    })

  test('a length beyond the limit, before a byte of it is read; and one that is not told', async () => {
    const told = await notFetched(server.serve('/told', whole(Buffer.alloc(3000))), {
      maxBytes: 2048,
    })
    const untold = await notFetched(server.serve('/untold', breakOff(Buffer.alloc(9000), 9000)), {
      maxBytes: 2048,
    })
    for (const { transient, sentence } of [told, untold]) {
      assert.equal(transient, false)
      assert.match(sentence, /larger than the 2 kB that are allowed/)
    }
    assert.equal(
      (await fetched(server.serve('/just', whole(Buffer.alloc(2048))), { maxBytes: 2048 })).length,
      2048,
    )
  })

  test('no such host', async () => {
    const { transient, sentence } = await notFetched('http://nowhere.invalid/x', {
      resolve: async () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' })),
    })
    assert.equal(transient, false)
    assert.match(sentence, /no such host\. Check the spelling of its name\.$/)
  })
})

describe('addresses', () => {
  const wrong = [
    '',
    'a.csv',
    '/a.csv',
    'file:///etc/passwd',
    'ftp://h/x',
    'data:,x',
    'http://',
    'http://[::1',
    'http://u:%zz@h/',
    `http://h/${'x'.repeat(9000)}`,
  ]
  test('what can not be fetched has a sentence', async () => {
    for (const url of wrong) {
      assert.match(checkUrl(url)?.detail ?? '', /^\S.*\.$/, url)
      assert.equal((await notFetched(url)).transient, false)
    }
    assert.match(
      checkUrl('file:///etc/passwd')!.detail,
      /^What begins with file: can't be fetched; only/,
    )
    assert.doesNotMatch(checkUrl('htp/user:geheim@host?sig=geheim')!.detail, /geheim/)
  })

  test('what can has none', () => {
    for (const url of [
      'http://h',
      'HTTPS://h:8443/a b?c=d',
      'http://user:p%40ss@h/x',
      'http://[2001:db8::1]/x',
      'http://münchen.example/ü.csv',
    ])
      assert.equal(checkUrl(url), undefined, url)
  })
})

/** The hallway: routing to edges, trusted proxies, probes, the log, graceful shutdown. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { addAccount } from '../src/domain/accounts/add-account.ts'
import { get } from './raw-get.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { defaultNamespace } from './support/client.ts'
import { until } from './support/until.ts'

const PASSWORD = 'hunter2 & friends'
const query = (more: Record<string, string> = {}) =>
  new URLSearchParams({ strUsername: 'shop', strPassword: PASSWORD, ...more }).toString()

describe('the server', () => {
  let running: RunningApp
  before(async () => {
    running = await startApp({ TRUST_PROXY: '127.0.0.1' })
    await addAccount(running.store, { username: 'shop', password: PASSWORD })
  })
  after(() => running.close())

  test('answers the web service in any letter case, and the help page at the root', async () => {
    const { origin } = running
    assert.match(
      (await get(`${origin}/ExternalAPIService.ASMX/GetMailingLists?${query()}`)).text,
      /<DataSet/,
    )
    for (const path of ['/', '/externalapiservice.asmx'])
      assert.match((await get(origin + path)).text, /InsertSubscriber/)
    assert.equal((await get(`${origin}/nothing-here`)).status, 404)
  })

  test('keeps the addresses that links will lead to', async () => {
    for (const path of ['/w/x', '/u/x', '/t/x/y']) {
      const { status, text } = await get(running.origin + path)
      assert.equal(status, 404)
      assert.match(text, /<!doctype html>/i)
    }
    assert.match((await get(`${running.origin}/console`)).text, /Sign in/)
    assert.equal((await get(`${running.origin}/api/lists`)).status, 404)
  })

  test('tells watchers that it is alive, and ready', async () => {
    assert.deepEqual(
      [(await get(`${running.origin}/healthz`)).text, (await get(`${running.origin}/readyz`)).text],
      ['ok\n', 'ready\n'],
    )
    assert.equal((await get(`${running.origin}/readyz`, {}, 'POST')).status, 405)
  })

  test('counts calls, for this machine only', async () => {
    await get(`${running.origin}/externalapiservice.asmx/GetDemographicData?${query()}`)
    const { text } = await get(`${running.origin}/metrics`)
    assert.match(
      text,
      /pennypost_calls_total\{operation="GetDemographicData",binding="get",outcome="ok"\} 1/,
    )
    assert.match(text, /pennypost_store_up 1/)
    assert.match(text, /pennypost_pool_connections\{state="idle"\} \d/)
    assert.equal(
      (await get(`${running.origin}/metrics`, { 'X-Forwarded-For': '127.0.0.1' })).status,
      403,
    )
  })

  test('counts what recipients and shops send that can not be used', async () => {
    const counts = async () => {
      const { text } = await get(`${running.origin}/metrics`)
      const of = (labels: string) =>
        Number(new RegExp(`pennypost_recipient_total\\{${labels}\\} (\\d+)`).exec(text)?.[1] ?? 0)
      return [
        of('part="view",outcome="unknown token"'),
        of('part="click",outcome="unknown token"'),
        of('part="conversion",outcome="refused"'),
        of('part="conversion",outcome="unknown token"'),
      ]
    }
    const before = await counts()
    const forged = '1.1.s1.1.aaaaaaaaaaaaaaaa'
    for (const path of [
      `/t/${forged}.gif`,
      `/t/forged/${forged}`,
      '/c.gif?value=1e999',
      '/c.gif?value=1',
    ])
      await get(`${running.origin}${path}`)
    assert.deepEqual(
      await counts(),
      before.map(count => count + 1),
    )
  })

  test('believes a trusted proxy: addresses in documents and links are those of the client', async () => {
    const forwarded = {
      'X-Forwarded-Host': 'mail.example.test',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-For': '203.0.113.9',
    }
    const wsdl = await get(`${running.origin}/externalapiservice.asmx?wsdl`, forwarded)
    assert.match(wsdl.text, /location="https:\/\/mail\.example\.test\/externalapiservice\.asmx"/)
    const link = await get(
      `${running.origin}/externalapiservice.asmx/GetLoginLink?${query()}`,
      forwarded,
    )
    assert.match(link.text, /https:\/\/mail\.example\.test\/console\/login\/1\.[\w-]{43}</)
    await get(
      `${running.origin}/externalapiservice.asmx/GetMailingLists?strUsername=x&strPassword=y`,
      {
        'X-Forwarded-For': '198.51.100.1, 203.0.113.77, 127.0.0.1',
      },
    )
    assert.ok(running.lines.some(line => line.includes('"peer":"203.0.113.77"')))
  })

  test('the host name alone leads a browser to the console, and a program to the help page', async () => {
    const at = (headers: Record<string, string>) =>
      fetch(`${running.origin}/`, { redirect: 'manual', headers })
    const browser = await at({ Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    assert.deepEqual([browser.status, browser.headers.get('location')], [303, '/console'])
    const program = await at({ Accept: '*/*' })
    assert.equal(program.status, 200)
    assert.match(await program.text(), /InsertSubscriber/)
  })

  test('a Host that is none does not get into documents', async () => {
    const { text } = await get(`${running.origin}/externalapiservice.asmx?wsdl`, {
      Host: '"><script>',
    })
    assert.ok(!text.includes('script>') && !text.includes('script&'))
    assert.match(text, new RegExp(`location="${running.origin}/`))
  })

  test('logs nothing secret: not the query of a GET, not a password', async () => {
    await get(
      `${running.origin}/externalapiservice.asmx/GetMailingLists?${query({ strPassword: 'wrong-secret' })}`,
    )
    await get(`${running.origin}/externalapiservice.asmx/NoSuchOperation?${query()}`)
    await get(`${running.origin}/console/login/1.${'A'.repeat(43)}`)
    const log = running.lines.join('')
    assert.ok(log.length > 100)
    for (const secret of ['hunter2', 'wrong-secret', 'strPassword', 'AAAAAAAA'])
      assert.ok(!log.includes(secret), secret)
    assert.match(log, /"call":"[0-9a-f]{8}-\w+"/)
  })

  test('a header that comes drop by drop does not stay for ever, and 64 kB of address are read', async () => {
    assert.equal(running.app.server.headersTimeout, 20_000)
    const long = await get(
      `${running.origin}/externalapiservice.asmx/GetMailingLists?${query()}&x=${'x'.repeat(50_000)}`,
    )
    assert.equal(long.status, 200)
  })
})

describe('settings of the server', () => {
  test('without TRUST_PROXY no proxy is trusted; PUBLIC_URL is the base of login links; METRICS_TOKEN opens the metrics', async () => {
    const running = await startApp({
      PUBLIC_URL: 'https://post.example.test/',
      METRICS_TOKEN: 'let me in',
    })
    try {
      await addAccount(running.store, { username: 'shop', password: PASSWORD })
      const forwarded = { 'X-Forwarded-Host': 'evil.example.test', 'X-Forwarded-Proto': 'https' }
      const wsdl = await get(`${running.origin}/externalapiservice.asmx?wsdl`, forwarded)
      assert.match(wsdl.text, new RegExp(`location="${running.origin}/`))
      const link = await get(
        `${running.origin}/externalapiservice.asmx/GetLoginLink?${query()}`,
        forwarded,
      )
      assert.match(link.text, /https:\/\/post\.example\.test\/console\/login\//)
      assert.equal((await get(`${running.origin}/metrics`)).status, 401)
      assert.equal(
        (await get(`${running.origin}/metrics`, { Authorization: 'Bearer let me out' })).status,
        401,
      )
      assert.equal(
        (await get(`${running.origin}/metrics`, { Authorization: 'Bearer let me in' })).status,
        200,
      )
    } finally {
      await running.close()
    }
  })

  test('the namespace and the name of the service', async () => {
    const running = await startApp({
      API_NAMESPACE: 'http://old.example.test/api/',
      API_SERVICE_NAME: 'Old Service',
    })
    try {
      const { text } = await get(`${running.origin}/externalapiservice.asmx?wsdl`)
      assert.ok(
        text.includes('targetNamespace="http://old.example.test/api/"') &&
          text.includes('name="Old_x0020_Service"'),
      )
      assert.ok(!text.includes(defaultNamespace))
    } finally {
      await running.close()
    }
  })
})

describe('stopping', () => {
  test('graceful shutdown: calls in flight are finished, new ones are refused, idle connections do not delay it', async () => {
    const running = await startApp()
    const { port } = new URL(running.origin)
    const body = `strUsername=shop&strPassword=x`
    const head =
      `POST /externalapiservice.asmx/GetMailingLists HTTP/1.1\r\nHost: x\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\n` +
      `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
    const idle = connect(Number(port), '127.0.0.1')
    const busy = connect(Number(port), '127.0.0.1')
    await Promise.all([once(idle, 'connect'), once(busy, 'connect')])
    busy.write(head + body.slice(0, 5))
    const [taken] = await once(busy, 'data')
    assert.match(String(taken), /^HTTP\/1\.1 100 /)
    const stopped = running.app.close()
    const refused = () =>
      get(`${running.origin}/healthz`).then(
        () => false,
        () => true,
      )
    await until(refused)
    busy.write(body.slice(5))
    let answer = ''
    for await (const chunk of busy) answer += chunk
    await stopped
    assert.match(answer, /^HTTP\/1\.1 500 .*Connection: close.*unknown-credentials/is)
    await running.close()
  })

  test('it drains: calls are taken for a while, then what comes on kept connections, and each answer asks for a new one', async () => {
    const running = await startApp()
    const { port } = new URL(running.origin)
    const kept = await keptConnection(Number(port))
    assert.match(await kept.ask('/healthz'), /^HTTP\/1\.1 200 .*Connection: keep-alive/is)
    const late = await keptConnection(Number(port))
    const stopped = running.app.close({ delayMillis: 3000 })
    const ready = await get(`${running.origin}/readyz`)
    assert.deepEqual([ready.status, ready.headers.connection], [503, 'close'])
    assert.match(await kept.ask('/healthz'), /^HTTP\/1\.1 200 .*Connection: close/is)
    for (
      const deadline = Date.now() + 300_000;
      await get(`${running.origin}/healthz`).then(
        () => true,
        () => false,
      );
      await pause(10)
    )
      assert.ok(Date.now() < deadline, 'it still listens')
    // The server listens no more, and requests on kept connections are answered.
    assert.match(await late.ask('/healthz'), /^HTTP\/1\.1 200 .*Connection: close/is)
    await stopped
    await running.close()
  })
})

/** A connection that is kept, as proxies have them, used for one request after the other. */
async function keptConnection(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return {
    async ask(path: string): Promise<string> {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      const [answer] = await once(socket, 'data')
      return String(answer)
    },
  }
}

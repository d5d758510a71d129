/** Two processes behind nginx, restarted one after the other under load: no call fails. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { PASSWORD, type ServiceProcess, startService } from '../support/service-process.ts'

const CALLERS = 16
const RESTARTS = 6
const noNginx = findNginx() ? false : 'nginx is not installed (Debian: apt-get install nginx)'

test('processes behind nginx are restarted in turns without a failed call', {
  skip: noNginx,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pennypost-rolling-'))
  const [frontPort, ...ports] = await Promise.all([freePort(), freePort(), freePort()])
  const start = (port: number) =>
    startService(folder, { PORT: String(port), ROLES: 'web', STOP_DELAY: '1' })
  const services: ServiceProcess[] = []
  const agent = new Agent({ keepAlive: true })
  let nginx: ChildProcess | undefined
  let loading = true
  let restarting = false
  try {
    for (const port of ports) services.push(await start(port))
    const listId = await services[0]!.call.InsertMailingList({
      name: 'News',
      fromName: 'News',
      fromEmail: 'n@example.test',
    })
    nginx = startNginx(folder, frontPort!, ports)
    await reachable(`http://127.0.0.1:${frontPort}/`)

    const answers = new Map<string, number>()
    let calls = 0
    const caller = async () => {
      while (loading) {
        const form = new URLSearchParams({
          strUsername: 'admin',
          strPassword: PASSWORD,
          strEmail: `p${++calls}@example.test`,
          strName: 'P',
          strMailingListID: String(listId),
        })
        const status = await post(
          agent,
          frontPort!,
          '/externalapiservice.asmx/InsertSubscriber',
          String(form),
        )
        answers.set(status, (answers.get(status) ?? 0) + 1)
        // While nginx finds out that a process is there again, a few calls do.
        if (!restarting) await pause(50)
      }
    }
    const callers = Array.from({ length: CALLERS }, caller)
    for (let restart = 0; restart < RESTARTS; restart++) {
      const which = restart % ports.length
      restarting = true
      await services[which]!.stop()
      services[which] = await start(ports[which]!)
      restarting = false
      // nginx looks at it again.
      await pause(3000)
    }
    loading = false
    await Promise.all(callers)
    assert.deepEqual(
      [...answers.keys()],
      ['200'],
      `${JSON.stringify([...answers])}\n${troubles(folder)}`,
    )
    assert.ok(answers.get('200')! > 1000)
  } finally {
    loading = false
    nginx?.kill('SIGKILL')
    for (const service of services) await service.kill()
    agent.destroy()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
})

function findNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch (error) {
    if (process.env.REQUIRE_ALL === '1') throw error
    return false
  }
}

/** With the upstream of docs/operating.md. */
function startNginx(folder: string, port: number, upstreams: number[]): ChildProcess {
  const place = join(folder, 'nginx')
  mkdirSync(place)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${place}/${name};`,
  )
  writeFileSync(
    join(place, 'nginx.conf'),
    `daemon off; master_process off; pid ${place}/pid; error_log ${place}/error.log;
     events {}
     http {
       access_log off; ${temporary.join(' ')}
       upstream pennypost { ${upstreams.map(one => `server 127.0.0.1:${one} fail_timeout=2s;`).join(' ')} keepalive 32; }
       server {
         listen 127.0.0.1:${port};
         location / { proxy_pass http://pennypost; proxy_http_version 1.1; \
proxy_set_header Connection ""; }
       }
     }`,
  )
  return spawn(
    'nginx',
    ['-p', place, '-c', join(place, 'nginx.conf'), '-e', join(place, 'error.log')],
    { stdio: 'inherit' },
  )
}

/** What nginx says of calls that failed; a refused connection it has tried elsewhere. */
const troubles = (folder: string): string =>
  readFileSync(join(folder, 'nginx/error.log'), 'utf8')
    .split('\n')
    .filter(line => !line.includes('Connection refused'))
    .join('\n')

async function reachable(url: string): Promise<void> {
  for (const until = Date.now() + 300_000; ; await pause(50)) {
    try {
      if ((await fetch(url)).ok) return
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}

/** Its status, or the code of the error. */
function post(agent: Agent, port: number, path: string, body: string): Promise<string> {
  return new Promise(resolve => {
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': Buffer.byteLength(body),
    }
    request({ agent, port, path, headers, host: '127.0.0.1', method: 'POST' }, async res => {
      res.resume()
      await once(res, 'end')
      resolve(String(res.statusCode))
    })
      .on('error', error => resolve((error as NodeJS.ErrnoException).code ?? error.message))
      .end(body)
  })
}

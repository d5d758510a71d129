/**
 * Emails handed over by SMTP with TLS and an API key, each durable when answered, beside what
 * Postfix's smtp-source gets from a bare smtp-server that stores nothing, in the clear.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import { addDkimKey } from '../src/domain/dkim/dkim.sql.ts'
import { makeApiKey } from '../src/domain/members/api-keys/api-keys.ts'
import { certificateForLocalhost } from '../test/support/certificate.ts'
import { freePort } from '../test/support/free-port.ts'
import { paceOfPostfix } from '../test/support/postfix-sink.ts'
import { type Context, OUT, profileOptions, ROOT, stopped } from './driving.ts'
import { Figures, type Result, ratio } from './figures.ts'
import { onNewDatabase, startWeb } from './own-database.ts'
import { processorOf } from './processors.ts'
import { PROGRAM_KEY } from './programs.ts'
import { sized } from './smoke.ts'

const SESSIONS = 40
/** Of a message; smtp-source adds its headers to that. */
const SIZE = 4_096
const OF_SMTP_SOURCE = sized(20_000, 50)
const WARM = sized(2_000, 20)
const DOMAIN = 'shop.example.org'
const BARE = 'smtp-source to a bare smtp-server'
const OURS = 'by SMTP with TLS'

export async function submissionBench(context: Context): Promise<Omit<Result, 'loads'>> {
  const figures = new Figures()
  await onNewDatabase(context, async ({ store, accountId, ...rest }) => {
    const key = { selector: 'bench', algorithm: 'rsa', sealedPrivateKey: '', publicKey: '' }
    await addDkimKey(store, { accountId, domain: DOMAIN, ...key })
    const { token } = await makeApiKey(store, accountId, PROGRAM_KEY)
    const { cert, key: privateKey } = certificateForLocalhost()
    const files = { SUBMISSION_TLS_CERT: `${OUT}cert.pem`, SUBMISSION_TLS_KEY: `${OUT}key.pem` }
    const port = await freePort()
    const bare = await startBare()
    writeFileSync(files.SUBMISSION_TLS_CERT, cert)
    writeFileSync(files.SUBMISSION_TLS_KEY, privateKey, { mode: 0o600 })
    const settings = { ...files, SUBMISSION_HOST: '127.0.0.1', SUBMISSION_TLS_PORT: String(port) }
    const profile = profileOptions(context.profiles)
    const service = await startWeb({ store, accountId, ...rest }, profile, settings)
    try {
      await handOver(port, token, WARM)
      for (let run = 0; run < context.runs; run++) {
        context.noteLoad()
        const pace = await paceOfPostfix(bare.port, OF_SMTP_SOURCE, SESSIONS, SIZE)
        figures.add(BARE, 'messages/s', pace)
        const used = processorOf(service.pid, context.fixture.dataDir)
        const messages = Math.max(50, Math.round(0.3 * OF_SMTP_SOURCE))
        const from = performance.now()
        await handOver(port, token, messages)
        const ours = (messages * 1000) / (performance.now() - from)
        const cores = used()
        figures.add(OURS, 'messages/s', ours)
        figures.add(`${OURS}: service`, 'us/message', (cores.service * 1e6) / ours)
        figures.add(`${OURS}: store`, 'us/message', (cores.store * 1e6) / ours)
      }
    } finally {
      await service.stop()
      await bare.stop()
    }
  })
  const least = { least: 0.3 }
  return {
    name: 'submission',
    about: `Messages of 4 KB by SMTP over ${SESSIONS} sessions, one recipient each: with TLS, an API key and pipelined commands, durable when answered, beside smtp-source and a bare smtp-server in the clear, which drops them.`,
    series: figures.series,
    ratios: [ratio(`${OURS} / ${BARE}`, figures.get(OURS), figures.get(BARE), least)],
  }
}

async function startBare(): Promise<{ port: number; stop(): Promise<void> }> {
  const port = await freePort()
  const args = ['bench/smtp-server-only.ts', String(port), '/dev/null']
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  for (let up = false; !up; await pause(20))
    up = await new Promise<boolean>(resolve => {
      const socket = createConnection(port, '127.0.0.1', () => resolve(true))
      socket.on('error', () => resolve(false)).once('connect', () => socket.destroy())
    })
  return { port, stop: () => stopped(child) }
}

const BODY = `${'x'.repeat(76)}\r\n`.repeat(Math.round(SIZE / 78))

/** Hands over so many messages, each to a person of its own. */
async function handOver(port: number, token: string, messages: number): Promise<void> {
  const stamp = Date.now().toString(36)
  let next = 0
  await Promise.all(
    Array.from({ length: SESSIONS }, async () => {
      const session = openSession(connect({ port, host: '127.0.0.1', rejectUnauthorized: false }))
      await session.reply('220')
      const auth = Buffer.from(`\0pennypost\0${token}`).toString('base64')
      await session.say('EHLO bench\r\n', '250')
      await session.say(`AUTH PLAIN ${auth}\r\n`, '235')
      for (let n = next++; n < messages; n = next++) {
        const to = `person-${n}.${stamp}@example.com`
        session.send(`MAIL FROM:<orders@${DOMAIN}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
        for (const code of ['250', '250', '354']) await session.reply(code)
        const head = `From: Shop <orders@${DOMAIN}>\r\nTo: ${to}\r\nSubject: Your order ${n}\r\n`
        const id = `Message-ID: <${n}.${stamp}@${DOMAIN}>\r\n\r\n`
        await session.say(`${head}${id}${BODY}.\r\n`, '250')
      }
      session.end()
    }),
  )
}

/** Of one client. */
function openSession(socket: TLSSocket) {
  let text = ''
  socket.setEncoding('latin1').on('data', chunk => (text += chunk))
  const reply = async (code: string): Promise<void> => {
    for (;;) {
      const found = /^(?:\d{3}-.*\r\n)*(\d{3}) .*\r\n/.exec(text)
      if (found) {
        text = text.slice(found[0].length)
        if (found[1] !== code) throw new Error(`the server said ${found[0]}`)
        return
      }
      await once(socket, 'data')
    }
  }
  const send = (line: string) => void socket.write(line)
  const say = (line: string, code: string) => {
    send(line)
    return reply(code)
  }
  return { send, reply, say, end: () => socket.end('QUIT\r\n') }
}

/**
 * An SMTP server that accepts everything, records emails with their envelopes, and misbehaves on
 * request. In this process by startSink; in one of its own: smtp-sink-process.ts.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls'
import { isBeyond, type Step, type Trick } from './smtp-tricks.ts'

export interface SinkOptions {
  port?: number
  /** Lines of the answer to EHLO. */
  offers?: string[]
  tricks?: Trick[]
  /** The reply to AUTH, and to an empty line after it; without it everybody is in. */
  auth?: (line: string) => string
  /** How many emails are kept with their bytes; of all others only the counts. */
  keep?: number
  tls?: SecureContextOptions
}

export interface SunkMessage {
  mail: string
  rcpts: string[]
  /** As it was meant: dots unstuffed, the final dot gone. */
  bytes: Buffer
  encrypted: boolean
}

export interface Sink {
  port: number
  messages: SunkMessage[]
  /** Emails taken, by the address in RCPT TO. */
  counts: Map<string, number>
  /** What clients said, line by line, of the first few thousand lines. */
  said: string[]
  seen: { connections: number; most: number; messages: number }
  tell(tricks: Trick[]): void
  /** Sends the replies that are held, and holds no further ones. */
  release(): void
  /** Ends the connections that are open, as a relay does that is started again. */
  hangUp(): void
  stop(): Promise<void>
}

export const OFFERS = [
  'PIPELINING',
  'SIZE 33554432',
  '8BITMIME',
  'SMTPUTF8',
  'DSN',
  'ENHANCEDSTATUSCODES',
]
const MOST_SAID = 5000
const LINE_END = Buffer.from('\r\n')
const NOTHING = Buffer.alloc(0)
const END = Buffer.from('\r\n.\r\n')

export async function startSink(options: SinkOptions = {}): Promise<Sink> {
  const open = new Set<Socket>()
  const held: (() => void)[] = []
  const context = options.tls && createSecureContext(options.tls)
  let tricks = (options.tricks ?? []).map(trick => ({ ...trick }))
  const sink: Sink = {
    port: 0,
    messages: [],
    counts: new Map(),
    said: [],
    seen: { connections: 0, most: 0, messages: 0 },
    hangUp: () => open.forEach(socket => void socket.destroy()),
    release() {
      tricks = tricks.filter(trick => trick.do !== 'hold')
      for (const reply of held.splice(0)) reply()
    },
    tell(told) {
      tricks = told.map(trick => ({ ...trick }))
    },
    stop: () =>
      new Promise(resolve => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
  const server: Server = createServer({ noDelay: true }, socket => {
    open.add(socket)
    sink.seen.connections++
    sink.seen.most = Math.max(sink.seen.most, open.size)
    socket.on('close', () => open.delete(socket)).on('error', () => {})
    serve(socket)
  })
  await new Promise<void>(resolve => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  sink.port = (server.address() as AddressInfo).port
  return sink

  function trickAt(step: Step, about: string, taken: number): Trick | undefined {
    const trick = tricks.find(
      t =>
        t.at === step &&
        t.times !== 0 &&
        (!t.about || about.includes(t.about)) &&
        taken >= (t.afterEmails ?? 0) &&
        Math.random() < (t.chance ?? 1) &&
        isBeyond(t),
    )
    if (trick?.times) trick.times--
    return trick
  }

  function serve(plain: Socket): void {
    let socket = plain
    let rest: Buffer = NOTHING
    let inContent = false
    let content: Buffer[] = []
    let tail: Buffer = LINE_END
    let mail = ''
    let rcpts: string[] = []
    let out = ''
    let taken = 0
    let [deaf, slow, holding] = [false, false, false]
    let queue = ''
    const keeping = (): boolean => sink.messages.length < (options.keep ?? Number.POSITIVE_INFINITY)

    /** The good reply, or what a trick makes of it. Answers whether the good thing shall happen. */
    function answer(step: Step, reply: string, about: string): boolean {
      const trick = trickAt(step, about, taken)
      if (!trick) {
        out += `${reply}\r\n`
        return true
      }
      return play(trick, `${reply}\r\n`)
    }

    function play(trick: Trick, reply: string): boolean {
      const other =
        trick.reply === undefined
          ? ''
          : trick.reply.endsWith('\n')
            ? trick.reply
            : `${trick.reply}\r\n`
      if (trick.do === 'slow') slow = true
      if (trick.do === 'slow' || trick.do === 'inject') out += reply
      if (/^(?:say|reply|inject|bye)$/.test(trick.do)) out += other
      if (trick.do === 'hold') {
        out += reply
        holding = true
        held.push(() => {
          holding = false
          flush()
        })
        return true
      }
      if (trick.do === 'slow' || trick.do === 'inject' || trick.do === 'say') return true
      if (trick.do === 'reply') return false
      flush()
      deaf = true
      if (trick.do === 'cut') plain.resetAndDestroy()
      else if (trick.do !== 'hang') socket.end()
      return trick.do === 'lose'
    }

    function flush(): void {
      if (holding) return
      if (slow) slowly(out)
      else if (out !== '') socket.write(out)
      out = ''
    }

    /** From then on everything this connection says comes byte by byte. */
    function slowly(bytes: string): void {
      const running = queue !== ''
      queue += bytes
      if (running || queue === '') return
      const timer = setInterval(() => {
        if (queue !== '' && !socket.destroyed) socket.write(queue[0]!)
        queue = queue.slice(1)
        if (queue === '' || socket.destroyed) clearInterval(timer)
      }, 20)
    }

    function line(text: string): void {
      if (sink.said.length < MOST_SAID) sink.said.push(text)
      const verb = text.slice(0, 4).toUpperCase()
      if (verb === 'MAIL') {
        if (answer('mail', '250 2.1.0 Ok', text)) mail = text
      } else if (verb === 'RCPT') {
        if (mail === '') out += '503 5.5.1 MAIL first\r\n'
        else if (answer('rcpt', '250 2.1.5 Ok', text)) rcpts.push(text)
      } else if (verb === 'DATA') {
        // A trick here sees who it is for, and may say 354 where nobody was accepted.
        if (rcpts.length === 0 && !tricks.some(t => t.at === 'data'))
          out += '554 5.5.1 No valid recipients\r\n'
        else {
          const before = out.length
          answer('data', '354 End data with <CR><LF>.<CR><LF>', rcpts.join())
          inContent = /^354/m.test(out.slice(before))
          tail = LINE_END
        }
      } else if (verb === 'EHLO' || verb === 'HELO') {
        const offers = verb === 'HELO' ? [] : (options.offers ?? OFFERS)
        const lines = ['sink.example', ...offers].map(
          (offer, i) => `250${i === offers.length ? ' ' : '-'}${offer}`,
        )
        answer('ehlo', lines.join('\r\n'), text)
      } else if (verb === 'RSET') {
        if (answer('rset', '250 2.0.0 Ok', text)) forget()
      } else if (verb === 'QUIT') {
        if (answer('quit', '221 2.0.0 Bye', text)) {
          flush()
          socket.end()
        }
      } else if (verb === 'AUTH') answer('auth', options.auth?.(text) ?? '235 2.7.0 In', text)
      else if (text === '' && options.auth) answer('auth', options.auth(text), text)
      else if (verb === 'STAR') {
        if (answer('starttls', '220 2.0.0 Go', text) && context) startTls()
      } else out += '502 5.5.2 Unknown command\r\n'
    }

    function startTls(): void {
      flush()
      plain.off('data', take)
      socket = new TLSSocket(plain, { isServer: true, secureContext: context })
      socket.on('data', take).on('error', () => plain.destroy())
    }

    function forget(): void {
      mail = ''
      rcpts = []
      content = []
    }

    function dot(): void {
      inContent = false
      const to = rcpts.map(rcpt => /<(.*?)>/.exec(rcpt)?.[1] ?? rcpt)
      if (rcpts.length === 0) out += '554 5.5.1 No valid recipients\r\n'
      else if (answer('dot', '250 2.0.0 Ok: taken', rcpts.join())) {
        sink.seen.messages++
        taken++
        for (const address of to) sink.counts.set(address, (sink.counts.get(address) ?? 0) + 1)
        if (keeping()) {
          const bytes = Buffer.from(
            Buffer.concat(content).toString('latin1').replace(/^\./gm, ''),
            'latin1',
          )
          sink.messages.push({ mail, rcpts, bytes, encrypted: socket instanceof TLSSocket })
        }
      }
      forget()
    }

    /** Takes a chunk of an email, and returns the bytes after its end. */
    function takeContent(chunk: Buffer): Buffer {
      const trick = trickAt('content', rcpts.join(), taken)
      if (trick) play(trick, '')
      if (deaf) return NOTHING
      flush()
      const seam = Buffer.concat([tail, chunk.subarray(0, 4)])
      const inSeam = seam.indexOf(END)
      // Where the end begins: before this chunk, when some of it came with the one before.
      const end = inSeam >= 0 ? inSeam - tail.length : chunk.indexOf(END)
      if (inSeam < 0 && end < 0) {
        if (keeping()) content.push(chunk)
        tail = Buffer.from(
          chunk.length >= 4 ? chunk.subarray(-4) : Buffer.concat([tail, chunk]).subarray(-4),
        )
        return NOTHING
      }
      // The CRLF before the dot belongs to the email; some of it, or of the dot, may have come in
      // the chunk before.
      if (keeping()) {
        content.push(chunk.subarray(0, end + 5))
        content = [Buffer.concat(content)]
        content[0] = content[0]!.subarray(0, content[0]!.length - 3)
      }
      dot()
      return chunk.subarray(end + 5)
    }

    function take(chunk: Buffer): void {
      if (deaf) return
      let bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      rest = NOTHING
      while (bytes.length > 0 && !deaf) {
        if (inContent) {
          bytes = takeContent(bytes)
          continue
        }
        const end = bytes.indexOf(10)
        if (end < 0) {
          rest = bytes
          break
        }
        line(bytes.subarray(0, end).toString().trimEnd())
        bytes = bytes.subarray(end + 1)
      }
      if (!deaf) flush()
    }

    socket.on('data', take)
    answer('greeting', '220 sink.example ESMTP', '')
    if (!deaf) flush()
  }
}

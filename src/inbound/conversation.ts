/**
 * One SMTP session of the listener (RFC 5321): accepts mail only for the addresses in our emails.
 * Rejects errors in the SMTP reply and never sends a bounce. Replies to pipelined commands together
 * (RFC 2920).
 */
import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { ehloReply, readPath } from './commands.ts'
import { type Content, createContent } from './content.ts'
import type { Conversation, ConversationOptions } from './terms.ts'

/** RFC 5321 4.5.3.1.4 allows 512 octets; extensions add to it. */
const LONGEST_LINE = 4096
const NOTHING = Buffer.alloc(0)
/** A message is read up to this many times the limit, so that it can be rejected in order. */
const PATIENCE = 5
const LF = 10

export function startSession<Mailbox>(
  plain: Socket,
  options: ConversationOptions<Mailbox>,
): Conversation {
  return new SmtpConversation(plain, options)
}

class SmtpConversation<Mailbox> implements Conversation {
  private readonly plain: Socket
  private readonly options: ConversationOptions<Mailbox>
  private readonly peer: string
  private readonly age: NodeJS.Timeout
  private patience: NodeJS.Timeout | undefined
  /** The plain one, or TLS on top of it. */
  private socket: Socket
  private buffer: Buffer = NOTHING
  private out = ''
  private busy = false
  private over = false
  private stopping = false
  private ended = false
  private wrong = 0
  private from: string | undefined
  private to: Mailbox[] = []
  private content: Content | undefined

  constructor(plain: Socket, options: ConversationOptions<Mailbox>) {
    this.plain = plain
    this.options = options
    this.peer = plain.remoteAddress ?? ''
    this.socket = plain
    // Limits a client that keeps the session open with occasional commands.
    this.age = setTimeout(
      () => this.end('421 4.4.2 The session has taken too long'),
      options.limits.conversation,
    )
    this.listenTo(plain)
    this.out = `220 ${options.name} ESMTP\r\n`
    this.flush()
  }

  stop(): void {
    this.stopping = true
    if (!this.busy && !this.content) this.work()
  }

  destroy(): void {
    this.plain.destroy()
  }

  private listenTo(to: Socket): void {
    to.setTimeout(this.options.limits.idle, () =>
      this.end('421 4.4.2 The connection was idle for too long'),
    )
    to.on('data', chunk => {
      this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk])
      this.work()
    })
    // The peer has half-closed: pending commands are answered first.
    to.on('end', () => {
      this.ended = true
      this.work()
    })
    to.on('error', () => this.plain.destroy())
    to.on('close', () => {
      if (this.content && !this.over) this.options.count('cut off')
      this.over = true
      clearTimeout(this.patience)
      clearTimeout(this.age)
      this.content?.release()
      this.content = undefined
      this.plain.destroy()
    })
  }

  private flush(): void {
    if (this.out === '') return
    this.socket.write(this.out)
    this.out = ''
  }

  private end(reply: string): void {
    if (this.over) return
    this.over = true
    clearTimeout(this.patience)
    this.content?.release()
    this.content = undefined
    this.socket.end(`${this.out}${reply}\r\n`)
    this.out = ''
    setTimeout(() => this.plain.destroy(), 1000).unref()
  }

  private say(reply: string): void {
    if (this.over) return
    this.out += `${reply}\r\n`
    if (/^5/.test(reply) && ++this.wrong > this.options.limits.wrong)
      this.end('421 4.7.0 Too many errors')
  }

  private forget(): void {
    this.from = undefined
    this.to = []
  }

  private work(): void {
    while (!this.busy && !this.over) {
      if (!(this.content ? this.readContent(this.content) : this.readCommand())) break
    }
    if (this.busy) {
      this.socket.pause()
      return
    }
    this.flush()
    if (!this.over && this.ended) this.socket.destroySoon()
    if (!this.over && this.socket.isPaused()) this.socket.resume()
  }

  /** Returns whether there may be more input to process. */
  private readContent(content: Content): boolean {
    const rest = content.add(this.buffer)
    this.buffer = rest ?? NOTHING
    if (rest !== undefined) {
      this.finish(content)
      return true
    }
    if (content.size() > this.options.limits.size * PATIENCE) {
      this.options.count('too large')
      this.end('552 5.3.4 The message is too large')
    }
    return false
  }

  /** Returns whether there may be more input to process. */
  private readCommand(): boolean {
    const at = this.buffer.indexOf(LF)
    if (at < 0 ? this.buffer.length > LONGEST_LINE : at > LONGEST_LINE) {
      this.end('500 5.5.2 The line is too long')
      return false
    }
    if (at < 0) {
      if (this.stopping && this.buffer.length === 0 && this.from === undefined)
        this.end('421 4.3.2 The service is stopping')
      return false
    }
    const line = this.buffer.toString('utf8', 0, at).replace(/\r$/, '')
    this.buffer = this.buffer.subarray(at + 1)
    this.command(line)
    return true
  }

  /** Pauses reading commands until the task is done. */
  private waitFor(task: Promise<void>): void {
    this.busy = true
    task
      .catch(error => {
        this.options.report(error)
        this.say('451 4.3.0 Temporary failure, try again later')
      })
      .finally(() => {
        this.busy = false
        if (!this.plain.destroyed) this.work()
      })
  }

  private command(line: string) {
    const { name, limits, secure } = this.options
    const verb = /^[A-Za-z]*/.exec(line)![0].toUpperCase()
    switch (verb) {
      case 'EHLO':
        this.forget()
        return this.say(ehloReply(name, limits.size, this.mayStartTls()))
      case 'HELO':
        this.forget()
        return this.say(`250 ${name}`)
      case 'MAIL':
        return this.mail(line)
      case 'RCPT':
        return this.recipient(line)
      case 'DATA':
        return this.data()
      case 'RSET':
        this.forget()
        return this.say('250 2.0.0 Reset')
      case 'NOOP':
        return this.say('250 2.0.0 Done')
      case 'VRFY':
        return this.say('252 2.1.5 Not verified, send the message')
      case 'STARTTLS':
        return this.mayStartTls()
          ? this.startTls(secure!)
          : this.say('502 5.5.1 TLS is not offered')
      case 'QUIT':
        return this.end('221 2.0.0 Goodbye')
      default:
        return this.say('502 5.5.2 Unknown command')
    }
  }

  private mail(line: string) {
    const path = readPath(line)
    if (this.from !== undefined) return this.say('503 5.5.1 The sender is already given')
    if (!path || path.address.length > 320) return this.say('501 5.1.7 Invalid sender')
    if (path.size > this.options.limits.size) {
      this.options.count('too large')
      return this.say('552 5.3.4 The message is too large')
    }
    if (this.stopping) return this.end('421 4.3.2 The service is stopping')
    this.from = path.address
    this.say('250 2.1.0 Sender accepted')
  }

  private recipient(line: string) {
    const address = readPath(line)?.address
    if (this.from === undefined) return this.say('503 5.5.1 First the sender')
    if (!address) return this.say('501 5.1.3 Invalid recipient')
    if (this.to.length >= this.options.limits.recipients)
      return this.say('452 4.5.3 Too many recipients')
    this.waitFor(
      this.options.check(address, this.peer).then(checked => {
        if ('refused' in checked) return this.say(checked.refused)
        this.to.push(checked.mailbox)
        this.say('250 2.1.5 Recipient accepted')
      }),
    )
  }

  private data() {
    if (this.from === undefined || this.to.length === 0)
      return this.say('503 5.5.1 First sender and recipients')
    this.content = createContent(this.options.limits.keep, this.options.budget)
    this.patience = setTimeout(() => {
      this.options.count('cut off')
      this.end('421 4.4.2 The message has taken too long')
    }, this.options.limits.message)
    this.say('354 Send the message, end with a dot')
  }

  private finish(done: Content) {
    clearTimeout(this.patience)
    this.content = undefined
    const [sender, mailboxes, size] = [this.from!, this.to, done.size()]
    this.forget()
    if (size > this.options.limits.size || done.starved()) {
      this.options.count(size > this.options.limits.size ? 'too large' : 'no room')
      done.release()
      return this.say(
        size > this.options.limits.size
          ? '552 5.3.4 The message is too large'
          : '452 4.3.1 Insufficient memory, try again later',
      )
    }
    const stored = this.options
      .take({ from: sender, to: mailboxes, size, content: done.kept(), peer: this.peer })
      .then(() => {
        this.options.count('taken')
        this.say('250 2.0.0 Stored')
      })
      .catch(error => {
        this.options.count('not stored')
        throw error
      })
    this.waitFor(stored.finally(done.release))
  }

  private mayStartTls(): boolean {
    return this.options.secure !== undefined && this.socket === this.plain
  }

  private startTls(context: SecureContext): void {
    this.out += '220 2.0.0 Ready to start TLS\r\n'
    this.flush()
    // Discards unread data received in the clear, which may be injected (RFC 3207 4.2).
    this.buffer = NOTHING
    this.forget()
    this.plain.removeAllListeners('data')
    this.plain.setTimeout(0)
    this.socket = new TLSSocket(this.plain, { isServer: true, secureContext: context })
    this.listenTo(this.socket)
  }
}

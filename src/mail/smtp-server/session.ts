/**
 * One SMTP session (RFC 5321): incoming mail, or submission by programs that sign in (RFC 6409).
 * Rejects errors in the SMTP reply and never sends a bounce.
 */
import type { Socket } from 'node:net'
import { ehloReply, readChunkCommand, readPath } from './commands.ts'
import { Connection } from './connection.ts'
import type { Content } from './content.ts'
import { createEntrance, type Entrance } from './entrance.ts'
import { createReceiving, type Receiving, wrongContent } from './receiving.ts'
import type { MailSession, MailSessionOptions, RecipientCheck } from './terms.ts'

const NOT_OFFERED = '555 5.5.4 A parameter is not offered'

export const startSession = <Mailbox, Client>(
  plain: Socket,
  options: MailSessionOptions<Mailbox, Client>,
): MailSession => new SmtpSession(plain, options)

class SmtpSession<Mailbox, Client> implements MailSession {
  private readonly options: MailSessionOptions<Mailbox, Client>
  private readonly connection: Connection
  private readonly receiving: Receiving
  /** Undefined: incoming mail, of anybody. */
  private readonly entrance: Entrance<Client> | undefined
  private busy = false
  private stopping = false
  private wrong = 0
  private from: string | undefined
  private utf8 = false
  private to: Mailbox[] = []

  constructor(plain: Socket, options: MailSessionOptions<Mailbox, Client>) {
    this.options = options
    const say = (reply: string) => this.say(reply)
    this.connection = new Connection(plain, options.limits, {
      work: () => this.work(),
      closed: byPeer => this.closed(byPeer),
    })
    const done = (content: Content) => this.finish(content)
    this.receiving = createReceiving(this.connection, options, { say, done })
    const waitFor = (task: Promise<void>) => this.waitFor(task)
    const { submission } = options
    this.entrance = submission && createEntrance(this.connection, submission, { say, waitFor })
    if (submission?.implicitTls) this.connection.startTls(options.secure()!, () => this.greet())
    else this.greet()
  }

  private greet(): void {
    this.say(`220 ${this.options.name} ESMTP`)
    this.connection.flush()
  }

  stop(): void {
    this.stopping = true
    if (!this.busy && !this.receiving.active()) this.work()
  }

  destroy(): void {
    this.connection.destroy()
  }

  private closed(byPeer: boolean): void {
    if (byPeer && (this.receiving.active() || this.receiving.inChunks()))
      this.options.count('cut off')
    this.entrance?.close()
    this.receiving.drop()
  }

  private say(reply: string): void {
    if (this.connection.over) return
    this.connection.say(reply)
    if (/^5/.test(reply) && ++this.wrong > this.options.limits.wrong)
      this.connection.end('421 4.7.0 Too many errors')
  }

  private forget(): void {
    this.receiving.drop()
    this.from = undefined
    this.utf8 = false
    this.to = []
  }

  private work(): void {
    while (!this.busy && !this.connection.over) {
      if (!(this.receiving.active() ? this.receiving.read() : this.readLine())) break
    }
    if (this.busy) this.connection.pause()
    else this.connection.goOn()
  }

  /** Returns whether there may be more input to process. */
  private readLine(): boolean {
    const line = this.connection.line()
    if (line === undefined) {
      if (this.stopping && this.connection.isEmpty() && this.from === undefined)
        this.connection.end('421 4.3.2 The service is stopping')
      return false
    }
    if (line.bare && this.entrance) {
      this.connection.end('500 5.5.2 Lines end with CR LF')
      return false
    }
    if (this.entrance?.active()) this.entrance.respond(line.text)
    else this.command(line.text)
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
        if (!this.connection.destroyed) this.work()
      })
  }

  private command(line: string) {
    const verb = /^[A-Za-z]*/.exec(line)![0].toUpperCase()
    switch (verb) {
      case 'EHLO':
        return this.hello()
      case 'HELO':
        this.forget()
        return this.say(`250 ${this.options.name}`)
      case 'RSET':
        this.forget()
        return this.say('250 2.0.0 Reset')
      case 'NOOP':
        return this.say('250 2.0.0 Done')
      case 'STARTTLS':
        return this.startTls()
      case 'QUIT':
        return this.connection.end('221 2.0.0 Goodbye')
      case 'AUTH':
        return this.entrance ? this.entrance.begin(line) : this.sayUnknown()
    }
    if (this.entrance && !this.entrance.client()) {
      // What follows BDAT are no commands.
      if (verb === 'BDAT') this.connection.end(this.entrance.refusal())
      else this.say(this.entrance.refusal())
      return
    }
    switch (verb) {
      case 'MAIL':
        return this.mail(line)
      case 'RCPT':
        return this.recipient(line)
      case 'DATA':
        return this.data()
      case 'BDAT':
        return this.entrance ? this.chunk(line) : this.sayUnknown()
      case 'VRFY':
        return this.say('252 2.1.5 Not verified, send the message')
      default:
        return this.sayUnknown()
    }
  }

  private sayUnknown(): void {
    this.say('502 5.5.2 Unknown command')
  }

  private hello() {
    const { name, limits, submission } = this.options
    this.forget()
    this.say(
      ehloReply(name, {
        size: limits.size,
        startTls: this.mayStartTls(),
        chunking: submission !== undefined,
        auth: submission !== undefined && this.connection.encrypted,
      }),
    )
  }

  private mail(line: string) {
    const { limits, submission, count } = this.options
    const path = readPath(line)
    if (this.from !== undefined) return this.say('503 5.5.1 The sender is already given')
    if (!path || path.address.length > 320) return this.say('501 5.1.7 Invalid sender')
    if (submission && path.unknown) return this.say(NOT_OFFERED)
    if (path.size > limits.size) {
      count('too large')
      return this.say('552 5.3.4 The message is too large')
    }
    if (this.stopping) return this.connection.end('421 4.3.2 The service is stopping')
    const refused = submission?.refusal(this.entrance!.client()!.is)
    if (refused !== undefined) return this.say(refused)
    this.from = path.address
    this.utf8 = path.utf8
    this.say('250 2.1.0 Sender accepted')
  }

  private recipient(line: string) {
    const { address, unknown } = readPath(line) ?? {}
    if (this.from === undefined) return this.say('503 5.5.1 First the sender')
    if (this.receiving.inChunks()) return this.say('503 5.5.1 The message has begun')
    if (!address) return this.say('501 5.1.3 Invalid recipient')
    if (this.options.submission && unknown) return this.say(NOT_OFFERED)
    if (this.to.length >= this.options.limits.recipients)
      return this.say('452 4.5.3 Too many recipients')
    const checked = this.options.check(address, this.connection.peer, this.utf8)
    if (checked instanceof Promise) this.waitFor(checked.then(known => this.note(known)))
    else this.note(checked)
  }

  private note(checked: RecipientCheck<Mailbox>) {
    if ('refused' in checked) return this.say(checked.refused)
    this.to.push(checked.mailbox)
    this.say('250 2.1.5 Recipient accepted')
  }

  private hasEnvelope(): boolean {
    return this.from !== undefined && this.to.length > 0
  }

  private data() {
    if (!this.hasEnvelope()) return this.say('503 5.5.1 First sender and recipients')
    if (this.receiving.inChunks()) return this.say('503 5.5.1 The message comes in chunks')
    this.receiving.beginData()
    this.say('354 Send the message, end with a dot')
  }

  private chunk(line: string) {
    const command = readChunkCommand(line)
    if (command) this.receiving.beginChunk(command, this.hasEnvelope())
    // What follows can't be told from commands.
    else this.connection.end('501 5.5.4 BDAT needs a number of octets')
  }

  private finish(content: Content) {
    const { options, connection } = this
    const { from, to } = this
    this.forget()
    const octets = content.kept()
    const wrong = wrongContent(content, octets, options)
    if (wrong) {
      options.count(wrong.outcome)
      content.release()
      return this.say(wrong.reply)
    }
    const stored = options
      .take({
        from: from!,
        to,
        size: content.size(),
        content: octets,
        peer: connection.peer,
        client: this.entrance?.client()?.is as Client,
      })
      .then(reply => {
        options.count(reply.startsWith('2') ? 'taken' : 'refused')
        if (reply.startsWith('421')) connection.end(reply)
        else this.say(reply)
      })
      .catch(error => {
        options.count('not stored')
        throw error
      })
    this.waitFor(stored.finally(() => content.release()))
  }

  private mayStartTls(): boolean {
    return !this.connection.encrypted && this.options.secure() !== undefined
  }

  private startTls() {
    if (!this.mayStartTls()) return this.say('502 5.5.1 TLS is not offered')
    this.say('220 2.0.0 Ready to start TLS')
    this.connection.flush()
    this.forget()
    this.connection.startTls(this.options.secure()!)
  }
}

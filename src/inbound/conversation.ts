/**
 * One SMTP conversation of the listener (RFC 5321): takes mail for the few addresses that answer
 * our letters, and nothing else. What is wrong is told at once in a reply, never in a message:
 * nobody is written to. Pipelined commands are answered together (RFC 2920).
 */
import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { type Content, createContent } from './content.ts'
import type { Conversation, ConversationOptions } from './terms.ts'

/** RFC 5321 4.5.3.1.4 says 512 octets; extensions add to it. */
const LONGEST_LINE = 4096
const NOTHING = Buffer.alloc(0)
/** A message that goes on after it has grown too large is listened to for so long, and then cut. */
const PATIENCE = 5
const PATH = /^(?:MAIL FROM|RCPT TO):[ \t]*<(?:@[^<>:\s]{1,500}:)?([^<>\s]*)>(?:[ \t]+(.*))?$/i
const LF = 10

export function converse<Mailbox>(
  plain: Socket,
  options: ConversationOptions<Mailbox>,
): Conversation {
  const { limits, secure, name } = options
  const peer = plain.remoteAddress ?? ''
  let socket = plain
  let buffer: Buffer = NOTHING
  let content: Content | undefined
  let out = ''
  let busy = false
  let over = false
  let stopping = false
  let ended = false
  let wrong = 0
  let from: string | undefined
  let to: Mailbox[] = []
  let patience: NodeJS.Timeout | undefined

  // Whoever says a word now and then would hold their place for ever.
  const age = setTimeout(() => end('421 4.4.2 This has gone on for too long'), limits.conversation)
  listenTo(socket)
  out = `220 ${name} ESMTP\r\n`
  flush()

  function listenTo(to: Socket): void {
    to.setTimeout(limits.idle, () => end('421 4.4.2 You have been silent for too long'))
    to.on('data', chunk => {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk])
      work()
    })
    // The peer has said all it will: what it waits for is answered first.
    to.on('end', () => {
      ended = true
      work()
    })
    to.on('error', () => plain.destroy())
    to.on('close', () => {
      if (content && !over) options.count('cut off')
      over = true
      clearTimeout(patience)
      clearTimeout(age)
      content?.release()
      content = undefined
      plain.destroy()
    })
  }

  function flush(): void {
    if (out === '') return
    socket.write(out)
    out = ''
  }

  function end(reply: string): void {
    if (over) return
    over = true
    clearTimeout(patience)
    content?.release()
    content = undefined
    socket.end(`${out}${reply}\r\n`)
    out = ''
    // Who does not close on their side is closed.
    setTimeout(() => plain.destroy(), 1000).unref()
  }

  function say(reply: string): void {
    if (over) return
    out += `${reply}\r\n`
    if (/^5/.test(reply) && ++wrong > limits.wrong) end('421 4.7.0 Too many errors')
  }

  function forget(): void {
    from = undefined
    to = []
  }

  function work(): void {
    while (!busy && !over) {
      if (content) {
        const rest = content.add(buffer)
        buffer = rest ?? NOTHING
        if (rest !== undefined) finish(content)
        else {
          if (content.size() > limits.size * PATIENCE) {
            options.count('too large')
            end('552 5.3.4 The message is too large')
          }
          break
        }
      } else {
        const at = buffer.indexOf(LF)
        if (at < 0 ? buffer.length > LONGEST_LINE : at > LONGEST_LINE) {
          end('500 5.5.2 The line is too long')
          break
        }
        if (at < 0) {
          if (stopping && buffer.length === 0 && from === undefined)
            end('421 4.3.2 The service is stopping')
          break
        }
        const line = buffer.toString('utf8', 0, at).replace(/\r$/, '')
        buffer = buffer.subarray(at + 1)
        command(line)
      }
    }
    if (busy) {
      socket.pause()
      return
    }
    flush()
    if (!over && ended) socket.destroySoon()
    if (!over && socket.isPaused()) socket.resume()
  }

  /** Goes on when what is waited for has come. */
  function waitFor(task: Promise<void>): void {
    busy = true
    task
      .catch(error => {
        options.report(error)
        say('451 4.3.0 That can not be done now, try again later')
      })
      .finally(() => {
        busy = false
        if (!plain.destroyed) work()
      })
  }

  function command(line: string) {
    const verb = /^[A-Za-z]*/.exec(line)![0].toUpperCase()
    switch (verb) {
      case 'EHLO':
        forget()
        return say(
          [
            name,
            `SIZE ${limits.size}`,
            'PIPELINING',
            '8BITMIME',
            'SMTPUTF8',
            ...(secure && socket === plain ? ['STARTTLS'] : []),
            'ENHANCEDSTATUSCODES',
          ]
            .map((offer, i, all) => `250${i === all.length - 1 ? ' ' : '-'}${offer}`)
            .join('\r\n'),
        )
      case 'HELO':
        forget()
        return say(`250 ${name}`)
      case 'MAIL':
        return mail(line)
      case 'RCPT':
        return recipient(line)
      case 'DATA':
        return data()
      case 'RSET':
        forget()
        return say('250 2.0.0 Forgotten')
      case 'NOOP':
        return say('250 2.0.0 Done')
      case 'VRFY':
        return say('252 2.1.5 Send it, and you will see')
      case 'STARTTLS':
        return secure && socket === plain ? startTls(secure) : say('502 5.5.1 TLS is not offered')
      case 'QUIT':
        return end('221 2.0.0 Goodbye')
      default:
        return say('502 5.5.2 The command is not known here')
    }
  }

  function mail(line: string) {
    const [found, path, parameters = ''] = PATH.exec(line) ?? []
    if (from !== undefined) return say('503 5.5.1 There is a sender already')
    if (found === undefined || path!.length > 320) return say('501 5.1.7 That is no sender')
    if (Number(/\bSIZE=(\d{1,15})\b/i.exec(parameters)?.[1] ?? 0) > limits.size) {
      options.count('too large')
      return say('552 5.3.4 The message is too large')
    }
    if (stopping) return end('421 4.3.2 The service is stopping')
    from = path!
    say('250 2.1.0 Go on')
  }

  function recipient(line: string) {
    const [found, address] = PATH.exec(line) ?? []
    if (from === undefined) return say('503 5.5.1 First the sender')
    if (found === undefined || address === '') return say('501 5.1.3 That is no recipient')
    if (to.length >= limits.recipients) return say('452 4.5.3 Too many recipients')
    waitFor(
      options.check(address!, peer).then(checked => {
        if ('refused' in checked) return say(checked.refused)
        to.push(checked.mailbox)
        say('250 2.1.5 Go on')
      }),
    )
  }

  function data() {
    if (from === undefined || to.length === 0) return say('503 5.5.1 First sender and recipients')
    content = createContent(limits.keep, options.budget)
    patience = setTimeout(() => {
      options.count('cut off')
      end('421 4.4.2 The message has taken too long')
    }, limits.message)
    say('354 Go on, and end with a dot')
  }

  function finish(done: Content) {
    clearTimeout(patience)
    content = undefined
    const [sender, mailboxes, size] = [from!, to, done.size()]
    forget()
    if (size > limits.size || done.starved()) {
      options.count(size > limits.size ? 'too large' : 'no room')
      done.release()
      return say(
        size > limits.size
          ? '552 5.3.4 The message is too large'
          : '452 4.3.1 There is no room now, try again later',
      )
    }
    const stored = options
      .take({ from: sender, to: mailboxes, size, content: done.kept(), peer })
      .then(() => {
        options.count('taken')
        say('250 2.0.0 It is kept')
      })
      .catch(error => {
        options.count('not stored')
        throw error
      })
    waitFor(stored.finally(done.release))
  }

  function startTls(context: SecureContext): void {
    out += '220 2.0.0 Go on\r\n'
    flush()
    // What came in the clear and was not read yet may be injected (RFC 3207 4.2).
    buffer = NOTHING
    forget()
    plain.removeAllListeners('data')
    plain.setTimeout(0)
    socket = new TLSSocket(plain, { isServer: true, secureContext: context })
    listenTo(socket)
  }

  return {
    stop() {
      stopping = true
      if (!busy && !content) work()
    },
    destroy: () => plain.destroy(),
  }
}

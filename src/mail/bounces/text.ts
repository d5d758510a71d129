/**
 * Reports in prose: separates the server's text from the returned message below, and finds the
 * recipients in it, each with the words about them. Formats differ by server; in all, an address
 * stands at the beginning of a line.
 */
import { BETWEEN, type Meaning, meaningOf, NOTHING, oneLine } from './reply.ts'

export interface ReportedRecipient {
  recipient: string | undefined
  meaning: Meaning
}

/**
 * "--- Below this line is a copy of the message.", "------ This is a copy of ...", "  ----- Unsent
 * message follows -----"
 */
const RETURNED_LINE =
  /^[ \t>*|#=_-]{0,4}(?:[-*=_#]{2,}[ \t.*]{0,10})?(?:(?:below (?:this|the next) line is|(?:this|here) is|included is|attached is|a) (?:a |the )?(?:copy|header|text|beginning)s? of|below this line|(?:the )?(?:original|unsent|undelivered|returned|your|rejected|failed) (?:message|mail|e-?mail)(?: (?:text|headers?|content))?(?: follows| reads| below| attached| is (?:as follows|attached)|:)[ .:*_=#-]*$|-{3,}[ \t]*(?:original|returned|unsent|undelivered|forwarded) (?:message|mail)|(?:message|mail) (?:header|text|content)s?[ \t]*(?:follow|below|:|-)|(?:here is your )?returned (?:mail|message) (?:follows|-)|old message:|start of returned message|return(?:ed)? message (?:follows|header)|original message headers|ursprüngliche (?:nachricht|e-?mail)|originalnachricht|kopf(?:zeilen)? der (?:ursprünglichen )?nachricht|(?:message|en-?t[êe]tes|courriel) (?:d.origine|original|initial)|mensaje original|encabezados (?:del|de) mensaje|messaggio (?:originale|originario)|intestazioni (?:del )?messaggio|mensagem original|cabeçalhos|oorspronkelijk(?:e)? bericht|ursprungligt meddelande|oprindelig(?:e)? meddelelse|oryginalna wiadomość|исходное (?:письмо|сообщение)|原始(?:邮件|郵件|信件)|元の(?:メッセージ|メール)|the (?:first \d+ lines|headers?|text) of (?:the|your) (?:original )?(?:message|mail)|no message was collected)/i
const HEADER_LINE =
  /^[ \t>|]{0,4}(?:Return-Path:|Received:[ \t]+(?:from|by|\()|DKIM-Signature:|X-Received:|Message-I[Dd]:[ \t]*<|MIME-Version:|Delivered-To:)/
const SMALL = 20

export interface ReportParts {
  report: string
  /** The returned message, or its head; '' if missing. */
  returned: string
}

export function cutReturned(text: string): ReportParts {
  let at = 0
  for (const line of text.split('\n')) {
    const found = line !== '' && line.length < 200 && RETURNED_LINE.test(line)
    const head = line.includes(':') && HEADER_LINE.test(line)
    if ((found || head) && text.slice(0, at).replace(/\s/g, '').length > SMALL)
      return { report: text.slice(0, at), returned: text.slice(head ? at : at + line.length + 1) }
    at += line.length + 1
  }
  return { report: text, returned: '' }
}

const LABEL =
  '(?:(?:to|recipients?|failed recipients?|final recipient|undeliverable address|intended ' +
  "recipient|user|users?'?s? mailbox|error-for|address|e-?mail|rcpt to|could not be " +
  'delivered to|undeliverable to|(?:your |the )?(?:mail )?message to|recipient ' +
  'address|destinatario|destinataire|empfänger|e-?mail-?adresse|adresse|mottagare|modtager|ontvanger|destinatário|адрес|получатель|收件人|收信人|宛先)(?:\\(s\\)|s|es)?\\s*(?:\\[?smtp\\s*)?(?:[:：]\\s*)?)?'
/** "<ada@example.com>:", "Recipient: <ada@example.com>" */
const IN_BRACKETS = new RegExp(
  `^[ \\t*•|#>-]{0,12}${LABEL}<([^\\s<>@]{1,64}@[^\\s<>@]{1,255})>[ \\t]*[:;,.]?(.*)$`,
  'i',
)
/**
 * "ada@example.com", "ada@example.com: unknown", "ada@example.com on Thu, 29 Apr", "*
 * ada@example.com"
 */
const BARE = new RegExp(
  '^[ ' +
    `\\t*•|#>-]{0,12}${LABEL}["'(\\[]?([^\\s<>@:;,"'()\\[\\]=]{1,64}@[a-z0-9._-]{1,255}\\.[a-z0-9-]{2,24})["')\\]]?(?:[ ` +
    `\\t]*(?:[:;,]|\\.\\.\\.|[-–]|\\[|\\(|on |\\.?$)|[ \\t]*$)(.*)$`,
  'i',
)
const MOST_LINES = 60_000
const MOST_RECIPIENTS = 10_000
/**
 * Characters that are judged in full; of the rest, only the beginning of the words about each
 * recipient.
 */
const ROOM = 500_000
const SHORT = 200

/** The address that a line begins with, and the rest of the line. */
function addressedLine(line: string): RegExpExecArray | null {
  if (!line.includes('@')) return null
  const start = line.slice(0, 1_000)
  return IN_BRACKETS.exec(start) ?? BARE.exec(start)
}

/**
 * The recipients that a report names, in order, and the meaning for each; at least one, whose
 * address may be unknown.
 */
export function readReport(
  report: string,
  isOurs: (address: string) => boolean,
  failed: readonly string[] = [],
): ReportedRecipient[] {
  const lines = report.split('\n').slice(0, MOST_LINES)
  /** By address in lower case: the address as written, and the words after it. */
  const said = new Map<string, { recipient: string; words: string[] }>()
  for (const recipient of failed.slice(0, MOST_RECIPIENTS))
    said.set(recipient.toLowerCase(), { recipient, words: [] })
  const before: string[] = []
  let words = before
  for (const line of lines) {
    const [, address, rest = ''] = addressedLine(line) ?? []
    if (address === undefined || isOurs(address)) {
      words.push(line)
      continue
    }
    const key = address.toLowerCase()
    let about = said.get(key)
    if (!about) {
      if (said.size >= MOST_RECIPIENTS) continue
      about = { recipient: address, words: [] }
      said.set(key, about)
    }
    words = about.words
    words.push(rest)
  }
  const whole = oneLine(lines.slice(0, 2_000).join('\n'))
  if (said.size === 0)
    return [{ recipient: someAddress(whole, isOurs), meaning: meaningOf(lineByLine(lines)) }]
  let shared: Meaning | undefined
  let room = ROOM
  const mentioned = said.size > 1 ? mentions(lines) : new Map<string, string>()
  return Array.from(said, ([key, { recipient, words }]) => {
    const ownWords = words.join('\n').slice(0, room > 0 ? undefined : SHORT)
    room -= ownWords.length
    const own = meaningOf(ownWords)
    if (own.sure >= 2) return { recipient, meaning: own }
    const other = room > 0 ? meaningOf(mentioned.get(key) ?? '') : NOTHING
    if (other.sure >= 2) return { recipient, meaning: other }
    shared ??= meaningOf(lineByLine(lines))
    return { recipient, meaning: best(own, other, shared) }
  })
}

const CODE = /\b[45]\d\d\b|\b[45]\.\d{1,3}\.\d{1,3}\b/

const best = (...meanings: Meaning[]): Meaning =>
  meanings.reduce((a, b) => (b.sure > a.sure ? b : a), NOTHING)

/** Puts lines with replies first, so that other prose does not use up the limit. */
function lineByLine(lines: readonly string[]): string {
  const found: string[] = []
  let last = -2
  for (const [i, line] of lines.entries()) {
    const continues = CODE.test(lines[i - 1] ?? '') && line.trim() !== '' && found.length > 0
    if (!CODE.test(line) && !continues) continue
    if (found.length > 60) break
    found.push(continues && last === i - 1 ? `\n${line}` : `${BETWEEN}${line}`)
    last = i
  }
  const replies = found.join('')
  return replies.length < 3_000 ? `${replies}${BETWEEN}${lines.slice(0, 200).join('\n')}` : replies
}

/** The text of lines that contain an address, and of the lines below them. */
function mentions(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const [i, line] of lines.entries()) {
    for (const [address] of line
      .slice(0, 1_000)
      .matchAll(/[^\s<>@:;,"'()[\]=]{1,64}@[a-z0-9._-]{1,255}/gi)) {
      const key = address.toLowerCase().replace(/(?<!\.)\.+$/, '')
      const before = found.get(key) ?? ''
      if (before.length < 2_000) found.set(key, `${before}${line}\n${lines[i + 1] ?? ''}\n`)
    }
  }
  return found
}

function someAddress(text: string, isOurs: (address: string) => boolean): string | undefined {
  const beginning = text.slice(0, 20_000)
  // The expression looks up to 64 characters ahead from each character: most texts have no address.
  if (!beginning.includes('@')) return undefined
  for (const [address] of beginning.matchAll(
    /[^\s<>@:;,"'()[\]=]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}/gi,
  )) {
    if (!isOurs(address)) return address.replace(/(?<!\.)\.+$/, '')
  }
  return undefined
}

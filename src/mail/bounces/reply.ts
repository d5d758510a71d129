/**
 * The meaning of a text that reports a failure: a Diagnostic-Code, a line of a transcript, a
 * paragraph of prose. Searches it for replies with codes; the first that matches a rule decides. If
 * codes say little, the words decide.
 */
import { refusedBeforeRecipient } from './refused-command.ts'
import { type BounceClass, type BounceRule, phraseFor, ruleFor } from './rules.ts'

export interface Meaning {
  class: BounceClass
  /** "5.1.1", as written. */
  status: string | undefined
  /** The words that matched, on one line. */
  reply: string | undefined
  rule: string
  /** Confidence: 3 a rule for this reply, 2 words, 1 only an unspecific code, 0 nothing. */
  sure: 0 | 1 | 2 | 3
  /** The refused command came before RCPT: nothing in the text is about the recipient. */
  early?: true
}

export const NOTHING: Meaning = {
  class: 'unknown',
  status: undefined,
  reply: undefined,
  rule: 'no rule',
  sure: 0,
}

/** Only the beginning of a text is judged; replies of servers are several times shorter. */
const MOST_TEXT = 4_000
/** The part that is shown. */
const MOST_SHOWN = 500

/**
 * Codes of SMTP servers; other numbers of three digits are amounts and ports. Not preceded by what
 * makes a number part of an address or a date; followed by a blank, a dash, or the quote of
 * `550-'5.1.1 ...`.
 */
const REPLY =
  /(?<![\w./@-]|\d:)(4(?:2[12]|3[0-24]|4[0-9]|5[0-9]|7[12])|5(?:0[0-5]|1[0-7]|2[0-35]|3[0-58]|4[0-7]|5[0-9]|6[03]|7[0-9]|9[0-9]))(?=[\s\-:;,#'"<]|$)[\s\-:;,'"<(]*#?(?:([45]\.\d{1,3}\.\d{1,3})(?!\.?\d))?/g
const STATUS = /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/

interface Said {
  code: number
  status: string | undefined
  at: number
  text: string
  /** "550-": the reply continues. */
  continues: boolean
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * Finds the replies in a text of one line, each with its words; joins the lines of a multiline
 * reply.
 */
function repliesIn(text: string): Said[] {
  const found: Said[] = []
  let from = 0
  for (const match of text.matchAll(REPLY)) {
    const [whole, digits, status] = match
    const code = Number(digits)
    const last = found.at(-1)
    // The words in between belong to the previous reply.
    if (last) last.text += text.slice(from, match.index)
    from = match.index + whole.length
    // "550 550 5.1.1", "550-5.1.1 one 550-5.1.1 two", "550 5.7.1 ... 550"
    const same =
      last !== undefined &&
      last.code === code &&
      (status === undefined ||
        status === last.status ||
        (last.status === undefined && (last.continues || last.text.trim() === '')))
    const continues = whole.startsWith('-', 3)
    if (same && match.index - last.at < 1_000) {
      last.status ??= status
      last.continues = continues
    } else if (found.length < 20) found.push({ code, status, at: match.index, text: '', continues })
  }
  const last = found.at(-1)
  if (last) last.text += text.slice(from)
  return found
}

const named = (
  rule: BounceRule,
  sure: 2 | 3,
  status: string | undefined,
  reply: string,
): Meaning => ({
  class: rule.class,
  status,
  reply: shown(reply),
  rule: rule.name,
  sure: rule.guess ? 1 : rule.name.startsWith('bounce-phrases') ? 2 : sure,
})

export const shown = (reply: string): string => {
  const line = oneLine(reply)
  return line.length <= MOST_SHOWN ? line : `${line.slice(0, MOST_SHOWN - 1)}…`
}

/** Separates unrelated statements in one text. */
export const BETWEEN = '\u0001'

/** `given` is the Status field of the report. */
export function meaningOf(source: string, given?: string): Meaning {
  const text = source.slice(0, MOST_TEXT)
  const meaning = meaningOfWords(text, given)
  return refusedBeforeRecipient(oneLine(text)) ? aboutSender(meaning) : meaning
}

export const isHard = ({ class: found }: Pick<Meaning, 'class'>): boolean =>
  found === 'bad-mailbox' || found === 'bad-domain'

/** A refusal before RCPT, or one that names us, is not the recipient's fault. */
export const aboutSender = (meaning: Meaning, why = 'before RCPT'): Meaning =>
  isHard(meaning)
    ? { ...meaning, class: 'sender-blocked', rule: `${meaning.rule}, ${why}`, early: true }
    : { ...meaning, early: true }

function meaningOfWords(source: string, given: string | undefined): Meaning {
  const statements = source
    .split(BETWEEN)
    .map(oneLine)
    .filter(text => text !== '')
  let best = NOTHING
  const consider = (meaning: Meaning): boolean => {
    if (meaning.sure > best.sure) best = meaning
    return best.sure === 3
  }
  for (const text of statements) {
    for (const { code, status, at, text: words } of repliesIn(text)) {
      // Sendmail gives 5.1.1 to every 550, so the words take precedence over a status beside them.
      const rule = ruleFor({ code, enhanced: status ?? null, text: words })
      if (rule && consider(named(rule, 3, status ?? statusIn(words, given), text.slice(at))))
        return best
    }
  }
  for (const text of statements.length === 0 ? [''] : statements) {
    const first = repliesIn(text)[0]
    const reply = first ? text.slice(first.at) : text
    const status = statusIn(text, given)
    // "4.0.0" and "5.0.0" are unspecific: words take precedence.
    const rule =
      status === undefined || (EMPTY.test(status) && phraseFor(text))
        ? null
        : ruleFor({ code: null, enhanced: status, text })
    if (rule && consider(named(rule, 3, status, reply))) return best
    const phrase = phraseFor(text)
    if (phrase) consider(named(phrase, 2, status, reply))
    if (best.sure === 0 && best.reply === undefined && (first || status !== undefined))
      best = { ...NOTHING, status: first?.status ?? status, reply: shown(reply) || undefined }
  }
  return best
}

/** "5.0.0" */
const EMPTY = /^[245]\.0\.0$/

/** The given status, unless it is unspecific and the text has another. */
const statusIn = (text: string, given: string | undefined): string | undefined =>
  given === undefined || EMPTY.test(given) ? (STATUS.exec(text)?.[1] ?? given) : given

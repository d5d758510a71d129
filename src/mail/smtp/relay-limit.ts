/**
 * Replies about a limit of the relay itself, for any recipient: its pace, its quota, its
 * connections. Receivers that limit us do so in other words, which slow one provider.
 */

/** The limit of a relay, and the details in its reply. */
export interface RelayLimit {
  /**
   * - rate: emails come too fast.
   * - quota: those of an hour, a day or longer are used up.
   * - connection: this connection has had its share of emails.
   * - connections: there are too many at a time.
   */
  of: 'rate' | 'quota' | 'connection' | 'connections'
  /** The rate that it names, in emails a second. */
  perSecond: number | null
  /** Over which emails are counted, as far as it tells. */
  periodMillis: number | null
  /** After which it says to try again. */
  waitMillis: number | null
}

interface Sign {
  of: RelayLimit['of']
  words: RegExp
  /** Words that must be there as well. */
  and?: RegExp
}

/** Real replies are shorter. */
const MOST_TEXT = 500
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The limit is that of the recipient: of the mailbox, its size, or how fast it is written to. */
const OF_RECIPIENT =
  /mail ?box|inbox|\bdisk\b|storage|\bsize\b|too (large|big)|\bis receiving\b|gr[ea]y-?list|over ?quota/i

const EXCEEDED =
  /\b(limits?|quotas?|exceed(s|ed|ing)?|reached|over ?limit|max(imum)?|allow(ed|ance)?|used up|only)\b/i

/** In order: the first that is found decides. */
const SIGNS: readonly Sign[] = [
  {
    of: 'connection',
    words: /\b(in|on|over|per|for|during) (this|one|a|the|same|single)? ?(connection|session)\b/i,
    and: /\b(too many|max(imum)?|limit|enough)\b.{0,20}\b(messages|e?-?mails|transactions|recipients)\b/i,
  },
  { of: 'connections', words: /\b(sender|submission|client) (thread|connection|session)s?\b/i },
  // No pace keeps below a limit of an hour or a day: it is waited for.
  { of: 'quota', words: /\b(daily|hourly|monthly|per (hour|day|month)|24[- ]?h)/i, and: EXCEEDED },
  { of: 'quota', words: /\b(an|each|every|this) (hour|day|month)\b|\btoday\b/i, and: EXCEEDED },
  {
    of: 'quota',
    words: /\b(emails?|messages?|mails?|\d) ?\/ ?\d{0,2}(h|hr|hours?|d|days?)\b/i,
    and: EXCEEDED,
  },
  { of: 'quota', words: /stunde|stündlich|täglich|\btages|par (heure|jour)|per (timme|dygn)/i },
  { of: 'quota', words: /submissionquota|\b(sending|submission|relay|outbound|outgoing) quota\b/i },
  {
    of: 'quota',
    words: /\bcredits?\b/i,
    and: /exceed|exhaust|used up|out of|insufficient|enough/i,
  },
  {
    of: 'rate',
    words:
      /throttling failure|\bsend(ing|er)? rate\b|\b(submission|outbound|outgoing) rate\b|\bpeak\b.{0,20}\blimit/i,
  },
  {
    of: 'rate',
    words:
      /\b(messages?|e-?mails?|mails?|recipients?|\d) ?(\/|per|an?|each|every) ?\d{0,4} ?(s|m)/i,
    and: /\/ ?\d{0,4}(s|m)|\b(seconds?|minutes?|secs?|mins?)\b/i,
  },
  {
    of: 'rate',
    words: /\berror: too (much mail|many \w{1,20}) from\b|\brate ?limit "?\w{1,20}"? exceeded/i,
  },
  {
    of: 'rate',
    words: /\brate ?limit/i,
    and: /\b(account|sender|user|client|customer|credentials?|api key|plan)\b/i,
  },
  {
    of: 'quota',
    words:
      /\b(sending|send|outgoing|outbound|relay|submission|messaging|plan|account)('s)? (quota|limit)/i,
    and: /exceed|reach|hit\b|used up/i,
  },
]

/** Replies about us while no recipient was named. */
const AT_MAIL: readonly Sign[] = [
  {
    of: 'connections',
    words: /\b(connection|session|thread)s?\b/i,
    and: /too many|limit|max|exceed/i,
  },
  {
    of: 'rate',
    words: /\brates?\b|rate ?limit|too (many|much|fast|quickly|frequent)|throttl|slow/i,
  },
]

const NAMED =
  /(\d{1,7}(?:\.\d{1,3})?) ?(?:messages?|e-?mails?|mails?|recipients?)? ?(?:\/|per|an?|each|every) ?(\d{1,4})? ?(s|m)(ec|in|$|\b)/i
const AGAIN = /\b(?:again|retry|wait)\b.{0,20}?\b(\d{1,5}) ?(s|m|h)(ec|in|ou|$|\b)/i
const UNITS: Record<string, number> = { s: 1_000, m: MINUTE, h: HOUR }

/**
 * The limit of the relay that a refusal is about; undefined: it is about something else. A reply to
 * MAIL needs fewer words, as no recipient was named.
 */
export function relayLimitOf(code: number, text: string, atMail: boolean): RelayLimit | undefined {
  if (code < 400) return undefined
  const said = text.slice(0, MOST_TEXT)
  if (OF_RECIPIENT.test(said) && !/submission/i.test(said)) return undefined
  const found = ({ words, and }: Sign) => words.test(said) && (and?.test(said) ?? true)
  const sign = SIGNS.find(found) ?? (atMail ? AT_MAIL.find(found) : undefined)
  if (!sign) return undefined
  const { of } = sign
  return {
    of,
    perSecond: of === 'rate' ? rateIn(said) : null,
    periodMillis: periodIn(of, said),
    waitMillis: waitIn(said),
  }
}

function rateIn(said: string): number | null {
  const [, count, of = '1', unit = ''] = NAMED.exec(said) ?? []
  const perSecond = (Number(count) * 1_000) / (Number(of) * (UNITS[unit.toLowerCase()] ?? 1_000))
  return perSecond > 0 && Number.isFinite(perSecond) ? perSecond : null
}

function periodIn(of: RelayLimit['of'], said: string): number | null {
  if (of === 'quota') return /\bhour|\/ ?\d{0,2}h|stund|heure|timme/i.test(said) ? HOUR : DAY
  return of === 'rate' && /submission rate|\bmin(ute)?s?\b/i.test(said) ? MINUTE : null
}

function waitIn(said: string): number | null {
  const [, count, unit = ''] = AGAIN.exec(said) ?? []
  return count === undefined ? null : Math.min(DAY, Number(count) * UNITS[unit.toLowerCase()]!)
}

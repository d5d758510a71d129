/** The rules of spam filters that an email matches, as far as its content shows it. */
import { decodeHTMLAttribute } from 'entities'
import { splitTags } from '../../../domain/html/liquid-tags.ts'
import { attributeOf, scanHtml } from '../../../mail/html/scan.ts'
import { findingOf, type SaidFinding } from '../../../mail/message/findings.ts'
import { blockAt } from './block-names.ts'
import type { ContentFinding } from './content-finding.ts'

/** Shorteners, which hide where a link leads, and which lists of spam name. */
const SHORTENERS =
  /^(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|ow\.ly|is\.gd|buff\.ly|rb\.gy|cutt\.ly)$/i
const NUMBERS = /^(?:\d{1,3}\.){3}\d{1,3}$|^\[/
const LEAST_TEXT = 80
const HOST = /^(?:https?:\/\/)?((?:[a-z0-9-]+\.)+[a-z]{2,})(?:[/?#]|$)/i

export function spamTraits({ subject, html }: { subject: string; html: string }): ContentFinding[] {
  const found: ContentFinding[] = []
  const of = blockAt(html)
  const add = (trait: SaidFinding, mend: string, start?: number) => {
    const block = start === undefined ? null : of(start)
    found.push({
      what: 'spam',
      severity: 'look',
      ...trait,
      mend,
      at: block === null ? null : { block },
    })
  }
  const letters = splitTags(subject)
    .map(part => (part.isTag ? '' : part.text.replace(/[^\p{L}]/gu, '')))
    .join('')
  if (letters.length >= 8 && letters === letters.toUpperCase() && letters !== letters.toLowerCase())
    add(findingOf('spam-capitals'), 'Write it in ordinary letters.')
  if (/[!?]{2}|!.*!.*!/.test(subject)) add(findingOf('spam-marks'), 'One at most is enough.')

  let [text, pictures, link] = ['', 0, undefined as { href: string; start: number } | undefined]
  let words = ''
  for (const token of scanHtml(html)) {
    if (token.type === 'text') {
      const part = html.slice(token.start, token.end)
      text += part.trim()
      words += part
    }
    if (token.type === 'open' && token.name === 'img') pictures++
    if (token.type === 'open' && token.name === 'a') {
      const href = decodeHTMLAttribute(attributeOf(token, 'href')?.value ?? '').trim()
      link = { href, start: token.start }
      words = ''
    }
    if (token.type !== 'close' || token.name !== 'a' || !link) continue
    const host = HOST.exec(link.href)?.[1] ?? /^https?:\/\/([^/?#]+)/i.exec(link.href)?.[1] ?? ''
    const shown = HOST.exec(words.trim())?.[1]
    if (shown !== undefined && host !== '' && !isSameDomain(shown, host))
      add(
        findingOf('spam-shown', { shown, host }),
        'Show words, or the address that it leads to.',
        link.start,
      )
    if (SHORTENERS.test(host))
      add(
        findingOf('spam-shortener', { host }),
        'Give the address itself: clicks are counted anyway.',
        link.start,
      )
    if (NUMBERS.test(host))
      add(findingOf('spam-number', { host }), 'Give it by the name of its server.', link.start)
    link = undefined
  }
  if (pictures > 0 && text.length < LEAST_TEXT)
    add(findingOf('spam-pictures'), 'Write the most important sentences as text.')
  if (found.length === 0)
    found.push({ what: 'spam', severity: 'fine', ...findingOf('spam-none'), mend: null, at: null })
  return found
}

function isSameDomain(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)
}

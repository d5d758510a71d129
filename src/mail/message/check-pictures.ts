/** Checks the pictures of an email: described, and at addresses that mail programs show. */
import { decodeHTMLAttribute } from 'entities'
import { attributeOf, type HtmlToken, openTags } from '../html/scan.ts'
import { findingOf, type SaidFinding } from './findings.ts'

interface PictureFinding extends SaidFinding {
  severity: 'fine' | 'look' | 'wrong'
}

/** Where an address of a picture may stand. */
const WITH_SOURCE = /^(?:img|input|source|v:fill|v:image)$/
const IN_STYLES =
  /\b(?:background|list-style|border-image|content)(?:-image)?\s{0,5}:[^;{}]{0,300}?url\(\s{0,5}["']?([^"')\s]{0,100})/gi
/** `cid:` and the name of a picture of the newsletter: message/parts.ts. */
const OWN = /^cid:[0-9a-f]{40}@/i
/** The value of a tag, for the sample person of the checks. */
const UNKNOWN = /^DD\d{1,3}(?!\d)/
const MOST_TOLD = 20

export function pictureFindings(html: string): PictureFinding[] {
  let all = 0
  let silent = 0
  const addresses: string[] = []
  for (const token of openTags(html)) {
    addresses.push(...addressesOf(token, html))
    if (token.name !== 'img') continue
    all++
    if (!attributeOf(token, 'alt')) silent++
  }
  const found = [...undescribed(silent, all), ...unseen(addresses)]
  if (found.length === 0)
    found.push({
      severity: 'fine',
      ...(all === 0
        ? findingOf('pictures-none')
        : findingOf('pictures-described', { pictures: all })),
    })
  return found
}

const undescribed = (silent: number, all: number): PictureFinding[] =>
  silent === 0
    ? []
    : [{ severity: 'look', ...findingOf('pictures-silent', { pictures: silent, all }) }]

/** Pictures that some or all mail programs don't show, by their addresses. */
function unseen(addresses: readonly string[]): PictureFinding[] {
  const starting = (scheme: string) =>
    addresses.filter(address => address.toLowerCase().startsWith(scheme)).length
  const found: PictureFinding[] = []
  const open = starting('http:')
  const inside = starting('data:')
  if (open > 0) found.push({ severity: 'look', ...findingOf('pictures-http', { pictures: open }) })
  if (inside > 0)
    found.push({ severity: 'look', ...findingOf('pictures-data', { pictures: inside }) })
  const bad = addresses.filter(address => !/^(?:https?:\/\/[^/]|data:)/i.test(address))
  for (const address of new Set(bad))
    if (!OWN.test(address) && !UNKNOWN.test(address) && found.length < MOST_TOLD)
      found.push({
        severity: 'wrong',
        ...findingOf('picture-bad', { address: address.slice(0, 200) }),
      })
  return found
}

function addressesOf(token: HtmlToken & { type: 'open' }, html: string): string[] {
  const found: string[] = []
  for (const { name, value } of token.attributes) {
    const text = decodeHTMLAttribute(value)
    if (name === 'background' || (name === 'src' && hasPicture(token))) found.push(text)
    if (name === 'srcset') found.push(...candidatesOf(text))
    if (name === 'style') found.push(...inStyles(text))
  }
  if (token.name === 'style' && token.raw)
    found.push(...inStyles(html.slice(token.raw.start, token.raw.end)))
  // As browsers read addresses (WHATWG URL 4.4): without blanks around, tabs and line ends.
  return found.map(address => address.trim().replace(/[\t\r\n]/g, ''))
}

/** Other sources are of sound and film. */
const hasPicture = (token: HtmlToken & { type: 'open' }): boolean =>
  WITH_SOURCE.test(token.name) &&
  (token.name !== 'input' || /^image$/i.test(attributeOf(token, 'type')?.value ?? '')) &&
  (token.name !== 'source' || attributeOf(token, 'srcset') !== undefined)

/** "a.png 1x, b.png 2x" (WHATWG HTML 4.8.4.2.1); an address may have commas inside. */
function candidatesOf(srcset: string): string[] {
  const found: string[] = []
  const candidate = /[\s,]*([^\s,]\S*)/y
  for (let at = 0; found.length < MOST_TOLD; ) {
    candidate.lastIndex = at
    const written = candidate.exec(srcset)?.[1]
    if (written === undefined) break
    found.push(written.replace(/(?<!,),+$/, ''))
    const next = srcset.indexOf(',', candidate.lastIndex - 1)
    if (next < 0) break
    at = next + 1
  }
  return found
}

/** `#` names a part of the page. */
const inStyles = (styles: string): string[] =>
  [...styles.matchAll(IN_STYLES)].flatMap(([, address = '']) =>
    address.startsWith('#') ? [] : address,
  )

/** The words of links in an email: what is read, or the alternative text of a picture. */
import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { attributeOf, scanHtml } from '../../../mail/html/scan.ts'

const LONGEST = 80

/** By address, of several links to one the first that has words. */
export function wordsOfLinks(html: string): Map<string, string> {
  const words = new Map<string, string>()
  let address: string | undefined
  let said = ''
  const close = () => {
    const text = said.replace(/\s+/g, ' ').trim().slice(0, LONGEST)
    if (address !== undefined && text !== '' && !words.has(address)) words.set(address, text)
    address = undefined
    said = ''
  }
  for (const token of scanHtml(html)) {
    if (token.type === 'open' && /^(?:a|area)$/.test(token.name)) {
      close()
      const href = attributeOf(token, 'href')
      if (href) address = decodeHTMLAttribute(href.value).trim()
      if (token.name === 'area') said = altOf(token)
    } else if (token.type === 'open' && token.name === 'img') said += ` ${altOf(token)}`
    else if (token.type === 'close' && token.name === 'a') close()
    else if (token.type === 'text' && address !== undefined && said.length < 4 * LONGEST)
      said += decodeHTML(html.slice(token.start, Math.min(token.end, token.start + 1000)))
  }
  close()
  return words
}

const altOf = (token: Parameters<typeof attributeOf>[0]): string => {
  const alt = attributeOf(token, 'alt')
  return alt ? decodeHTMLAttribute(alt.value) : ''
}

/** The document of an email, as a page and in a feed. */
import { attributeOf, type HtmlToken, scanHtml } from '../../mail/html/scan.ts'

/** HTML that is put into a document. */
export interface FrameParts {
  head: string
  top: string
  end: string
}

/** A page says this of itself. */
function isReplaced(token: HtmlToken): boolean {
  if (token.type !== 'open') return false
  const value = (name: string) => attributeOf(token, name)?.value.toLowerCase() ?? ''
  if (token.name === 'title') return true
  if (token.name === 'link') return /\b(?:canonical|alternate)\b/.test(value('rel'))
  return (
    token.name === 'meta' &&
    (/^(?:robots|description|viewport|twitter:.*)$/.test(value('name')) ||
      /^(?:og|article):/.test(value('property')))
  )
}

/** The document of an email with our parts; an email without a head or a body gets them. */
export function framed(email: string, { head, top, end }: FrameParts): string {
  const edits: { start: number; end: number; text: string }[] = []
  const put = (at: number, text: string) => edits.push({ start: at, end: at, text })
  let headAt: number | undefined
  let bodyAt: number | undefined
  let closeAt: number | undefined
  let title: number | undefined
  for (const token of scanHtml(email)) {
    if (token.type === 'close') {
      if (token.name === 'body') closeAt = token.start
      if (token.name === 'title' && title !== undefined) {
        edits.push({ start: title, end: token.end, text: '' })
        title = undefined
      }
    } else if (token.type === 'open') {
      if (token.name === 'head') headAt ??= token.end
      else if (token.name === 'body') bodyAt ??= token.end
      else if (bodyAt === undefined && token.name === 'title') title ??= token.start
      else if (bodyAt === undefined && isReplaced(token))
        edits.push({ start: token.start, end: token.end, text: '' })
    }
  }
  if (headAt === undefined || bodyAt === undefined)
    return `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n${head}\n</head>\n<body>\n\
${top}\n${email}\n${end}\n</body>\n</html>\n`
  put(headAt, `\n<meta charset="utf-8">\n${head}\n`)
  put(bodyAt, `\n${top}\n`)
  put(closeAt !== undefined && closeAt >= bodyAt ? closeAt : email.length, `\n${end}\n`)
  edits.sort((a, b) => a.start - b.start)
  let page = ''
  let at = 0
  for (const edit of edits) {
    if (edit.start < at) continue
    page += email.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return page + email.slice(at)
}

/** Not for a reader of feeds: they have a style of their own, and run nothing. */
const LEFT_OUT = new Set('style script title iframe noembed noframes'.split(' '))
const UNWRAPPED = new Set('html head body meta link base form input button object embed'.split(' '))

/** The contents of the body of a document, without its style. */
export function contentsOfBody(email: string): string {
  let kept = ''
  let skipped: string | undefined
  for (const token of scanHtml(email)) {
    const written = email.slice(token.start, token.end)
    if (token.type !== 'open' && token.type !== 'close') {
      if (token.type === 'text' && skipped === undefined) kept += written
      continue
    }
    if (skipped !== undefined) {
      if (token.type === 'close' && token.name === skipped) skipped = undefined
      continue
    }
    if (LEFT_OUT.has(token.name)) {
      if (token.type === 'open') skipped = token.name
    } else if (!UNWRAPPED.has(token.name)) {
      // A picture within the email has no address.
      const src = token.type === 'open' && token.name === 'img' && attributeOf(token, 'src')?.value
      if (!src || !/^\s*(?:data|cid):/i.test(src)) kept += written
    }
  }
  return kept.replace(/\n\s*\n/g, '\n').trim()
}

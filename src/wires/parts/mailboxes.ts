/** Mailboxes as texts: `a@b.example`, `Name <a@b.example>`, and lists with commas. */

export interface WireMailbox {
  email: string
  name: string
}

/** Of a mailbox: no name or address is longer; the end of a longer text is not read. */
const LONGEST = 1_000
/** Of a list: one more than a batch may be sent to, so that it is refused. */
const MOST_MAILBOXES = 501

/** The address is checked by the action that gets it. */
export function mailboxIn(given: string): WireMailbox {
  const text = given.slice(0, LONGEST).trim()
  const open = text.endsWith('>') ? text.lastIndexOf('<') : -1
  if (open < 0) return { email: text, name: '' }
  return { email: text.slice(open + 1, -1).trim(), name: unquoted(text.slice(0, open).trim()) }
}

function unquoted(name: string): string {
  if (name.length < 2 || !name.startsWith('"') || !name.endsWith('"')) return name
  return name.slice(1, -1).replace(/\\(.)/g, '$1')
}

/**
 * Those of a text with commas between them; commas in quotes and angle brackets separate none. At
 * most 501: what follows is not read.
 */
export function mailboxesIn(text: string): WireMailbox[] {
  const found: WireMailbox[] = []
  const add = (part: string) => {
    if (part.trim() !== '') found.push(mailboxIn(part))
  }
  let start = 0
  let quoted = false
  let bracketed = false
  for (let at = 0; at < text.length && found.length < MOST_MAILBOXES; at++) {
    const sign = text[at]
    if (quoted && sign === '\\') at++
    else if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === '<' || sign === '>')) bracketed = sign === '<'
    else if (sign === ',' && !quoted && !bracketed) {
      add(text.slice(start, at))
      start = at + 1
    }
  }
  if (found.length < MOST_MAILBOXES) add(text.slice(start))
  return found
}

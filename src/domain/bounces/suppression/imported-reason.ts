/** The meaning of the reason in a file of suppressed addresses. */

/** Texts that say all, in lower case and without anything but letters. */
const MEANINGS = new Map<string, 'complaint' | 'unsubscribed' | 'temporary'>([
  // SES: COMPLAINT; Postmark: SpamComplaint; Brevo: contactFlaggedAsSpam.
  ['complaint', 'complaint'],
  ['spamcomplaint', 'complaint'],
  ['spam', 'complaint'],
  ['spamreport', 'complaint'],
  ['contactflaggedasspam', 'complaint'],
  ['abuse', 'complaint'],
  ['unsubscribe', 'unsubscribed'],
  ['unsubscribed', 'unsubscribed'],
  ['unsubscribedviama', 'unsubscribed'],
  ['unsubscribedviaemail', 'unsubscribed'],
  ['unsubscribedviaapi', 'unsubscribed'],
  // Postmark: SoftBounce, Transient.
  ['softbounce', 'temporary'],
  ['soft', 'temporary'],
  ['transient', 'temporary'],
  ['temporary', 'temporary'],
])

const MOST = 1000

/** Undefined: a hard bounce. Only a text that says nothing else counts: replies quote much. */
export const meaningOf = (
  reason: string | undefined,
): 'complaint' | 'unsubscribed' | 'temporary' | undefined =>
  reason === undefined || reason.length > 40
    ? undefined
    : MEANINGS.get(reason.toLowerCase().replace(/[^a-z]/g, ''))

/** Classes of hard bounces, as the reasons of an export begin. */
const CLASSED = /^(bad-mailbox|bad-domain|imported)(?:: |$)/

/** An export keeps the class of a bounce; other reasons of a file are of the class "imported". */
export function importedReason(given: string): { class: string; reply: string | null } {
  const text = given.slice(0, MOST).trim()
  const [start, name] = CLASSED.exec(text) ?? ['', 'imported']
  const reply = text.slice(start.length)
  return { class: name!, reply: reply === '' ? null : reply }
}

/** Validates the lines of a newsletter beside its content: subject, names, addresses. */
import { isEmailAddress } from '../../lib/email-address.ts'
import { refused, type Violation, violationsOfValues } from '../refusal.ts'
import { checkLine, checkText } from '../text.ts'
import type { NewsletterContent } from './content/content.ts'

const MAX_LINE = 500

export function checkSubject(given: string): string {
  const subject = checkText(given, 'subject', MAX_LINE)
  if (subject === '') throw refused('not-valid', 'subject-missing')
  return subject
}

export const checkPreheader = (given: string): string => checkText(given, 'preheader', MAX_LINE)
export const checkName = (given: string): string => checkLine(given, 'name', 200)
export const checkFromName = (given: string): string => checkLine(given, "sender's name", 200)

const addressOr = (code: 'sender-wrong' | 'reply-wrong') => (given: string) => {
  const address = given.trim()
  if (address !== '' && !isEmailAddress(address)) throw refused('not-valid', code)
  return address
}

/** Empty: that of the list. */
export const checkFromEmail = addressOr('sender-wrong')
export const checkReplyTo = addressOr('reply-wrong')

/** Validates the given lines. The source is compiled later, and refused with a place. */
export const violationsOfLines = (given: Partial<NewsletterContent>): Violation[] =>
  violationsOfValues(given, {
    subject: checkSubject,
    fromEmail: checkFromEmail,
    replyTo: checkReplyTo,
    name: checkName,
    preheader: checkPreheader,
    fromName: checkFromName,
  })

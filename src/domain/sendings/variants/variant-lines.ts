/** Validates the values of a variant of an A/B test: subject and sender. */
import { isEmailAddress } from '../../../lib/email-address.ts'
import { refused, type Violation, violationsOfValues } from '../../refusal.ts'
import { checkLine } from '../../text.ts'

export interface VariantLines {
  subject?: string | undefined
  fromName?: string | undefined
  fromEmail?: string | undefined
}

export function checkVariantSender(address: string): void {
  if (!isEmailAddress(address)) throw refused('not-valid', 'variant-sender')
}

export const checkVariantName = (name: string): string => checkLine(name, "sender's name", 500)

export function checkVariantSubject(subject: string): void {
  if (subject.trim() === '') throw refused('not-valid', 'variant-subject')
}

export const violationsOfVariant = ({ subject, fromName, fromEmail }: VariantLines): Violation[] =>
  violationsOfValues(
    { subject, fromName, fromEmail },
    { subject: checkVariantSubject, fromName: checkVariantName, fromEmail: checkVariantSender },
  )

/** What is given of a person, checked: the rules that a single insert and an import share. */
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { isPlainText } from '../../lib/plain-text.ts'
import { Refusal } from '../refusal.ts'

export type Format = 'html' | 'text'

export interface Person {
  email: string
  name: string
  /** Undefined: not given. */
  format: Format | undefined
  countryCode: string
  phone: string
}

/** The longest value of a demographic field, in characters. */
export const MAX_FIELD = 500
const MAX_NAME = 500
const MAX_COUNTRY_CODE = 20
const MAX_PHONE = 50

export interface CheckedPerson extends Person {
  emailKey: string
}

/** The person without surrounding blanks; a refusal names what is wrong, never the value. */
export function checkPerson(person: Person): CheckedPerson {
  const email = person.email.trim()
  if (!isEmailAddress(email)) throw new Refusal('not-valid', 'The e-mail address is not an address that mail can be sent to.')
  return {
    email,
    emailKey: emailKey(email),
    name: checkText(person.name, 'name', MAX_NAME),
    format: person.format,
    countryCode: checkText(person.countryCode, 'country code', MAX_COUNTRY_CODE),
    phone: checkText(person.phone, 'phone number', MAX_PHONE),
  }
}

/** A text of one line, without surrounding blanks. */
export function checkText(text: string, what: string, most: number): string {
  const trimmed = text.trim()
  if (trimmed.length > most) throw new Refusal('not-valid', `The ${what} has more than ${most} characters.`)
  if (!isPlainText(trimmed)) throw new Refusal('not-valid', `The ${what} holds control characters.`)
  return trimmed
}

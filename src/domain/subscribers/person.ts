/**
 * The given values of a subscriber, validated: the rules shared by a single insert and an import.
 */
import { emailKey, isEmailAddress } from '../../lib/email-address.ts'
import { type Detail, detailed } from '../details/details.ts'
import { refusedFor, type Violation, violationsOf } from '../refusal.ts'
import { type EmailFormat, wrongText } from '../text.ts'

export interface Person {
  email: string
  name: string
  /** Undefined: not given. */
  format: EmailFormat | undefined
  countryCode: string
  phone: string
}

const MAX_NAME = 500
const MAX_COUNTRY_CODE = 20
const MAX_PHONE = 50

export interface CheckedPerson extends Person {
  emailKey: string
}

/** Why a subscriber is refused; never contains the value. `part` is the reason an import counts. */
export interface WrongPerson {
  part: 'address' | 'name' | 'country code' | 'phone number'
  detail: Detail
}

/**
 * Returns the trimmed values, or why they are refused: the rules shared by a single insert and an
 * import.
 */
export function judgePerson(person: Person): CheckedPerson | WrongPerson {
  const email = person.email.trim()
  if (!isEmailAddress(email))
    return {
      part: 'address',
      detail: detailed('person-address'),
    }
  const name = person.name.trim()
  const countryCode = person.countryCode.trim()
  const phone = person.phone.trim()
  return (
    wrongPart('name', name, MAX_NAME) ??
    wrongPart('country code', countryCode, MAX_COUNTRY_CODE) ??
    wrongPart('phone number', phone, MAX_PHONE) ?? {
      email,
      emailKey: emailKey(email),
      name,
      format: person.format,
      countryCode,
      phone,
    }
  )
}

function wrongPart(part: WrongPerson['part'], text: string, most: number): WrongPerson | undefined {
  const detail = wrongText(text, part, most)
  return detail && { part, detail }
}

const NOBODY = { email: 'nobody@example.com', name: '', countryCode: '', phone: '' }

/** Values of a person that are refused. */
export const violationsOfPerson = (given: Partial<Person>): Violation[] =>
  violationsOf(
    (['email', 'name', 'countryCode', 'phone'] as const).map(part => [
      [part],
      () => checkPerson({ ...NOBODY, format: undefined, [part]: given[part] ?? NOBODY[part] }),
    ]),
  )

/** The trimmed values; a refusal names the invalid part, never the value. */
export function checkPerson(person: Person): CheckedPerson {
  const judged = judgePerson(person)
  if ('part' in judged) throw refusedFor('not-valid', judged.detail)
  return judged
}

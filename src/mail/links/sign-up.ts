/**
 * Addresses and marks of sign-up forms: `/f/FORM`, which anybody may know; `/o/TOKEN` in a
 * confirmation email, which proves the mailbox; and the signed time in a form.
 */
import { readRowToken, rowToken } from './row-token.ts'
import { dataOf, type KeyOf, type MacKey, sameTag, tagIn } from './signing.ts'

export interface FormRef {
  accountId: number
  formId: number
}

const digits = (number: number): string => number.toString(36)
const numberIn = (text: string | undefined): number => Number.parseInt(text ?? '', 36)

/** `1-3`: the account and the form, in base 36. */
export const formAddress = ({ accountId, formId }: FormRef): string =>
  `${digits(accountId)}-${digits(formId)}`

/** Undefined: no address of a form. */
export function formNamed(address: string): FormRef | undefined {
  const found = /^([0-9a-z]{1,9})-([0-9a-z]{1,6})$/.exec(address.toLowerCase())
  if (!found) return undefined
  const formId = numberIn(found[2])
  return formId > MOST_FORMS ? undefined : { accountId: numberIn(found[1]), formId }
}

/** Ids of forms are int. */
const MOST_FORMS = 2_147_483_647

export interface SignUpRef {
  accountId: number
  signUpId: number
}

const tagOf = (key: MacKey, group: string, text: string): string =>
  tagIn(key.mac(dataOf(group, text)), 0)

export const confirmToken = (key: MacKey, { accountId, signUpId: id }: SignUpRef): string =>
  rowToken(key, 'confirm', { accountId, id })

/** Undefined for an invalid signature, and for a token of another purpose. */
export async function readConfirmToken(
  token: string,
  keyOf: KeyOf,
): Promise<SignUpRef | undefined> {
  const read = await readRowToken(token, 'confirm', keyOf)
  return read && { accountId: read.accountId, signUpId: read.id }
}

const TIME = /^([0-9a-z]{1,6})\.([0-9a-z]{1,9})\.([a-z2-7]{16})$/

/** The mark of the moment at which a form was shown. */
export function formTime(key: MacKey, form: FormRef, at: Date): string {
  const text = `${digits(key.keyId)}.${digits(Math.floor(at.getTime() / 1000))}`
  return `${text}.${tagOf(key, 'form', `${formAddress(form)} ${text}`)}`
}

/** Undefined: no time of this form. */
export async function readFormTime(
  mark: string,
  form: FormRef,
  keyOf: KeyOf,
): Promise<Date | undefined> {
  const found = TIME.exec(mark)
  if (!found) return undefined
  const [whole, keyId, seconds, tag] = found
  const key = await keyOf(numberIn(keyId))
  const signed = whole.slice(0, whole.lastIndexOf('.'))
  const right = key && tagOf(key, 'form', `${formAddress(form)} ${signed}`)
  return right !== undefined && sameTag(right, tag!)
    ? new Date(numberIn(seconds) * 1000)
    : undefined
}

/** A form as its page needs it: its words, lists, fields and the brand; kept for a moment. */
import type { Store } from '../../db/db.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import { brandOf } from '../../domain/brand/keep-brand.ts'
import { type DefinedField, definedFields } from '../../domain/demographics/fields.ts'
import { type Form, formById } from '../../domain/forms/form.ts'
import { type FormLanguage, type FormTexts, isFormLanguage } from '../../domain/forms/form-words.ts'
import { namesOfLists } from '../../domain/forms/forms.sql.ts'
import { publicOrigin } from '../../domain/hosts/public-origin.ts'
import { createCache } from '../../lib/cache.ts'
import type { FormRef } from '../../mail/links/sign-up.ts'
import { languageOf } from '../language.ts'
import { policyOf, styleOf } from './brand-style.ts'

/** Changes are seen in all processes after this time. */
const CACHE_MILLIS = 2_000
const MOST_CACHED = 1_000

/** What each page of an account has. */
export interface PageLook {
  brand: Brand
  style: string
  policy: string
  /** Where people have their own link sent to them; empty: the account has no host. */
  ownLink: string
}

export interface ShownForm extends PageLook {
  ref: FormRef
  form: Form
  lists: { id: number; name: string; description: string }[]
  fields: ReadonlyMap<string, DefinedField>
}

export interface ShownForms {
  /** Undefined: there is none, or it is closed for sign-ups. */
  form(ref: FormRef): Promise<ShownForm | undefined>
  look(accountId: number): Promise<PageLook>
}

/** `installation`: its origin. */
export function createShownForms(db: Store, installation: string): ShownForms {
  const kept = { most: MOST_CACHED, millis: CACHE_MILLIS }
  const forms = createCache<string, Promise<ShownForm | undefined>>(kept)
  const looks = createCache<number, Promise<PageLook>>(kept)
  return {
    form: ref =>
      forms.through(`${ref.accountId} ${ref.formId}`, () => readForm(db, ref, installation)),
    look: accountId => looks.through(accountId, () => lookOf(db, accountId, installation)),
  }
}

async function readForm(
  db: Store,
  ref: FormRef,
  installation: string,
): Promise<ShownForm | undefined> {
  const { accountId, formId } = ref
  const form = await formById(db, accountId, formId)
  if (!form?.active) return undefined
  const look = await lookOf(db, accountId, installation, form)
  const lists = await namesOfLists(db, { accountId, listIds: form.listIds })
  const fields = await definedFields(db, accountId)
  const named = new Map(fields.map(field => [`DD${field.number}`, field]))
  return { ...look, ref, form, lists, fields: named }
}

async function lookOf(
  db: Store,
  accountId: number,
  installation: string,
  form?: Form,
): Promise<PageLook> {
  const brand = await brandOf(db, accountId)
  const style = styleOf(brand)
  const origin = await publicOrigin(db, accountId, installation)
  const ownLink = origin === installation ? '' : `${origin}/p`
  return { brand, style, policy: policyOf(style, brand, form), ownLink }
}

/** The languages of a form, in their order. */
export const languagesOf = ({ words }: Form): FormLanguage[] =>
  Object.keys(words).filter(isFormLanguage)

/** That which is asked for, else the reader's, else the first of the form. */
export function languageFor(
  form: Form,
  asked: string | undefined,
  accept: string | undefined,
): { language: FormLanguage; texts: FormTexts } {
  const languages = languagesOf(form)
  const wanted = [asked, languageOf(accept).code]
  const language =
    languages.find(one => one === wanted[0]) ??
    languages.find(one => one === wanted[1]) ??
    languages[0]!
  return { language, texts: form.words[language]! }
}

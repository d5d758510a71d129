/** A sign-up form: its facts, read and checked. */
import type { Db } from '../../db/db.ts'
import { formAddress } from '../../mail/links/sign-up.ts'
import type { DetailArguments, DetailCode } from '../details/details.ts'
import { refused, type Violation, violationsOf, violationsOfValues } from '../refusal.ts'
import { checkLine } from '../text.ts'
import { FormWords } from './form-words.ts'
import { findForm, formsOfAccount } from './forms.sql.ts'

export interface FormFacts {
  name: string
  listIds: number[]
  /** The reader chooses among the lists; otherwise they get all of them. */
  listsChosen: boolean
  /** Beside the address: `name` and data fields as `DD3`, in their order. */
  asked: string[]
  required: string[]
  /** Where the form may stand on other sites, and may lead to. */
  hosts: string[]
  /** Where people are led after it; empty: a page of ours. */
  afterUrl: string
  /** Its id at a former service, in hexadecimal digits, by which old pages post. */
  formerId: string | null
  /** Proofs keep the whole IP address, not just the network. */
  keepIp: boolean
  active: boolean
}

export interface Form extends FormFacts {
  id: number
  projectId: number
  /** Unknown addresses are on the lists without their confirmation. */
  singleOptIn: boolean
  wordsVersion: number
  words: FormWords
  created: string
}

type Row = NonNullable<Awaited<ReturnType<typeof findForm>>>

const formIn = ({ listIds, asked, required, hosts, texts, ...row }: Row): Form => ({
  ...row,
  listIds: JSON.parse(listIds),
  asked: JSON.parse(asked),
  required: JSON.parse(required),
  hosts: JSON.parse(hosts),
  words: FormWords.parse(JSON.parse(texts)),
})

/** Undefined: there is none, or it was removed. */
export async function formById(db: Db, accountId: number, id: number): Promise<Form | undefined> {
  const row = await findForm(db, { accountId, id })
  return row && formIn(row)
}

export const allForms = async (db: Db, accountId: number): Promise<Form[]> =>
  (await formsOfAccount(db, { accountId })).map(formIn)

/** Of its page, without our origin. */
export const pathOfForm = (accountId: number, formId: number): string =>
  `/f/${formAddress({ accountId, formId })}`

const HOST = /^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,20}(?::\d{1,5})?$/
const MOST_LISTS = 20
const MOST_FIELDS = 30
const MOST_HOSTS = 20

const wrong = <Code extends DetailCode>(code: Code, ...values: DetailArguments<Code>): never => {
  throw refused('not-valid', code, ...values)
}

/** The facts, trimmed; refuses those that do not fit together. Whether lists exist is not asked. */
export function checkedForm(given: FormFacts): FormFacts {
  const name = checkName(given.name)
  const listIds = checkLists(given.listIds)
  const asked = checkAsked(given.asked)
  const required = checkRequired(given.required, asked)
  const hosts = checkHosts(given.hosts)
  const afterUrl = checkAfterUrl(given.afterUrl, hosts)
  const formerId = given.formerId === null ? null : checkFormerId(given.formerId)
  return { ...given, name, listIds, asked, required, hosts, afterUrl, formerId }
}

/** Validates the given facts; absent ones pass. */
export function violationsOfForm(given: Partial<FormFacts>): Violation[] {
  const { asked, required, hosts, afterUrl } = given
  return [
    ...violationsOfValues(given, {
      name: checkName,
      listIds: checkLists,
      asked: checkAsked,
      hosts: checkHosts,
      formerId: checkFormerId,
    }),
    ...violationsOf([
      [['required'], () => required && asked && checkRequired(required, asked)],
      [['afterUrl'], () => afterUrl && hosts && checkAfterUrl(afterUrl, cleanHosts(hosts))],
    ]),
  ]
}

function checkName(given: string): string {
  const name = checkLine(given, 'name of the form', 200)
  return name === '' ? wrong('form-nameless') : name
}

function checkLists(given: readonly number[]): number[] {
  const listIds = [...new Set(given)]
  if (listIds.length === 0 || listIds.length > MOST_LISTS) wrong('form-lists', { most: MOST_LISTS })
  return listIds
}

function checkAsked(given: readonly string[]): string[] {
  const asked = [...new Set(given)]
  if (asked.length > MOST_FIELDS) wrong('form-fields', { most: MOST_FIELDS })
  return asked
}

function checkRequired(given: readonly string[], asked: readonly string[]): string[] {
  const required = asked.filter(field => given.includes(field))
  if (required.length < new Set(given).size)
    throw refused('not-valid', 'form-required').ofValue('required')
  return required
}

const cleanHosts = (given: readonly string[]): string[] => [
  ...new Set(given.map(host => host.trim().toLowerCase())),
]

function checkHosts(given: readonly string[]): string[] {
  const hosts = cleanHosts(given)
  if (hosts.length > MOST_HOSTS) wrong('form-hosts', { most: MOST_HOSTS })
  if (!hosts.every(host => HOST.test(host))) wrong('form-host')
  return hosts
}

function checkAfterUrl(given: string, hosts: readonly string[]): string {
  const afterUrl = given.trim()
  if (afterUrl !== '' && !isOnHosts(afterUrl, hosts))
    throw refused('not-valid', 'form-address').ofValue('afterUrl')
  return afterUrl
}

function checkFormerId(given: string): string | null {
  const formerId = given.trim().toLowerCase()
  if (formerId === '') return null
  return isFormerId(formerId) ? formerId : wrong('form-former-id')
}

export const isFormerId = (text: string): boolean => /^[0-9a-f-]{1,64}$/.test(text)

const LONGEST_URL = 2000

/** Whether an address is http(s) and on one of the hosts: nothing else is led to. */
export function isOnHosts(address: string, hosts: readonly string[]): boolean {
  if (address.length > LONGEST_URL || !URL.canParse(address)) return false
  const { protocol, host, username, password } = new URL(address)
  const named = /^https?:$/.test(protocol) && hosts.includes(host)
  return named && username === '' && password === ''
}

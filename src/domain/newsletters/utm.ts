/**
 * UTM parameters: what an account, or one of its newsletters, adds to the addresses of links when
 * an email is frozen.
 */
import { atomically, type Db } from '../../db/db.ts'
import { isAsciiKey } from '../../lib/email-address.ts'
import type { UtmParameters } from '../../mail/links/utm.ts'
import { recordChange } from '../audit/record.ts'
import { noSuch, type RuleCheck, refused, type Violation, violationsOf } from '../refusal.ts'
import { findNewsletter } from './newsletters.sql.ts'
import { removeUtm, saveUtm, utmRows } from './utm.sql.ts'

export const MOST_HOSTS = 50
export const MOST_PARAMETERS = 10
/** Of a parameter as `name=value`, in characters. */
export const LONGEST_PARAMETER = 250

/** Facts of the email, none of the person: an address must not tell who got it. */
const UTM_TAGS = ['list', 'list_id', 'newsletter', 'newsletter_id'] as const
type UtmTag = (typeof UTM_TAGS)[number]

export interface AccountUtm {
  /** In lower case. Without any, no link gets parameters. */
  hosts: string[]
  /** As `utm_source={{ list }}`. */
  parameters: string[]
}

export interface NewsletterUtm extends AccountUtm {
  /** The parameters are the newsletter's own. */
  own: boolean
}

/** Newsletter 0: of the account. */
async function storedUtm(db: Db, accountId: number, newsletterId: number): Promise<NewsletterUtm> {
  const rows = await utmRows(db, { accountId, newsletterId })
  const account = rows.find(row => row.newsletterId === 0)
  const own = newsletterId === 0 ? undefined : rows.find(row => row.newsletterId !== 0)
  return {
    hosts: JSON.parse(account?.hosts ?? '[]') as string[],
    parameters: JSON.parse((own ?? account)?.parameters ?? '[]') as string[],
    own: own !== undefined,
  }
}

export async function accountUtm(db: Db, accountId: number): Promise<AccountUtm> {
  const { hosts, parameters } = await storedUtm(db, accountId, 0)
  return { hosts, parameters }
}

export async function newsletterUtm(db: Db, accountId: number, newsletterId: number) {
  if (!(await findNewsletter(db, { accountId, id: newsletterId })))
    throw noSuch('no-such-newsletter', newsletterId)
  return storedUtm(db, accountId, newsletterId)
}

export async function saveAccountUtm(
  db: Db,
  accountId: number,
  { hosts, parameters }: AccountUtm,
): Promise<void> {
  const after = { hosts: hosts.map(hostIn), parameters: checked(parameters) }
  await atomically(db, async tx => {
    const before = await accountUtm(tx, accountId)
    await saveUtm(tx, { accountId, newsletterId: 0, ...inJson(after) })
    await recordChange(tx, accountId, { action: 'utm.edit', id: '', before, after })
  })
}

const inJson = ({ hosts, parameters }: AccountUtm) => ({
  hosts: JSON.stringify(hosts),
  parameters: JSON.stringify(parameters),
})

/** Null: those of the account again. Refuses an unknown newsletter. */
export async function saveNewsletterUtm(
  db: Db,
  accountId: number,
  newsletterId: number,
  parameters: readonly string[] | null,
): Promise<void> {
  const own = parameters && checked(parameters)
  await atomically(db, async tx => {
    const before = await newsletterUtm(tx, accountId, newsletterId)
    if (own)
      await saveUtm(tx, { accountId, newsletterId, ...inJson({ hosts: [], parameters: own }) })
    else await removeUtm(tx, { accountId, newsletterId })
    const after = await newsletterUtm(tx, accountId, newsletterId)
    const change = { before: { utm: before.parameters }, after: { utm: after.parameters } }
    await recordChange(tx, accountId, { action: 'newsletter.edit', id: newsletterId, ...change })
  })
}

/** What the links of an email get; undefined: nothing. */
export async function utmOfMessage(
  db: Db,
  accountId: number,
  newsletter: { id: number; name: string },
  list: { id: number; name: string },
): Promise<UtmParameters | undefined> {
  const { hosts, parameters } = await storedUtm(db, accountId, newsletter.id)
  if (hosts.length === 0 || parameters.length === 0) return undefined
  const values: Record<UtmTag, string> = {
    list: list.name,
    list_id: list.id === 0 ? '' : String(list.id),
    newsletter: newsletter.name,
    newsletter_id: newsletter.id === 0 ? '' : String(newsletter.id),
  }
  const filled = parameters.map(parameter => {
    const [name, value] = partsOf(parameter)
    return [name, value.replace(TAG, (_, tag: string) => values[tag as UtmTag])] as const
  })
  return { hosts, parameters: filled.filter(([, value]) => value !== '') }
}

const TAG = /\{\{ ?(\w{1,20}) ?\}\}/g

function partsOf(parameter: string): [name: string, value: string] {
  const at = parameter.indexOf('=')
  return at < 0 ? [parameter, ''] : [parameter.slice(0, at).trim(), parameter.slice(at + 1).trim()]
}

const LABEL = /^[a-z0-9-]{1,63}$/

function hostIn(text: string): string {
  const given = text.trim().toLowerCase().slice(0, 300)
  const host = isAsciiKey(given) ? given : (URL.parse(`https://${given}`)?.hostname ?? '')
  const labels = host.split('.')
  if (host.length <= 253 && labels.length > 1 && labels.every(one => LABEL.test(one))) return host
  throw refused('not-valid', 'utm-host', { host: text.slice(0, 100) })
}

function checked(parameters: readonly string[]): string[] {
  const names = new Set<string>()
  return parameters.map(parameter => checkedParameter(parameter, names))
}

/** `names`: seen so far, in lower case; it adds its own. */
function checkedParameter(parameter: string, names: Set<string>): string {
  const [name, value] = partsOf(parameter)
  const key = name.toLowerCase()
  if (!/^[a-z0-9_.-]{1,50}$/.test(key) || names.has(key))
    throw refused('not-valid', 'utm-parameter')
  names.add(key)
  const known = value.replace(TAG, (all, tag: string) =>
    (UTM_TAGS as readonly string[]).includes(tag) ? '' : all,
  )
  if (value === '' || /[{}\p{Cc}]/u.test(known))
    throw refused('not-valid', 'utm-value', {
      name,
      tags: UTM_TAGS.map(tag => `{{ ${tag} }}`).join(', '),
    })
  return `${name}=${value}`
}

/** Validates the given hosts and parameters, one by one. */
export function violationsOfUtm({ hosts = [], parameters = [] }: Partial<AccountUtm>): Violation[] {
  const names = new Set<string>()
  return violationsOf([
    ...hosts.map((host, i): RuleCheck => [['hosts', i], () => hostIn(host)]),
    ...parameters.map(
      (one, i): RuleCheck => [['parameters', i], () => checkedParameter(one, names)],
    ),
  ])
}

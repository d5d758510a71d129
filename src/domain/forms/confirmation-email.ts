/**
 * The newsletter and the project of the confirmation emails of an account. All their words, and the
 * colours of the brand, are values of the transaction: untrusted input is not among them.
 */
import type { Store } from '../../db/db.ts'
import { type Brand, FONTS } from '../brand/brand.ts'
import { brandOf } from '../brand/keep-brand.ts'
import { findList } from '../lists/lists.sql.ts'
import { trackHitsOf } from '../newsletters/exemptions.ts'
import { addDraft } from '../newsletters/save-newsletter.ts'
import { refused } from '../refusal.ts'
import { projectNamed } from '../transactions/projects.sql.ts'
import { makeProject, type Project } from '../transactions/projects.ts'
import type { FormLanguage } from './form-words.ts'
import { confirmationProject } from './forms.sql.ts'
import { legalLinks } from './legal-words.ts'

/** The texts of the email, in the language of the form. */
export interface ConfirmationTexts {
  subject: string
  title: string
  text: string
  button: string
  otherwise: string
}

/** In the language of the account's newsletters, among which it is listed. */
const NAMES: Record<Brand['language'], string> = {
  en: 'Confirmation of sign-ups',
  sv: 'Bekräftelse av anmälningar',
  de: 'Bestätigung von Anmeldungen',
}
/** The page that confirms. */
const LINK = '{{ DD1 }}'

const HTML = `<!doctype html>
<html lang="{{ DD7 }}">
<body style="margin:0;padding:24px 12px;background:{{ DD8 }};font-family:{{ DD14 }}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" \
style="max-width:480px;background:{{ DD9 }};border-radius:10px"><tr>
<td style="padding:32px;color:{{ DD10 }};font-size:16px;line-height:1.5">
{% if DD15 %}<p style="margin:0 0 20px"><img src="{{ DD15 }}" alt="{{ DD16 }}" \
width="{{ DD17 }}" style="max-width:100%"></p>{% endif %}
<h1 style="margin:0 0 12px;font-size:22px;line-height:1.25;color:{{ DD10 }}">{{ DD3 }}</h1>
<p style="margin:0 0 24px">{{ DD4 }}</p>
<p style="margin:0 0 24px"><a href="{{ DD1 }}" style="display:inline-block;padding:12px 22px;\
border-radius:6px;background:{{ DD12 }};color:{{ DD13 }};font-weight:bold;\
text-decoration:none">{{ DD5 }}</a></p>
<p style="margin:0;color:{{ DD11 }};font-size:14px">{{ DD6 }}</p>
{% if DD18 %}<p style="margin:20px 0 0;color:{{ DD11 }};font-size:13px">{{ DD18 }}</p>{% endif %}
{% if DD19 %}<p style="margin:8px 0 0;font-size:13px"><a href="{{ DD19 }}" \
style="color:{{ DD11 }}">{{ DD20 }}</a></p>{% endif %}
{% if DD21 %}<p style="margin:8px 0 0;font-size:13px"><a href="{{ DD21 }}" \
style="color:{{ DD11 }}">{{ DD22 }}</a></p>{% endif %}
</td></tr></table>
</td></tr></table>
</body>
</html>
`

const TEXT = `{{ DD3 }}

{{ DD4 }}

{{ DD5 }}: {{ DD1 }}

{{ DD6 }}

{{ DD18 }}

{% if DD19 %}{{ DD20 }}: {{ DD19 }}{% endif %}
{% if DD21 %}{{ DD22 }}: {{ DD21 }}{% endif %}
`

interface ConfirmationLook {
  /** Scheme and host of our pages. */
  origin: string
  /** The page that confirms, without the origin. */
  path: string
  language: FormLanguage
  brand: Brand
}

/** The values of the transaction, DD1 first. */
export function confirmationValues(
  { subject, title, text, button, otherwise }: ConfirmationTexts,
  { origin, path, language, brand }: ConfirmationLook,
): string[] {
  const { background, paper, text: ink, muted, accent, onAccent } = brand.colours
  const { src = '', alt = '', width = 160 } = brand.logo ?? {}
  return [
    origin + path,
    subject,
    title,
    text,
    button,
    otherwise,
    language,
    background,
    paper,
    ink,
    muted,
    accent,
    onAccent,
    FONTS[brand.fonts.body],
    src.startsWith('/m/') ? origin + src : src,
    alt,
    String(width),
    brand.address,
    ...legalLinks(brand, language).flatMap(({ href, text }) => [href, text]),
  ]
}

/**
 * The id of the project; it is made with the first form. Refuses an account without a sender: `of`
 * the list, if the brand has none.
 */
export async function projectForConfirmations(
  db: Store,
  accountId: number,
  listId: number,
): Promise<number> {
  const found = await projectIfSender(db, accountId, listId)
  if (found === undefined) throw refused('not-valid', 'form-sender')
  return found
}

/** The same; undefined: there is no sender. */
export async function projectIfSender(
  db: Store,
  accountId: number,
  listId: number,
): Promise<number | undefined> {
  const { sender, language } = await brandOf(db, accountId)
  const name = NAMES[language]
  const known =
    (await confirmationProject(db, { accountId })) ?? (await projectNamed(db, { accountId, name }))
  if (known) return known.id
  const list = await findList(db, { accountId, listId })
  const fromEmail = sender.email || list?.fromEmail || ''
  if (fromEmail === '') return undefined
  const from = { name: sender.name || list?.fromName || '', email: fromEmail }
  const { replyTo } = sender
  return (await addEmailProject(db, accountId, name, LINK, { ...from, replyTo })).id
}

/**
 * A project for emails of the form of confirmations, and its newsletter; not tracked. `link`: the
 * tag that its button leads to.
 */
export async function addEmailProject(
  db: Store,
  accountId: number,
  name: string,
  link: string,
  from: Brand['sender'],
): Promise<Project> {
  const newsletterId = await addDraft(db, accountId, {
    name,
    subject: '{{ DD2 }}',
    source: { kind: 'html', html: HTML.replace(LINK, link) },
    text: TEXT.replace(LINK, link),
    inlined: false,
  })
  const project = await makeProject(db, accountId, {
    name,
    newsletterId,
    fromName: from.name,
    fromEmail: from.email,
    replyTo: from.replyTo,
    routeId: null,
    marketing: false,
    repeats: '24h',
    retentionDays: 90,
    versions: [],
  })
  await trackHitsOf(db, accountId, { noun: 'project', id: project.id }, false)
  return project
}

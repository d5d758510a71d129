/** Prepares emails as they are given: checked, with their project, sender and content. */
import { hash } from 'node:crypto'
import type { Store } from '../../../db/db.ts'
import { returnIds, takeId } from '../../../db/ids.ts'
import { storeLocal } from '../../../db/store-local.ts'
import { createCache } from '../../../lib/cache.ts'
import { domainOf } from '../../../lib/email-address.ts'
import { isSigned } from '../../dkim/dkim.ts'
import { Refusal, refused } from '../../refusal.ts'
import { checkLine } from '../../text.ts'
import type { CheckedFile } from '../checks/check-attachments.ts'
import {
  type CheckedEmail,
  checkEmail,
  checkMetadata,
  checkTag,
  type EmailGiven,
  type EmailRecipient,
  type MailboxGiven,
} from '../checks/check-email.ts'
import { MAX_IDENTIFIER, repeatKey } from '../insert.ts'
import { projectAlone } from '../projects.ts'
import { keptFile } from './attachments.ts'
import { contentMaker, type EmailContent } from './email-content.ts'
import type { KeptContent } from './email-message.ts'
import { addMailProject } from './emails.sql.ts'
import { type EmailProject, projectCache } from './project-cache.ts'

export interface NewEmail extends EmailGiven {
  /** Id, guid or name; undefined: the project of emails that name none. */
  project: string | undefined
  /** The caller's idempotency key; empty: none. */
  identifier: string
  sendAt: Date | undefined
  trackOpens: boolean
  trackClicks?: boolean | undefined
  /** Of a key to try with: it goes nowhere. */
  isTest?: boolean | undefined
  tags: readonly string[]
  metadata: Readonly<Record<string, string>>
}

export interface PreparedEmail
  extends Pick<NewEmail, 'identifier' | 'sendAt' | 'tags' | 'metadata'>,
    Pick<EmailContent, 'subject' | 'format' | 'fields'> {
  project: EmailProject
  recipients: EmailRecipient[]
  /** As it is stored. */
  content: string
  files: CheckedFile[]
  isTest: boolean
  /** For each recipient what makes the call a repetition; none without an identifier. */
  keys: string[]
  /** Of emails that may have a key in common the same; undefined: there is no such email. */
  keyGroup: string | undefined
}

/** Of the project of emails that name none: the same in all accounts. */
const MAIL_PROJECT = '2f0c1c1e-6f0b-4c56-9a2e-7d3a9b1e54e0'

const MOST_SIGNED = 10_000
const SIGNED_MILLIS = 2_000

/**
 * For the emails of one call, which share look-ups. The function refuses invalid values, tags that
 * can't be filled in, a sender whose domain is not signed, and a paused project.
 */
export function createEmailPreparer(
  db: Store,
  accountId: number,
): (given: NewEmail) => Promise<PreparedEmail> {
  const projects = new Map<string, Promise<EmailProject>>()
  const signed = new Map<string, Promise<boolean>>()
  const once = <Value>(
    known: Map<string, Promise<Value>>,
    name: string,
    ask: () => Promise<Value>,
  ): Promise<Value> => {
    const asked = known.get(name) ?? ask()
    known.set(name, asked)
    return asked
  }
  const projectFor = (which: string) =>
    once(projects, which, () =>
      projectCache(db, accountId).through(which, () => activeProject(db, accountId, which)),
    )
  const isSignedFor = (domain: string) =>
    once(signed, domain, () => isSignedLately(db, accountId, domain))
  const make = contentMaker(db, accountId)
  return async function prepare(given) {
    const checked = checkEmail(given)
    const identifier = checkLine(given.identifier, 'identifier', MAX_IDENTIFIER)
    given.tags.forEach(checkTag)
    for (const label of Object.entries(given.metadata)) checkMetadata(label)
    const project = await projectFor(given.project ?? MAIL_PROJECT)
    const made = await make(given, checked, project)
    const from = await senderFor(made.newsletter ?? project, checked, isSignedFor)
    const { recipients, files } = checked
    const content = JSON.stringify(contentOf(given, checked, made, from, project))
    const { sendAt, tags, metadata } = given
    const isTest = given.isTest ?? false
    // One that was tried is not one that was sent.
    const of = isTest ? ['test'] : []
    const contentHash = hash('sha256', JSON.stringify([checked.subject ?? '', content, ...of]))
    const keys =
      identifier === ''
        ? []
        : recipients.map(one => repeatKey(identifier, one.emailKey, [contentHash], sendAt))
    const keyGroup =
      identifier === '' ? undefined : JSON.stringify([project.id, identifier, contentHash])
    const { subject, format, fields } = made
    const facts = { identifier, sendAt, tags, metadata, subject, format, fields, isTest }
    return { ...facts, project, recipients, content, files, keys, keyGroup }
  }
}

/** The domains of an account that it has signed for lately. */
const signedOf = storeLocal(() =>
  createCache<string, true>({ most: MOST_SIGNED, millis: SIGNED_MILLIS }),
)

/** A domain that is signed from now on is so at once; one that is no longer, after a moment. */
async function isSignedLately(db: Store, accountId: number, domain: string): Promise<boolean> {
  const place = `${accountId} ${domain}`
  if (signedOf(db).get(place)) return true
  const signed = await isSigned(db, accountId, domain)
  if (signed) signedOf(db).set(place, true)
  return signed
}

async function activeProject(db: Store, accountId: number, which: string): Promise<EmailProject> {
  const project =
    which === MAIL_PROJECT
      ? await mailProject(db, accountId)
      : await projectAlone(db, accountId, which)
  if (!project.active) throw new Refusal('no-such-project')
  return project
}

async function mailProject(db: Store, accountId: number): Promise<EmailProject> {
  const known = await projectAlone(db, accountId, MAIL_PROJECT).catch(error => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  if (known) return known
  const id = await takeId(db, accountId, 'project')
  const added = await addMailProject(db, { accountId, id, guid: MAIL_PROJECT, name: 'Emails' })
  if (added === 0) returnIds(db, accountId, 'project', [id])
  return projectAlone(db, accountId, MAIL_PROJECT)
}

/** The sender: one of a domain that is signed, or that of the project or its newsletter. */
async function senderFor(
  { fromEmail, fromName }: Pick<EmailProject, 'fromEmail' | 'fromName'>,
  { from }: CheckedEmail,
  isSignedFor: (domain: string) => Promise<boolean>,
) {
  if (!from) {
    if (fromEmail === '') throw refused('not-valid', 'sender-missing')
    return { address: fromEmail, name: fromName }
  }
  const domain = domainOf(from.address).toLowerCase()
  if (domain !== domainOf(fromEmail).toLowerCase() && !(await isSignedFor(domain)))
    throw refused('not-valid', 'sender-unsigned', { domain })
  return from
}

function contentOf(
  { trackOpens, trackClicks }: NewEmail,
  { addressed, replyTo, headers, files }: CheckedEmail,
  { html, text, template }: EmailContent,
  from: { address: string; name: string },
  project: EmailProject,
): KeptContent {
  const inOrder = ({ name, address }: MailboxGiven) => ({ name, address })
  return {
    html,
    text,
    trackOpens,
    fromName: from.name,
    fromEmail: from.address,
    replyTo: replyTo ?? project.replyTo,
    to: addressed.to.map(inOrder),
    cc: addressed.cc.map(inOrder),
    headers,
    // What most emails have not is absent: they are stored, and hashed for repetitions, as ever.
    ...(files.length > 0 && { attachments: files.map(keptFile) }),
    ...(trackClicks && { trackClicks }),
    ...(template && { template }),
  }
}

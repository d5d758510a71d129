/** Emails as they are given, made ready: checked, with their project, sender and content. */
import { hash } from 'node:crypto'
import type { Store } from '../../../db/db.ts'
import { gathered } from '../../../db/gather.ts'
import { returnIds, takeId } from '../../../db/ids.ts'
import { areSigned } from '../../dkim/dkim.ts'
import { Refusal, refused } from '../../refusal.ts'
import { checkText } from '../../text.ts'
import { MAX_IDENTIFIER, repeatKey } from '../insert.ts'
import { type Project, projectAlone } from '../projects.ts'
import { keptFile } from './attachments.ts'
import type { CheckedFile } from './check-attachments.ts'
import {
  type CheckedEmail,
  checkEmail,
  type EmailGiven,
  type EmailRecipient,
} from './check-email.ts'
import type { KeptContent } from './email-message.ts'
import { addMailProject } from './emails.sql.ts'

export interface NewEmail extends EmailGiven {
  /** Id, guid or name; undefined: the project of emails that name none. */
  project: string | undefined
  /** The caller's idempotency key; empty: none. */
  identifier: string
  sendAt: Date | undefined
  trackOpens: boolean
  tags: readonly string[]
  metadata: Readonly<Record<string, string>>
}

export interface ReadyEmail
  extends Pick<NewEmail, 'identifier' | 'sendAt' | 'tags' | 'metadata' | 'subject'> {
  project: MailProject
  recipients: EmailRecipient[]
  format: 'html' | 'text'
  /** As it is stored. */
  content: string
  files: CheckedFile[]
  /** For each recipient what makes the call a repetition; none without an identifier. */
  keys: string[]
  /** Of emails that may have a key in common the same; undefined: there is no such email. */
  keyGroup: string | undefined
}

type MailProject = Omit<Project, 'versions'>

/** Of the project of emails that name none: the same in all accounts. */
const MAIL_PROJECT = '2f0c1c1e-6f0b-4c56-9a2e-7d3a9b1e54e0'

/** Looks up what emails of one call have in common once. */
export interface EmailDesk {
  /** Refuses invalid values, a sender whose domain is not signed, and a paused project. */
  ready(given: NewEmail): Promise<ReadyEmail>
}

export function emailDesk(db: Store, accountId: number): EmailDesk {
  const projects = new Map<string, Promise<MailProject>>()
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
  return {
    async ready(given) {
      const checked = checkEmail(given)
      const identifier = checkText(given.identifier, 'identifier', MAX_IDENTIFIER)
      const which = given.project ?? MAIL_PROJECT
      const asked = once(projects, which, () => projectFor(db, accountId, which))
      const isSignedFor = (domain: string) =>
        once(signed, domain, () => isSignedSoon(db, accountId, domain))
      // Both are read at once; only a domain that is not the project's must be signed.
      const signing = checked.from && isSignedFor(domainOf(checked.from.address))
      const [project] = await Promise.all([asked, signing])
      const from = await senderFor(project, checked, isSignedFor)
      const { recipients, subject, files } = checked
      const content = JSON.stringify(contentOf(given, checked, from, project))
      const { sendAt, tags, metadata, html } = given
      const contentHash = hash('sha256', JSON.stringify([subject, content]))
      const keys =
        identifier === ''
          ? []
          : recipients.map(one => repeatKey(identifier, one.emailKey, [contentHash], sendAt))
      const format = html.trim() === '' ? 'text' : 'html'
      const keyGroup =
        identifier === '' ? undefined : JSON.stringify([project.id, identifier, contentHash])
      const facts = { identifier, sendAt, tags, metadata, subject }
      return { ...facts, project, recipients, format, content, files, keys, keyGroup }
    },
  }
}

/** Concurrent calls share a look at their project: those that come meanwhile share the next. */
const projectFor = gathered<string, MailProject>({
  one: activeProject,

  async many(db, accountId, calls) {
    const found = new Map<string, MailProject | Error>()
    for (const which of new Set(calls))
      found.set(which, await activeProject(db, accountId, which).catch((error: Error) => error))
    return calls.map(which => found.get(which)!)
  },
})

/** The same of the keys of a domain. */
const isSignedSoon = gathered<string, boolean>({
  one: async (db, accountId, domain) => (await areSigned(db, accountId, [domain]))[0]!,
  many: areSigned,
})

async function activeProject(db: Store, accountId: number, which: string): Promise<MailProject> {
  const project =
    which === MAIL_PROJECT
      ? await mailProject(db, accountId)
      : await projectAlone(db, accountId, which)
  if (!project.active) throw new Refusal('no-such-project')
  return project
}

async function mailProject(db: Store, accountId: number): Promise<MailProject> {
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

/** The sender: one of a domain that is signed, or the project's own. */
async function senderFor(
  { fromEmail, fromName }: MailProject,
  { from }: CheckedEmail,
  isSignedFor: (domain: string) => Promise<boolean>,
) {
  if (!from) {
    if (fromEmail === '') throw refused('not-valid', 'sender-missing')
    return { address: fromEmail, name: fromName }
  }
  const domain = domainOf(from.address)
  if (domain !== domainOf(fromEmail) && !(await isSignedFor(domain)))
    throw refused('not-valid', 'sender-unsigned', { domain })
  return from
}

const domainOf = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()

function contentOf(
  { html, text, trackOpens }: NewEmail,
  { recipients, replyTo, headers, files }: CheckedEmail,
  from: { address: string; name: string },
  project: MailProject,
): KeptContent {
  const those = (role: EmailRecipient['role']) =>
    recipients.filter(one => one.role === role).map(({ name, address }) => ({ name, address }))
  return {
    html,
    text,
    trackOpens,
    fromName: from.name,
    fromEmail: from.address,
    replyTo: replyTo ?? project.replyTo,
    to: those('to'),
    cc: those('cc'),
    headers,
    // Without files it is stored, and hashed for repetitions, as ever.
    ...(files.length > 0 && { attachments: files.map(keptFile) }),
  }
}

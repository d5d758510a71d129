/** Single emails as they are shown: with subjects, and hits where they are measured. */
import type { Db, Store } from '../../../db/db.ts'
import { FIELD_SEPARATOR } from '../../../lib/field-separator.ts'
import { compileLine } from '../../../mail/template/liquid.ts'
import { renderTemplate } from '../../../mail/template/merge.ts'
import { fieldsOfAccount } from '../../demographics/demographics.sql.ts'
import { untrackedOf } from '../../newsletters/exemptions.ts'
import { noSuch } from '../../refusal.ts'
import { foldHits } from '../../tracking/fold-hits.ts'
import { type TransactionDetails, transactionsOfIds } from '../transaction-details.ts'
import {
  emailsOfIds,
  givenOfEmails,
  subjectsOfProjects,
  valuesOfEmails,
} from './search-emails.sql.ts'

export interface FoundEmail extends TransactionDetails {
  /** Of the email whose content came with its call; null: its project has the content. */
  emailId: number | null
  subject: string
  /** Null: not measured. */
  opens: number | null
  clicked: number | null
}

export type LookedEmail = Awaited<ReturnType<typeof emailsOfIds>>[number]

export type SubjectOf = (row: Pick<LookedEmail, 'projectId' | 'version'>) => string

/** That of its version; of a version that was removed, the project's. */
export function subjectsBy(subjects: Awaited<ReturnType<typeof subjectsOfProjects>>): SubjectOf {
  const known = new Map(
    subjects.map(({ projectId, version, subject }) => [`${projectId} ${version}`, subject]),
  )
  return ({ projectId, version }) =>
    known.get(`${projectId} ${version}`) ?? known.get(`${projectId} `) ?? ''
}

/** Refuses an unknown transaction. */
export async function foundEmail(
  db: Store,
  accountId: number,
  transactionId: number,
): Promise<FoundEmail> {
  const looked = await emailsOfIds(db, { accountId, ids: [transactionId] })
  const subjects = await subjectsOfProjects(db, { accountId })
  const [found] = await foundEmails(db, accountId, looked, subjectsBy(subjects))
  if (!found) throw noSuch('no-such-transaction', transactionId)
  return found
}

/** In the order of the page. Includes hits answered before the call. */
export async function foundEmails(
  db: Store,
  accountId: number,
  page: readonly LookedEmail[],
  subjectOf: SubjectOf,
): Promise<FoundEmail[]> {
  if (page.length === 0) return []
  const ids = page.map(({ id }) => id)
  await foldHits(db, accountId)
  const given = new Map((await givenOfEmails(db, { accountId, ids })).map(row => [row.id, row]))
  const untracked = await untrackedOf(db, accountId, 'project')
  const found = await transactionsOfIds(db, accountId, ids)
  const byId = new Map(found.map(row => [row.id, row]))
  const say = await subjectSayer(db, accountId, ids)
  return page.flatMap(looked => {
    const row = byId.get(looked.id)
    if (!row) return []
    const isOff = untracked.has(row.projectId)
    const own = given.get(looked.id)
    return [
      {
        ...row,
        emailId: own?.emailId ?? null,
        subject: own ? own.subject : say(row, subjectOf(looked)),
        opens: measured(row.views, row.opensUnmeasured || isOff || own?.tracksOpens === false),
        clicked: measured(row.clicks, row.clicksUnmeasured || isOff || own?.tracksClicks === false),
      },
    ]
  })
}

const measured = (hits: number, isUnmeasured: boolean): number | null =>
  isUnmeasured && hits === 0 ? null : hits

/** With the values of each email at the tags. */
async function subjectSayer(db: Db, accountId: number, ids: number[]) {
  const fields = new Map(
    (await fieldsOfAccount(db, { accountId })).map(({ name, number }) => [name, number] as const),
  )
  const values = new Map(
    (await valuesOfEmails(db, { accountId, ids })).map(row => [row.id, row.fields]),
  )
  return ({ id, email, name }: TransactionDetails, subject: string): string => {
    try {
      return renderTemplate(compileLine(subject, fields, 'subject'), {
        email,
        name,
        fields: (values.get(id) ?? '').split(FIELD_SEPARATOR),
        unsubscribeUrl: '',
        preferencesUrl: '',
        webVersionUrl: '',
        measuringUrl: '',
      })
    } catch {
      // Of a field that was removed, or with values that it fails with.
      return subject
    }
  }
}

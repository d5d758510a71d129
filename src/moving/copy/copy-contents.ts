/**
 * Copies what programs name by id beside lists: templates, newsletters, projects and triggers. Of
 * templates and triggers the operations tell only id and name: those get a placeholder, and the
 * triggers are paused.
 */

import { contract } from '../../contract/index.ts'
import { filtersById } from '../../domain/filters/filters.sql.ts'
import { countsOf, differs, moveOn } from '../../domain/moves/move.ts'
import { findNewsletter } from '../../domain/newsletters/newsletters.sql.ts'
import { addDraft, editDraft, savedNewsletter } from '../../domain/newsletters/save-newsletter.ts'
import { Refusal } from '../../domain/refusal.ts'
import { saveNewTemplate } from '../../domain/templates/save-template.ts'
import { findTemplate } from '../../domain/templates/templates.sql.ts'
import { findProjectBy, makeProject, setActive } from '../../domain/transactions/projects.ts'
import { addNewTrigger } from '../../domain/triggers/save-trigger.ts'
import { findTrigger } from '../../domain/triggers/triggers.sql.ts'
import { formatInstant } from '../../lib/instant.ts'
import { onOneLine } from '../../lib/plain-text.ts'
import { escapeText } from '../../lib/xml/xml.ts'
import { isWrong, rowReader } from './cells.ts'
import { eachRecord, noteWrong } from './copy-lists.ts'
import type { CopyJob } from './job.ts'
import { readTable } from './small-tables.ts'

export async function copyTemplates(job: CopyJob): Promise<void> {
  const { db, accountId, move, old } = job
  const { rows, wrong } = await readTable(old, 'GetActiveTemplates', ['id'])
  await noteWrong(job, 'templates', wrong)
  for (const { id, name, description } of rows)
    await eachRecord(job, 'templates', `template ${id}`, async () => {
      const there = await findTemplate(db, { accountId, id: id! })
      if (!there) {
        const title = onOneLine(name ?? '').trim() || `Template ${id}`
        await saveNewTemplate(
          db,
          accountId,
          {
            name: title,
            description: description ?? '',
            source: { kind: 'html', html: placeholderFor(title) },
          },
          { id: id! },
        )
      }
      countsOf(move, 'templates').here++
      return there ? 'same' : 'added'
    })
}

const placeholderFor = (title: string): string =>
  `<html><body><p>${escapeText(title)}: its design is to be put here.</p></body></html>`

/**
 * Those that projects name, those whose ids were given, and all of them where the former service
 * has an operation that tells.
 */
export async function copyNewsletters(job: CopyJob): Promise<void> {
  const { old } = job
  const projects = await readTable(old, 'GetTransactionProjects', ['projectGuid'])
  const ids = new Set<number>()
  for (const { newsletterId } of projects.rows) if (newsletterId) ids.add(newsletterId)
  for (const id of job.newsletterIds) ids.add(id)
  if (old.has('GetDetailedNewsletters')) await addAllIds(job, ids)
  for (const id of [...ids].sort((a, b) => a - b)) {
    const { rows, wrong } = await readTable(old, 'GetNewsletterDetails', ['id'], {
      newsletterId: String(id),
    })
    await noteWrong(job, 'newsletters', wrong)
    for (const row of rows)
      await eachRecord(job, 'newsletters', `newsletter ${row.id}`, () => copyNewsletter(job, row))
  }
}

/** Only ids are kept: each newsletter has up to 10 MB. */
async function addAllIds({ old }: CopyJob, ids: Set<number>): Promise<void> {
  const { table, fields } = contract.GetDetailedNewsletters.result
  const ever = { from: '2000-01-01', until: formatInstant(new Date()).slice(0, 10) }
  await old.read('GetDetailedNewsletters', ever, () => {
    const reader = rowReader('GetDetailedNewsletters', table, fields, ['id'])
    return async (part, columns) => {
      for (const row of part) {
        const cells = reader.read(row, columns)
        if (!isWrong(cells) && cells.id !== null) ids.add(cells.id)
      }
    }
  })
}

type OldNewsletter = Awaited<ReturnType<typeof readTable<'GetNewsletterDetails'>>>['rows'][number]

async function copyNewsletter(
  { db, accountId, move }: CopyJob,
  row: OldNewsletter,
): Promise<'added' | 'changed' | 'same'> {
  const id = row.id!
  const draft = {
    name: onOneLine(row.name ?? ''),
    subject: row.subject ?? '',
    preheader: '',
    source: { kind: 'html' as const, html: row.html ?? '' },
    text: row.html ? '' : (row.text ?? ''),
    fromName: onOneLine(row.fromName ?? ''),
    fromEmail: row.fromEmail ?? '',
    replyTo: '',
    listId: row.listId ?? null,
  }
  const there = await findNewsletter(db, { accountId, id })
  if (!there) {
    await addDraft(db, accountId, draft, { id })
    countsOf(move, 'newsletters').here++
    return 'added'
  }
  countsOf(move, 'newsletters').here++
  const known = await savedNewsletter(db, accountId, id)
  const same =
    known.subject === draft.subject.trim() &&
    known.source.kind === 'html' &&
    known.source.html === draft.source.html &&
    (draft.name.trim() === '' || known.name === draft.name.trim())
  if (same) return 'same'
  await editDraft(db, accountId, id, draft)
  return 'changed'
}

export async function copyProjects(job: CopyJob): Promise<void> {
  const { db, accountId, move, old } = job
  const { rows, wrong } = await readTable(old, 'GetTransactionProjects', ['projectGuid', 'name'])
  await noteWrong(job, 'projects', wrong)
  for (const row of rows) {
    const guid = (row.projectGuid ?? '').trim().toLowerCase()
    await eachRecord(job, 'projects', `project ${guid.slice(0, 40)}`, async () => {
      const there = await knownProject(job, guid)
      if (!there) {
        const made = await makeProject(
          db,
          accountId,
          {
            name: onOneLine(row.name ?? '').trim() || guid,
            newsletterId: row.newsletterId ?? 0,
            fromName: '',
            fromEmail: '',
            replyTo: '',
            routeId: null,
            marketing: false,
            repeats: '24h' as const,
            retentionDays: null,
            versions: [],
          },
          guid,
        )
        if (row.active === false) await setActive(db, accountId, String(made.id), false)
      } else if (row.active !== null && row.active !== there.active)
        await setActive(db, accountId, String(there.id), row.active)
      countsOf(move, 'projects').here++
      if (!there) return 'added'
      return row.active !== null && row.active !== there.active ? 'changed' : 'same'
    })
  }
}

async function knownProject({ db, accountId }: CopyJob, guid: string) {
  try {
    return await findProjectBy(db, accountId, guid)
  } catch (error) {
    if (error instanceof Refusal && error.reason === 'no-such-project') return undefined
    throw error
  }
}

export async function copyTriggers(job: CopyJob): Promise<void> {
  const { db, accountId, move, old } = job
  const { rows, wrong } = await readTable(old, 'GetTriggerIdForAccount', ['id', 'name'])
  await noteWrong(job, 'triggers', wrong)
  for (const { id, name, listId } of rows)
    await eachRecord(job, 'triggers', `trigger ${id}`, async () => {
      const there = await findTrigger(db, { accountId, triggerId: id! })
      if (!there)
        await addNewTrigger(db, accountId, placeholder(onOneLine(name ?? ''), listId ?? 0), true, {
          id: id!,
        })
      countsOf(move, 'triggers').here++
      return there ? 'same' : 'added'
    })
}

/** No operation returns the condition of a filter: missing ones are reported as differences. */
export async function nameFilters(job: CopyJob): Promise<void> {
  const { db, accountId, move, old } = job
  if (!old.has('GetFilters')) return
  const { rows, wrong } = await readTable(old, 'GetFilters', ['id', 'name'])
  await noteWrong(job, 'filters', wrong)
  const ids = rows.map(({ id }) => id!)
  const here = new Set((await filtersById(db, { accountId, ids })).map(({ id }) => id))
  await moveOn(db, move, { step: 'filters' }, async () => {
    const counts = countsOf(move, 'filters')
    counts.read += rows.length
    counts.here += here.size
    for (const { id, name } of rows)
      if (!here.has(id!))
        differs(
          move,
          'filters',
          'not copied, their conditions are unknown: pennypost filter add NAME CONDITION --id ID',
          `filter ${id}  ${name ?? ''}`,
        )
  })
}

/** Strings of JSON are strings of YAML. */
const placeholder = (name: string, listId: number): string =>
  `# Its steps are to be written: the old service gives only its name and list.
trigger: ${JSON.stringify(name.trim())}
list: ${listId}
start: joined
steps:
  - step: wait
    wait: 1 day
`

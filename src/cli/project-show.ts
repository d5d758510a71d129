/** `pennypost project show`: a project, and the results of its emails. */
import { type VersionResult, versionResults } from '../domain/reports/project-results.ts'
import { routes } from '../domain/routes/routes.sql.ts'
import { findProjectBy, type Project } from '../domain/transactions/projects.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount } from './account-option.ts'
import type { Context } from './context.ts'
import { count } from './long-work.ts'

export async function showProject(
  context: Context,
  which: string,
  options: AccountOption,
): Promise<void> {
  const { project, results, route } = await forAccount(
    context,
    options,
    async (db, { id: accountId }) => {
      const found = await findProjectBy(db, accountId, which)
      return {
        project: found,
        results: await versionResults(db, accountId, found.id),
        route: (await routes(db, {})).find(({ id }) => id === found.routeId)?.name ?? null,
      }
    },
  )
  if (options.json) return context.printJson({ ...projectFacts(project), route, results })
  const {
    guid,
    name,
    id,
    active,
    marketing,
    repeats,
    retentionDays,
    newsletterId,
    fromName,
    fromEmail,
    versions,
  } = project
  const row = (title: string, value: string) => context.print(`${`${title}:`.padEnd(13)}${value}`)
  row(`Project ${id}`, `${name}${active ? '' : ' (paused)'}`)
  row('Guid', guid)
  row('Newsletter', String(newsletterId))
  if (fromEmail !== '' || fromName !== '')
    row('Sender', `${fromName}${fromEmail === '' ? '' : ` <${fromEmail}>`}`.trim())
  if (route !== null) row('Route', route)
  row(
    'Kind',
    marketing
      ? 'marketing: not to those who have opted out'
      : 'receipts and the like: opting out does not stop them',
  )
  row(
    'Repetitions',
    repeats === 'off'
      ? 'every call sends'
      : repeats === '24h'
        ? 'kept back for 24 hours'
        : 'kept back for ever',
  )
  row('Kept', retentionDays === null ? 'for good' : `${retentionDays} days`)
  for (const { name, weight, newsletterId } of versions)
    row(`Version ${name}`, `weight ${weight}, newsletter ${newsletterId}`)
  for (const line of resultLines(results)) context.print(line)
}

const COLUMNS = [
  ['messages', 'Emails'],
  ['waiting', 'Waiting'],
  ['delivered', 'Delivered'],
  ['bounced', 'Bounced'],
  ['failed', 'Failed'],
  ['uncertain', 'Uncertain'],
  ['withdrawn', 'Withdrawn'],
  ['viewed', 'Opened'],
  ['clicked', 'Clicked'],
] as const

/** A line per version, and a total if there are several. */
function resultLines(results: readonly VersionResult[]): string[] {
  if (results.length === 0) return ['It has sent nothing yet.']
  const sums = (key: (typeof COLUMNS)[number][0]) => results.reduce((sum, row) => sum + row[key], 0)
  const line = (
    title: string,
    value: (key: (typeof COLUMNS)[number][0], header: string) => string,
  ) =>
    `${title.padEnd(9)}${COLUMNS.map(([key, header]) => value(key, header).padStart(11)).join('')}`
  return [
    line('Version', (_, header) => header),
    ...results.map(row => line(row.version || '-', key => count(row[key]))),
    ...(results.length > 1 ? [line('all', key => count(sums(key)))] : []),
  ]
}
/** The JSON output. */
export const projectFacts = ({ created, ...project }: Project) => ({
  ...project,
  created: formatInstant(created),
})

/** `pennypost project show`: a project, and the results of its emails. */
import type { ActionOf, AnswerOf } from '../actions/action.ts'
import type { projects } from '../actions/projects/projects.ts'
import { count } from './long-work.ts'

type Project = AnswerOf<ActionOf<typeof projects, 'GET /projects/:projectId'>>

export function showProject(project: Project, { print }: { print(line: string): void }): void {
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
    route,
    tracking,
    results,
  } = project
  const row = (title: string, value: string) => print(`${`${title}:`.padEnd(13)}${value}`)
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
  row('Tracking', tracking ? 'opens and clicks' : 'off: opens and clicks are not tracked')
  row('Kept', retentionDays === null ? 'for good' : `${retentionDays} days`)
  for (const { name, weight, newsletterId } of versions)
    row(`Version ${name}`, `weight ${weight}, newsletter ${newsletterId}`)
  for (const line of resultLines(results, tracking)) print(line)
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

const OF_HITS: ReadonlySet<string> = new Set(['viewed', 'clicked'])

/** A line per version, and a total if there are several. */
function resultLines(results: Project['results'], tracked: boolean): string[] {
  if (results.length === 0) return ['It has sent nothing yet.']
  const sums = (key: (typeof COLUMNS)[number][0]) => results.reduce((sum, row) => sum + row[key], 0)
  // Earlier emails may have been tracked.
  const shown = (key: string, number: number): string =>
    !tracked && number === 0 && OF_HITS.has(key) ? '–' : count(number)
  const line = (
    title: string,
    value: (key: (typeof COLUMNS)[number][0], header: string) => string,
  ) =>
    `${title.padEnd(9)}${COLUMNS.map(([key, header]) => value(key, header).padStart(11)).join('')}`
  return [
    line('Version', (_, header) => header),
    ...results.map(row => line(row.version || '-', key => shown(key, row[key]))),
    ...(results.length > 1 ? [line('all', key => shown(key, sums(key)))] : []),
  ]
}

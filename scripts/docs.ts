/**
 * Generates the pages of docs/ that are derived from the program: `npm run docs`. With `--check` it
 * writes nothing and fails when a page is stale. To add a page, add a function to `pages`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { tools } from '../src/console-api/v1/mcp/tools.ts'
import { groups } from '../src/contract/index.ts'
import type { Param } from '../src/contract/params.ts'
import type { Field, Operation, Result } from '../src/contract/types.ts'
import type { Store } from '../src/db/db.ts'
import { type Reason, reasons } from '../src/domain/refusal.ts'
import { createMetrics } from '../src/metrics/registry.ts'
import { settings } from '../src/settings/config.ts'
import { columnName, formOf, isNumber, typeWords } from '../src/soap/help.ts'
import { refusals } from '../src/soap/refusals.ts'
import { typeName } from '../src/soap/wsdl-types.ts'
import { rooms } from './floor-plan.ts'
import { floors } from './floors.ts'
import { keyLine } from './key-line.ts'

const pages: Record<string, () => string> = {
  'docs/operations.md': operationsPage,
  'docs/metrics.md': metricsPage,
}

/** Tables within a handwritten page, each between two comments that name it. */
const parts: Record<string, Record<string, () => string[]>> = {
  'docs/architecture.md': {
    rooms: roomsTable,
    domain: () => floorsTable('domain'),
    mail: () => floorsTable('mail'),
    sms: () => floorsTable('sms'),
  },
  'docs/configuration.md': { settings: settingsTable },
  'docs/assistants.md': { tools: toolsTable },
}

// ---- operations

/** Titles of the groups of operations, in the order of the specification. */
const titles: Record<keyof typeof groups, string> = {
  subscribers: 'Subscribers',
  lists: 'Mailing lists',
  imports: 'Imports',
  transactions: 'Transactional emails',
  sms: 'SMS',
  reports: 'Reports and triggers',
  newsletters: 'Newsletters and the account',
  additions: 'Beyond the specification',
}

function operationsPage(): string {
  const sections = Object.entries(groups) as [keyof typeof groups, Record<string, Operation>][]
  return lines(
    '# Operations',
    '',
    'Every operation is offered over SOAP 1.1, SOAP 1.2, HTTP GET and HTTP POST at ' +
      '`/externalapiservice.asmx`, which also shows',
    'sample messages. The first two parameters of each are `strUsername` and `strPassword`, ' +
      'both strings, and are not repeated below.',
    'Parameters marked optional may be left out; in SOAP that holds for every string.',
    '',
    ...sections.map(([group, entries]) => {
      const links = Object.keys(entries).map(name => `[${name}](#${name.toLowerCase()})`)
      return `- ${titles[group]}: ${links.join(', ')}`
    }),
    '- [Refusals](#refusals)',
    ...sections.flatMap(([group, entries]) => [
      '',
      `## ${titles[group]}`,
      ...Object.entries(entries).flatMap(([name, entry]) => operationSection(name, entry)),
    ]),
    '',
    ...refusalSection(),
  )
}

function operationSection(name: string, { summary, params, result, reads }: Operation): string[] {
  const rows = Object.values(params).map((param: Param<unknown>) => [
    `\`${param.wire}\``,
    typeWords(param),
    formOf(param),
    param.optional ? 'optional' : '',
    param.note,
  ])
  return [
    '',
    `### ${name}`,
    '',
    summary,
    '',
    ...(rows.length > 0
      ? table(['Parameter', 'Type', 'Form', '', 'Note'], rows)
      : ['No further parameters.']),
    '',
    ...resultLines(result),
    '',
    refusalLine(result, reads),
    '',
    keyLine(name),
  ]
}

function resultLines(result: Result): string[] {
  if (result.kind === 'value')
    return [`Answers ${result.xsd === 'int' ? 'an' : 'a'} ${result.xsd}.`]
  const fields = (Object.values(result.fields) as Field<unknown>[]).map(field => [
    `\`${columnName(field)}\``,
    typeWords(field),
    field.xsd === 'string' ? formOf(field) : '',
  ])
  const words = {
    dataset: `Answers a DataSet with the table \`${result.kind === 'dataset' ? result.table : ''}\`:`,
    record: `Answers one \`${typeName(result)}\`:`,
    records: `Answers a list, \`${typeName(result)}\`, of:`,
  }
  return [
    words[result.kind],
    '',
    ...table([result.kind === 'dataset' ? 'Column' : 'Field', 'Type', 'Form'], fields),
  ]
}

function refusalLine(result: Result, reads: boolean): string {
  if (isNumber(result)) return 'Refused: a negative number, see [refusals](#refusals).'
  if (result.kind === 'value' && result.nullable)
    return 'Refused: nil; a fault when the credentials are wrong.'
  if (!reads) return 'Refused: a fault, see [refusals](#refusals).'
  const empty = result.kind === 'dataset' ? 'an empty DataSet' : 'an empty list'
  return (
    `An id or an address that names nothing: ${empty}. Refused: a fault, see ` +
    '[refusals](#refusals).'
  )
}

function refusalSection(): string[] {
  const rows = (Object.keys(reasons) as Reason[])
    .sort((a, b) => refusals[b].code - refusals[a].code)
    .map(reason => [
      `${refusals[reason].code}`,
      `\`${reason}\``,
      reasons[reason],
      refusals[reason].fault ? 'always a fault' : '',
    ])
  return [
    '## Refusals',
    '',
    'An operation that answers a number answers the code, with status 200. Where the result ' +
      'has no room for a number the refusal is',
    'a fault with status 500: in SOAP its detail holds code and reason, over HTTP GET and ' +
      'POST they end the line of text.',
    '',
    ...table(['Code', 'Reason', 'What it says', ''], rows),
  ]
}

// ---- settings

function settingsTable(): string[] {
  const rows = settings.map(({ name, type, default: byDefault, sentence, secret }) => [
    `\`${name}\`${secret ? ' *' : ''}`,
    type,
    byDefault === '' ? '' : `\`${byDefault}\``,
    sentence,
  ])
  return table(['Setting', 'Type', 'Default', 'What it is for'], rows)
}

// ---- tools

function toolsTable(): string[] {
  const rows = tools.map(({ name, about }) => [`\`${name}\``, about])
  return table(['Tool', 'What it is for'], rows)
}

// ---- metrics

function metricsPage(): string {
  // Only definitions are read, so no store is needed.
  const metrics = createMetrics({
    store: {} as Store,
    dataDir: '',
    storeUp: async () => false,
    nodes: async () => [],
    hits: () => ({ waiting: 0, lost: 0 }),
  })
  const rows = metrics
    .definitions()
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, type, labelNames, help }) => [
      `\`${name}\``,
      type,
      labelNames.map(label => `\`${label}\``).join(', '),
      help,
    ])
  return lines(
    '# Metrics',
    '',
    'The metrics at `/metrics`, besides those of Node.js (`process_*`, `nodejs_*`). Alarms ' +
      'and access:',
    '[operating](operating.md#metrics).',
    '',
    ...table(['Name', 'Type', 'Labels', 'Meaning'], rows),
  )
}

// ---- the floor plan

function roomsTable(): string[] {
  const shown = (entry: string): string => {
    const [what = '', only] = entry.split(':')
    const name = what === 'main' ? '`main.ts`' : what.includes('/') ? `\`${what}\`` : what
    return only === undefined ? name : `${only} of ${name}`
  }
  const rows = Object.entries(rooms).map(([name, { about, imports }]) => [
    `\`${name}/\``,
    about,
    imports.map(shown).join(', ') || 'nothing of ours',
  ])
  return table(
    ['Room', 'What it is for', 'May import'],
    [
      ...rows,
      [
        'hallway',
        '`main.ts` starts and stops the service, `app.ts` gives each request to the edge it is for',
        'everything',
      ],
    ],
  )
}

function floorsTable(room: string): string[] {
  const rows = floors[room]!.flatMap(({ name, folders }) =>
    Object.entries(folders).map(([folder, about], i) => [
      i === 0 ? name : '',
      folder === '.' ? `\`${room}/\` itself` : `\`${folder}/\``,
      about,
    ]),
  )
  return table(['Floor', 'Folder', 'What it is for'], rows)
}

// ---- writing

function table(head: string[], rows: string[][]): string[] {
  const row = (cells: string[]): string =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll(/ {2,}/g, ' ')
  return [row(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(row)]
}

const lines = (...all: string[]): string => `${all.join('\n')}\n`

/** Compares each page with its file, and writes it if it differs. */
function main(check: boolean): void {
  const stale: string[] = []
  for (const path of [...Object.keys(pages), ...Object.keys(parts)]) {
    const file = new URL(`../${path}`, import.meta.url)
    const before = readOrEmpty(file)
    const text = pages[path]
      ? `<!-- Written by scripts/docs.ts. Change what it is derived from instead. -->\n\n` +
        `${pages[path]()}`
      : withParts(before, parts[path]!)
    if (text === before) continue
    stale.push(path)
    if (!check) writeFileSync(file, text)
  }
  if (check && stale.length > 0) {
    console.error(`Stale: ${stale.join(', ')}. Run npm run docs.`)
    process.exitCode = 1
  } else if (stale.length > 0) console.log(`Written: ${stale.join(', ')}.`)
}

/** The page with its tables updated. Throws if it lacks a place for one. */
function withParts(page: string, tables: Record<string, () => string[]>): string {
  return Object.entries(tables).reduce((text, [name, rows]) => {
    const begin = `<!-- ${name}: written by scripts/docs.ts -->\n`
    const end = `<!-- end of ${name} -->\n`
    const [head, rest = ''] = text.split(begin)
    const tail = rest.split(end)[1]
    if (tail === undefined) throw new Error(`there is no place for the table "${name}"`)
    return `${head}${begin}\n${lines(...rows())}\n${end}${tail}`
  }, page)
}

function readOrEmpty(file: URL): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

main(process.argv.includes('--check'))

/**
 * `pennypost project ...`: transaction projects, whose emails programs send one by one: newsletter,
 * sender, versions, results.
 */
import { type Command, InvalidArgumentError } from 'commander'
import type { Db } from '../db/db.ts'
import { trackHitsOf } from '../domain/newsletters/exemptions.ts'
import { routeNamed } from '../domain/routes/keep-route.ts'
import { projectsOfAccount } from '../domain/transactions/projects.sql.ts'
import {
  editProject,
  makeProject,
  type Project,
  type ProjectFacts,
  type ProjectVersion,
  REPEATS,
  setActive,
} from '../domain/transactions/projects.ts'
import { formatInstant } from '../lib/instant.ts'
import { type AccountOption, forAccount, withAccount } from './account-option.ts'
import { idOf } from './arguments.ts'
import { CommandFailed, type Context } from './context.ts'
import { projectFacts, showProject } from './project-show.ts'

interface ProjectOptions extends AccountOption {
  guid?: string
  name?: string
  newsletter?: number
  fromName?: string
  fromEmail?: string
  replyTo?: string
  route?: string | false
  marketing?: boolean
  repeats?: ProjectFacts['repeats']
  retention?: number | false
  version?: ProjectVersion[] | false
  tracking?: boolean
}

export function repeats(text: string): ProjectFacts['repeats'] {
  const known = REPEATS.find(one => one === text)
  if (!known) throw new InvalidArgumentError(`One of ${REPEATS.join(', ')}.`)
  return known
}

function version(text: string, before: ProjectVersion[] | false | undefined): ProjectVersion[] {
  const [, name, weight, newsletter] =
    /^([A-Za-z0-9]{1,20})=(\d{1,7}):([1-9]\d{0,8})$/.exec(text) ?? []
  if (name === undefined)
    throw new InvalidArgumentError(
      'A version is written NAME=WEIGHT:NEWSLETTER, for example A=50:3.',
    )
  return [...(before || []), { name, weight: Number(weight), newsletterId: Number(newsletter) }]
}

const withFacts = (command: Command): Command =>
  command
    .option('--from-name <name>', "the sender's name; otherwise the newsletter's, or its list's")
    .option(
      '--from-email <address>',
      "the sender's address; otherwise the newsletter's, or its list's",
    )
    .option('--reply-to <address>', 'where replies go; otherwise as the newsletter says')
    .option('--route <name>', 'the route that its emails take; otherwise as all emails do')
    .option('--no-route', 'as all emails do')
    .option('--marketing', 'its emails name a way to unsubscribe, and who has opted out gets none')
    .option('--no-marketing', 'receipts, passwords: they go to those who have opted out as well')
    .option('--tracking', 'opens and clicks of its emails are counted')
    .option('--no-tracking', 'they are not: no pixel, and links as written')
    .option(
      '--repeats <how long>',
      `for how long the same call again sends nothing: ${REPEATS.join(', ')}`,
      repeats,
    )
    .option(
      '--retention <days>',
      'how long addresses, names and data of its transactions are kept',
      idOf('day'),
    )
    .option('--no-retention', 'they are kept for good')
    .option(
      '--version <name=weight:newsletter>',
      'a version of InsertTransactionWithSplit; may be repeated',
      version,
    )

const VERSIONS = `
Each address is assigned one version by weight, the same every time. \
A new version takes its share from all others; no address moves
between those.
`

export function register(project: Command, context: Context): void {
  const one = (name: string) =>
    withAccount(
      project.command(name).argument('<project>', 'which project: its id, its guid or its name'),
    )

  withFacts(withAccount(project.command('add')))
    .requiredOption('--name <name>', 'what it is called')
    .requiredOption('--newsletter <id>', 'the newsletter that is its email', idOf('newsletter'))
    .option('--guid <guid>', 'its guid at another service, which it keeps')
    .description('Make a project and show its guid, by which programs name it.')
    .addHelpText(
      'after',
      `${VERSIONS}
Examples:
  $ pennypost project add --name Orders --newsletter 3 --from-email shop@example.com
  $ pennypost project add --name Welcome --newsletter 4 --marketing --version A=50:4 --version \
B=50:5`,
    )
    .action((options: ProjectOptions) => add(context, options))

  withAccount(project.command('list'))
    .description('List the projects.')
    .addHelpText('after', '\nExample:\n  $ pennypost project list --json')
    .action((options: AccountOption) => list(context, options))

  one('show')
    .description('Show a project, and what became of its emails, version by version.')
    .addHelpText('after', '\nExample:\n  $ pennypost project show Orders')
    .action((which: string, options: AccountOption) => showProject(context, which, options))

  withFacts(one('edit'))
    .option('--name <name>', 'what it is called')
    .option('--newsletter <id>', 'the newsletter that is its email', idOf('newsletter'))
    .option('--no-version', 'take its versions away')
    .description('Change a project. Given versions replace all existing ones.')
    .addHelpText(
      'after',
      `${VERSIONS}\nExample:\n  $ pennypost project edit Welcome --version A=20:4 --version B=80:5`,
    )
    .action((which: string, options: ProjectOptions) => edit(context, which, options))

  one('pause')
    .description('Take no transactions for it, and let those that it has wait.')
    .addHelpText('after', '\nExample:\n  $ pennypost project pause Orders')
    .action((which: string, options: AccountOption) => steer(context, which, options, false))

  one('resume')
    .description('Go on with a paused project: what waits is sent, and transactions are taken.')
    .addHelpText('after', '\nExample:\n  $ pennypost project resume Orders')
    .action((which: string, options: AccountOption) => steer(context, which, options, true))
}

/** The given facts only. */
async function factsGiven(db: Db, options: ProjectOptions): Promise<Partial<ProjectFacts>> {
  const {
    name,
    newsletter,
    fromName,
    fromEmail,
    replyTo,
    route,
    marketing,
    repeats,
    retention,
    version,
  } = options
  const routeId =
    typeof route === 'string'
      ? (await routeNamed(db, route)).id
      : route === false
        ? null
        : undefined
  const given = {
    ...{
      name,
      newsletterId: newsletter,
      fromName,
      fromEmail,
      replyTo,
      routeId,
      marketing,
      repeats,
    },
    retentionDays: retention === false ? null : retention,
    versions: version === false ? [] : version,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const USUAL: Omit<ProjectFacts, 'name' | 'newsletterId'> = {
  ...{ fromName: '', fromEmail: '', replyTo: '', routeId: null, marketing: false },
  ...{ repeats: '24h', retentionDays: null, versions: [] },
}

async function add(context: Context, options: ProjectOptions): Promise<void> {
  const made = await forAccount(context, options, async (db, { id }) => {
    const given = await factsGiven(db, options)
    const facts = { ...USUAL, name: options.name!, newsletterId: options.newsletter!, ...given }
    const project = await makeProject(db, id, facts, options.guid)
    await track(db, id, project, options)
    return project
  })
  if (options.json) return context.printJson(projectFacts(made))
  context.print(`Project ${made.id} was made. Programs name it by its guid: ${made.guid}`)
}

async function list(context: Context, options: AccountOption): Promise<void> {
  const rows = await forAccount(context, options, (db, { id }) =>
    projectsOfAccount(db, { accountId: id }),
  )
  if (options.json)
    return context.printJson(
      rows.map(({ projectGuid, created, ...row }) => ({
        ...row,
        guid: projectGuid,
        created: formatInstant(created),
      })),
    )
  if (rows.length === 0)
    return context.print(
      'There are no projects yet. To make one: pennypost project add --name "..." --newsletter ID',
    )
  context.print(`${'Id'.padStart(6)}  ${'Guid'.padEnd(36)}  Newsletter  Name`)
  for (const { id, projectGuid, newsletterId, name, active } of rows)
    context.print(
      `${String(id).padStart(6)}  ${projectGuid}  ` +
        `${String(newsletterId ?? 'gone').padStart(10)}  ${name}${active ? '' : ' (paused)'}`,
    )
}

async function edit(context: Context, which: string, options: ProjectOptions): Promise<void> {
  const changed = await forAccount(context, options, async (db, { id }) => {
    const given = await factsGiven(db, options)
    if (Object.keys(given).length === 0 && options.tracking === undefined)
      throw new CommandFailed('Nothing to change: give --name, --newsletter, ...')
    const project = await editProject(db, id, which, given)
    await track(db, id, project, options)
    return project
  })
  if (options.json) return context.printJson(projectFacts(changed))
  context.print(
    `Project ${changed.id} was changed. It counts for emails that are written from now on.`,
  )
}

async function track(
  db: Db,
  accountId: number,
  { id }: Project,
  { tracking }: ProjectOptions,
): Promise<void> {
  if (tracking !== undefined) await trackHitsOf(db, accountId, { noun: 'project', id }, tracking)
}

async function steer(
  context: Context,
  which: string,
  options: AccountOption,
  active: boolean,
): Promise<void> {
  const changed = await forAccount(context, options, (db, { id }) =>
    setActive(db, id, which, active),
  )
  if (options.json) return context.printJson(projectFacts(changed))
  context.print(
    active
      ? `Project ${changed.id} is running.`
      : `Project ${changed.id} is paused. Programs get the answer -3 (no such project). To ` +
          `resume: pennypost project resume ${changed.id}`,
  )
}

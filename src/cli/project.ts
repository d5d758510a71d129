/**
 * `pennypost project ...`: transaction projects, whose emails programs send one by one: newsletter,
 * sender, versions, results.
 */
import { type Command, InvalidArgumentError } from 'commander'
import { projects } from '../actions/projects/projects.ts'
import type { ProjectVersion } from '../domain/transactions/projects.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { registerResults } from './project-results.ts'
import { showProject } from './project-show.ts'
import { queuedAgain } from './queued-again.ts'

function version(text: string): ProjectVersion {
  const [, name, weight, newsletter] =
    /^([A-Za-z0-9]{1,20})=(\d{1,7}):([1-9]\d{0,8})$/.exec(text) ?? []
  if (name === undefined)
    throw new InvalidArgumentError(
      'A version is written NAME=WEIGHT:NEWSLETTER, for example A=50:3.',
    )
  return { name, weight: Number(weight), newsletterId: Number(newsletter) }
}

/** How its values are given. */
const values = {
  flags: {
    newsletterId: 'newsletter',
    routeId: 'route',
    retentionDays: 'retention',
    versions: 'version',
  },
  read: { versions: version },
  notes: `\
A version is written NAME=WEIGHT:NEWSLETTER; the option may be repeated. Each address is assigned
one version by weight, the same every time. A new version takes its share from all others; no
address moves between those.`,
}

export function register(group: Command, context: Context): void {
  registerResults(group, context)
  derive(group, context, projects, {
    'project add': {
      ...values,
      examples: [
        'project add --name Orders --newsletter 3 --from-email shop@example.com',
        'project add --name Welcome --newsletter 4 --marketing --version A=50:4 --version B=50:5',
      ],
      text: ({ id, guid }, { print }) =>
        print(`Project ${id} was made. Programs name it by its guid: ${guid}`),
    },
    'project list': {
      examples: ['project list --json'],
      text({ items }, { print }) {
        if (items.length === 0)
          return print(
            'There are no projects yet. To make one: pennypost project add --name "..." ' +
              '--newsletter ID',
          )
        print(`${'Id'.padStart(6)}  ${'Guid'.padEnd(36)}  Newsletter  Name`)
        for (const { id, guid, newsletterId, name, active } of items)
          print(
            `${String(id).padStart(6)}  ${guid}  ` +
              `${String(newsletterId ?? 'gone').padStart(10)}  ${name}${active ? '' : ' (paused)'}`,
          )
      },
    },
    'project show': { examples: ['project show Orders'], text: showProject },
    'project edit': {
      ...values,
      switches: ['marketing', 'tracking'],
      examples: ['project edit Welcome --version A=20:4 --version B=80:5'],
      text: ({ id }, { print }) =>
        print(`Project ${id} was changed. It counts for emails that are written from now on.`),
    },
    'project pause': {
      examples: ['project pause Orders'],
      text: ({ id }, { print }) =>
        print(
          `Project ${id} is paused. Programs get the answer -3 (no such project). To resume: ` +
            `pennypost project resume ${id}`,
        ),
    },
    'project retry': {
      examples: ['project retry Orders', 'project retry Orders --states uncertain --days 2'],
      text: queuedAgain,
    },
    'project resume': {
      examples: ['project resume Orders'],
      text: ({ id }, { print }) => print(`Project ${id} is running.`),
    },
  })
}

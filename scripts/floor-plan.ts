/**
 * The floor plan: which room of src/ may import from which, and how the folders of a room lie above
 * one another. test/floor-plan.test.ts holds the code to it, and docs.ts writes the tables of
 * docs/architecture.md from it.
 */

interface Room {
  about: string
  /**
   * A room, a part of one (`mail/links`), or of one the types only (`db:types`). Its own files a
   * room may always import. An entry that no import needs fails the test.
   */
  imports: readonly string[]
}

/** The rooms, lowest first. The files of `src/` itself see all of them. */
export const rooms: Record<string, Room> = {
  lib: {
    about: 'small things that know nothing of us: XML, moments, addresses, sealing, the log',
    imports: [],
  },
  contract: {
    about:
      '**what** the service offers; the only place that spells wire names such as `strMailingListID`',
    imports: ['lib'],
  },
  db: {
    about:
      'the store: pool, transactions, gathering, ids, migrations, the embedded PostgreSQL, ' +
      'backup and restore',
    imports: ['lib'],
  },
  mail: {
    about:
      'emails: composing and signing, handing over to a relay, reading what comes back, DNS checks. ' +
      'Plain data in, bytes or verdicts out; no database',
    imports: ['lib'],
  },
  sms: {
    about:
      'SMS: alphabets and segments, reading of numbers, SMPP and HTTP gateways. Plain data in, ' +
      'verdicts out; no database',
    imports: [],
  },
  domain: {
    about:
      '**the rules**, one folder per noun, with their queries. No HTTP, no XML, no wire names, ' +
      'no settings',
    imports: [
      'db',
      'lib',
      'mail/links',
      'mail/template',
      'mail/message/compile',
      'sms/segments',
      'sms/numbers',
    ],
  },
  operations: {
    about: '**where contract and domain meet**: one function per operation, with exactly its name',
    imports: ['contract', 'domain', 'db:types', 'lib'],
  },
  soap: {
    about: '**how** it looks on the wire. Knows no operation by name',
    imports: ['contract', 'operations', 'domain/refusal', 'domain/accounts', 'lib'],
  },
  'console-api': {
    about: 'the pages for people: sign in, the account',
    imports: ['domain', 'db:types', 'lib'],
  },
  recipient: {
    about: 'what recipients of emails reach: links, pixel, unsubscribing, web versions',
    imports: [
      'domain',
      'mail/links',
      'mail/message/compose',
      'mail/message/compile:types',
      'db:types',
      'lib',
    ],
  },
  workers: {
    about: 'the work behind calls and commands: plan, claim, hand over, settle, recover',
    imports: ['domain', 'mail', 'sms', 'db', 'lib'],
  },
  inbound: {
    about:
      'what comes in: the listener for bounces, fetching from mailboxes, receipts and replies that ' +
      'SMS gateways call with',
    imports: ['domain', 'mail', 'sms', 'db', 'lib'],
  },
  webhooks: {
    about:
      'events out: posting them, signed, to programs elsewhere, in order and for as long as it takes',
    imports: ['workers/engine', 'domain', 'db', 'lib'],
  },
  sandbox: {
    about:
      'the mailbox that keeps emails while no mail server is set, the telephone that keeps SMS while ' +
      'no gateway is, and their pages',
    imports: ['domain', 'mail', 'sms', 'db', 'lib'],
  },
  metrics: {
    about:
      'what `/metrics` answers: counters of what rooms publish (`lib/telemetry.ts`) or the hallway ' +
      'hands on, and gauges that ask the store while somebody looks',
    imports: ['domain', 'db', 'lib'],
  },
  settings: {
    about: 'every setting of the environment, by subject, and what follows from several',
    imports: ['db', 'mail', 'sms', 'lib'],
  },
  http: {
    about: 'the HTTP server: limits, draining, who asks and for which host, probes',
    imports: ['metrics', 'soap:types', 'db', 'lib'],
  },
  start: {
    about:
      'starts each group of workers with what it needs of the settings; the secret, the first account',
    imports: [
      'workers',
      'inbound',
      'webhooks',
      'sandbox',
      'metrics',
      'settings',
      'http:types',
      'soap/addresses',
      'contract',
      'domain',
      'mail',
      'sms',
      'db',
      'lib',
    ],
  },
  cli: {
    about: 'the command line; one file per group of commands. `start` is one of them',
    imports: ['main', 'start', 'settings', 'webhooks', 'domain', 'mail', 'sms', 'db', 'lib'],
  },
}

/** Folders of a room that belong together, by name, with what they are for; `.`: its own files. */
interface Floor {
  name: string
  folders: Record<string, string>
}

/**
 * Folders within rooms, lowest first: each may import those named before it, so that there is no
 * circle.
 */
export const floors: Record<string, readonly Floor[]> = {
  domain: [
    {
      name: 'ground',
      folders: {
        '.': 'refusals, and checks of texts that all nouns share',
        work: 'what there is to do: its marks in the store, and hints within the process',
        keys: 'keys that links are signed with, and keyed hashes of addresses',
        accounts: 'accounts, signing in',
        demographics: 'the data fields of an account',
        routes: 'mail servers that emails leave by, and the processes that send',
        dkim: 'keys that emails are signed with',
        sandbox: 'emails and SMS that were kept rather than sent',
        webhooks: 'events: told here, spread to webhooks, and what became of each',
        files: 'readers of files: delimited text, spreadsheets, XML',
      },
    },
    {
      name: 'people',
      folders: {
        lists: 'mailing lists, and leaving them',
        'opt-outs': 'the opt-out list; recognising who was erased',
        subscribers: 'people and their subscriptions',
      },
    },
    {
      name: 'content',
      folders: {
        'test-groups': 'addresses that test emails go to',
        filters: 'conditions on subscribers: read, written, as SQL',
        html: 'HTML of emails, with its pictures taken in',
        templates: 'templates and their slots',
        newsletters: 'newsletters, their versions, and how they are frozen to be sent',
      },
    },
    {
      name: 'ledger',
      folders: { deliveries: 'the ledger: what became of each email that has to go to one person' },
    },
    {
      name: 'what is done',
      folders: {
        sendings: 'a newsletter to a list: planned, paused, cancelled, its progress',
        transactions: 'single emails from other programs, and their projects',
        'transactions/batches': 'files of transactions',
        'sms/credits': 'the ledger of credits, and prices',
        'sms/receipts': 'what became of each SMS: states, delivery receipts',
        sms: 'SMS: planned, held, confirmed, cancelled; replies that opt out',
        imports: 'imports: queued, leased, undone, their progress',
        'imports/apply': 'rows of a file into the store, a batch at a time',
        'triggers/language': 'the language of triggers: read, checked, drawn; without the store',
        'triggers/entries': 'who enters a trigger, and who is woken in one',
        triggers: 'triggers: checked against the store, saved, changed',
        'triggers/engine': 'walking people from step to step',
      },
    },
    {
      name: 'what came of it',
      folders: {
        tracking: 'views, clicks and conversions',
        'tracking/machines': 'which hits are those of machines',
        'bounces/messages': 'messages that came in, and mailboxes they are fetched from',
        bounces: 'what bounces and complaints do to emails, people and sendings',
        reports: 'what is told of sendings, triggers, projects and people',
        sample: 'the sample: a list, people, a newsletter and its sending',
      },
    },
    {
      name: 'privacy',
      folders: { privacy: 'everything known of one person: shown, exported, erased' },
    },
  ],
  sms: [
    {
      name: 'texts',
      folders: { '.': 'alphabets, segments and numbers; what a gateway is' },
    },
    {
      name: 'the network',
      folders: { smpp: 'SMPP gateways', http: 'HTTP gateways' },
    },
  ],
  mail: [
    {
      name: 'texts',
      folders: {
        html: 'reading and writing of HTML',
        links: 'signed links and tokens',
        mime: 'MIME: reading of parts, encodings and headers',
      },
    },
    {
      name: 'emails',
      folders: {
        template: 'what is written, made ready to be filled in',
        message: 'composing and signing',
        bounces: 'what a message that came back says',
      },
    },
    {
      name: 'the network',
      folders: {
        smtp: 'handing over to a relay',
        dns: 'DNS checks of senders',
        mailbox: 'fetching from mailboxes',
      },
    },
  ],
}

/** Folders lie no deeper than this below a room. */
export const MOST_LEVELS = 2

/** Files that people write in a folder: TypeScript, SQL and tables, without what is generated. */
export const MOST_FILES = 15

/** Folders that hold more, and why. */
export const crowded: Record<string, string> = {
  cli: 'one file for each group of commands',
  db: 'one machine: what an account sees of the store is db.ts',
  lib: 'small things, most of which do not know each other',
  'mail/bounces': 'one subject, and two tables of rules',
  soap: 'one machine: from bytes to an operation and back',
  workers: 'a file or two for each kind of work; their common machine is workers/engine',
}

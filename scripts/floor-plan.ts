/**
 * The floor plan: which room of src/ may import from which, and the order of the folders within a
 * room. test/floor-plan.test.ts enforces it, and docs.ts generates the tables of
 * docs/architecture.md from it.
 */

interface Room {
  about: string
  /**
   * A room, a part of one (`mail/links`), or only its types (`db:types`). A room may always import
   * its own files. An entry that no import needs fails the test.
   */
  imports: readonly string[]
}

/** The rooms, lowest first. The files of `src/` itself may import all of them. */
export const rooms: Record<string, Room> = {
  lib: {
    about: 'small libraries without domain knowledge: XML, times, addresses, encryption, the log',
    imports: [],
  },
  contract: {
    about:
      '**what** the service offers; the only place that spells wire names such as ' +
      '`strMailingListID`',
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
      'emails: composing and signing, handing over to a relay, reading what comes back, DNS ' +
      'checks. ' +
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
    about: 'the JSON API under /api/v1, and the web pages: sign-in, the account',
    imports: ['domain', 'mail/bounces/judge', 'db:types', 'lib'],
  },
  recipient: {
    about: 'the endpoints for recipients of emails: links, pixel, unsubscribing, web versions',
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
      'incoming mail and SMS: the listener for bounces, fetching from mailboxes, callbacks ' +
      'of SMS ' +
      'gateways',
    imports: ['domain', 'mail', 'sms', 'db', 'lib'],
  },
  webhooks: {
    about: 'outgoing events: posts them, signed, to other programs, in order, with retries',
    imports: ['workers/engine', 'domain', 'db', 'lib'],
  },
  sandbox: {
    about:
      'the mailbox that keeps emails while no mail server is set, the telephone that keeps ' +
      'SMS while ' +
      'no gateway is, and their pages',
    imports: ['domain', 'mail', 'sms', 'db', 'lib'],
  },
  metrics: {
    about:
      'the metrics of `/metrics`: counters of events published by rooms ' +
      '(`lib/telemetry.ts`), and ' +
      'gauges read from the store at a scrape',
    imports: ['domain', 'db', 'lib'],
  },
  settings: {
    about: 'every setting of the environment, by subject, and values derived from several',
    imports: ['db', 'mail', 'sms', 'lib'],
  },
  http: {
    about: 'the HTTP server: limits, draining, client and host of a request, probes',
    imports: ['metrics', 'soap:types', 'db', 'lib'],
  },
  start: {
    about:
      'starts each group of workers with what it needs of the settings; the secret, the ' +
      'first account',
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
        work: 'due work: its marks in the store, and hints within the process',
        keys: 'keys that links are signed with, and keyed hashes of addresses',
        audit: 'the audit log: who changed what',
        accounts: 'accounts, signing in',
        members: 'what people and programs may do in an account',
        idempotency: 'calls that must not be carried out twice',
        demographics: 'the data fields of an account',
        routes: 'relays, and the processes that send',
        dkim: 'keys that emails are signed with',
        sandbox: 'emails and SMS kept instead of sent',
        webhooks: 'events: the outbox, fan-out to webhooks, and the outcome of each',
        files: 'readers of files: delimited text, spreadsheets, XML',
      },
    },
    {
      name: 'subscribers',
      folders: {
        lists: 'mailing lists, and leaving them',
        'subscribers/words': 'words that subscribers are found by, and the search',
        'opt-outs': 'the opt-out list; recognising erased people',
        subscribers: 'subscribers and their subscriptions',
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
      folders: { deliveries: 'the ledger: the outcome of each email to one person' },
    },
    {
      name: 'actions',
      folders: {
        sendings: 'a newsletter to a list: planned, paused, cancelled, its progress',
        transactions: 'single emails from other programs, and their projects',
        'transactions/batches': 'files of transactions',
        'sms/credits': 'the ledger of credits, and prices',
        'sms/receipts': 'the outcome of each SMS: states, delivery receipts',
        sms: 'SMS: planned, held, confirmed, cancelled; replies that opt out',
        imports: 'imports: queued, leased, undone, their progress',
        'imports/inspect': 'the beginning of a file: its form, its first rows, its columns',
        'imports/apply': 'rows of a file into the store, a batch at a time',
        'triggers/language': 'the language of triggers: read, checked, drawn; without the store',
        'triggers/entries': 'entries into triggers, and wake-ups in them',
        triggers: 'triggers: checked against the store, saved, changed',
        'triggers/engine': 'the execution of steps',
      },
    },
    {
      name: 'results',
      folders: {
        tracking: 'views, clicks and conversions',
        'tracking/machines': 'detection of hits by machines',
        'receiver-reports': 'reports of receivers on domains: DMARC and TLS',
        'bounces/messages': 'incoming messages, and mailboxes they are fetched from',
        bounces: 'the effects of bounces and complaints on emails, subscribers and sendings',
        'bounces/suppression': 'the suppression list: read, imported, released, expired',
        'bounces/holds': 'the brake on suppression: replies that many people got',
        reports: 'reports on sendings, triggers, projects and subscribers',
        sample: 'the sample: a list, subscribers, a newsletter and its sending',
      },
    },
    {
      name: 'privacy',
      folders: {
        privacy: 'the data of one person: shown, exported, erased',
        directory: 'subscribers as people look at them: pages, one with what happened, edits',
        'bulk-jobs': 'one change of many subscribers, in batches, and its undo',
      },
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
        template: 'templates, parsed and rendered',
        message: 'composing and signing',
        'receiver-reports': 'reading of DMARC aggregate reports and TLS reports',
        bounces: 'the judgement of bounce messages',
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

/** Maximum depth of folders below a room. */
export const MOST_LEVELS = 2

/** Maximum number of handwritten files in a folder: TypeScript, SQL and tables. */
export const MOST_FILES = 15

/** Folders with more files, and the reason. */
export const crowded: Record<string, string> = {
  cli: 'one file for each group of commands',
  'console-api/v1/routes': 'one file for each noun of the API',
  db: 'one subject; db.ts is its interface',
  lib: 'small libraries, mostly independent of each other',
  'mail/bounces': 'one subject, and two tables of rules',
  soap: 'one subject: from bytes to an operation and back',
  workers: 'a file or two for each kind of work; their common engine is workers/engine',
}

/**
 * The floor plan: which room of src/ may import from which; floors.ts has the order of the folders
 * within a room. test/floor-plan.test.ts enforces it, and docs.ts generates the tables of
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
    about: '**what** the service offers; the only place with wire names (`strMailingListID`)',
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
      'mail/html/scan',
      'mail/links',
      'mail/mailbox/words',
      'mail/smtp/words',
      'mail/template',
      'mail/message/address-words',
      'mail/message/compile',
      'mail/message/compose',
      'sms/segments',
      'sms/sender',
      'sms/numbers',
      'sms/words',
    ],
  },
  actions: {
    about:
      '**what can be done in an account**, one entry for each: right, input, answer, sentence, ' +
      'words of the command, function. JSON API and command line are derived from it',
    imports: ['webhooks', 'domain', 'mail', 'sms', 'db', 'lib'],
  },
  words: {
    about:
      'what the service says as a code with values (refusals, findings, checks, advice, rejects, ' +
      'reasons), in the words of each language: for console, pages and command line',
    imports: ['actions:types'],
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
    about: 'the JSON API under /api/v1, login links, and the files of the web console',
    imports: ['actions', 'words', 'domain', 'db:types', 'lib'],
  },
  wires: {
    about:
      'the HTTP APIs of other providers of email, translated to our actions: one folder for each',
    imports: ['actions', 'domain', 'console-api:types', 'lib'],
  },
  console: {
    about:
      'the web console, which runs in the browser; of the service it knows types, how a cell ' +
      'of CSV is written, a semaphore, the diff of lines, the texts of blocks, and how an SMS is ' +
      'cut. Its pages use Mantine through `parts/`',
    imports: [
      'words',
      'actions:types',
      'domain/newsletters/blocks/block-texts',
      'domain/newsletters/blocks/translation-origins',
      'lib/csv-cell',
      'lib/line-changes',
      'lib/semaphore',
      'sms/look-alikes',
      'sms/segments',
      'sms/sender',
    ],
  },
  recipient: {
    about: 'the endpoints for recipients of emails: links, pixel, unsubscribing, web versions',
    imports: ['domain', 'mail/links', 'mail/message/compose', 'db:types', 'lib'],
  },
  workers: {
    about: 'the work behind calls and commands: plan, claim, hand over, settle, recover',
    imports: ['domain', 'mail', 'sms', 'db', 'lib'],
  },
  inbound: {
    about:
      'incoming mail and SMS: the listener for bounces, fetching from mailboxes, callbacks of ' +
      'SMS gateways',
    imports: ['domain', 'mail', 'sms', 'db', 'lib'],
  },
  submission: {
    about: 'emails that programs hand over by SMTP, with an API key: read, accepted, refused',
    imports: ['domain', 'mail', 'db:types', 'lib'],
  },
  webhooks: {
    about: 'outgoing events: posts them, signed, to other programs, in order, with retries',
    imports: ['workers/engine', 'domain', 'db', 'lib'],
  },
  moving: {
    about:
      'moving from a former service: reading it by its own operations, copying an account, ' +
      'comparing the two while programs call',
    imports: ['contract', 'domain', 'db', 'lib'],
  },
  sandbox: {
    about:
      'the mailbox that keeps emails while no mail server is set, the telephone that keeps ' +
      'SMS while no gateway is, and their pages',
    imports: ['domain', 'mail', 'sms', 'db', 'lib'],
  },
  metrics: {
    about:
      'the metrics of `/metrics`: counters of events published by rooms ' +
      '(`lib/telemetry.ts`), and gauges read from the store at a scrape',
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
      'first account, and checks of the installation',
    imports: [
      'workers',
      'inbound',
      'submission',
      'webhooks',
      'sandbox',
      'metrics',
      'settings',
      'words',
      'http:types',
      'soap/addresses',
      'contract',
      'actions',
      'domain',
      'mail',
      'sms',
      'db',
      'lib',
    ],
  },
  cli: {
    about: 'the command line; one file per group of commands. `start` is one of them',
    imports: [
      'main',
      'start',
      'settings',
      'moving',
      'words',
      'actions',
      'domain',
      'mail',
      'sms',
      'db',
      'lib',
    ],
  },
}

/** Maximum depth of folders below a room. */
export const MOST_LEVELS = 2

/** Maximum number of handwritten files in a folder: TypeScript, SQL and tables. */
export const MOST_FILES = 15

/** Folders with more files, and the reason. */
export const crowded: Record<string, string> = {
  cli: 'one file for each group of commands',
  'console/api': 'one file for each noun that pages show',
  'console/languages/de': 'one file for each feature, in German',
  'console/languages/sv': 'one file for each feature, in Swedish',
  'console/features/sms': 'an SMS written, priced and sent, and what came of it',
  'console/parts': 'one file for each thing that pages are made of',
  'domain/details': 'one table of sentences for each subject',
  db: 'one subject; db.ts is its interface',
  lib: 'small libraries, mostly independent of each other',
  'mail/bounces': 'one subject, and two tables of rules',
  'mail/message': 'one subject: an email, composed and checked',
  recipient: 'one file for each kind of address in emails',
  settings: 'one file for each subject',
  soap: 'one subject: from bytes to an operation and back',
  'words/de': 'one file for each kind of sentence, in German',
  'words/sv': 'one file for each kind of sentence, in Swedish',
  workers: 'a file or two for each kind of work; their common engine is workers/engine',
}

/** The order of the folders within a room; part of the floor plan (floor-plan.ts). */

import { consoleFloors } from './console-floors.ts'

/** Folders of a room that belong together, by name, with what they are for; `.`: its own files. */
export interface Floor {
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
        details: 'sentences of refusals, by code',
        '.': 'refusals, and checks of texts that all nouns share',
        work: 'due work: its marks in the store, and hints within the process',
        audit: 'the audit log: who changed what',
        keys: 'keys that links are signed with, and keyed hashes of addresses',
        'accounts/guessing': 'attempts to give a password: in turns, slower after wrong ones',
        accounts: 'accounts, signing in',
        members: 'what people and programs may do in an account',
        'members/api-keys': 'API keys: their rights, what they are bound to, and calls by them',
        'members/oauth': 'sign-in of assistants by OAuth: clients, codes and tokens',
        'members/entry': 'how people get in: invitations, sign-in, new passwords',
        proposals: 'actions that assistants propose, and members release',
        idempotency: 'calls that must not be carried out twice',
        demographics: 'the data fields of an account',
        routes: 'relays, and the processes that send',
        dkim: 'keys that emails are signed with',
        hosts: 'the hosts of public pages, by account',
        sandbox: 'emails and SMS kept instead of sent',
        'webhooks/ids': 'ids of events and of emails, public keys of webhooks',
        webhooks: 'events: the outbox, fan-out to webhooks, and the outcome of each',
        'files/form': 'the form of a file: delimiter, headings, our own files',
        files: 'readers of files: delimited text, spreadsheets, XML',
      },
    },
    {
      name: 'subscribers',
      folders: {
        lists: 'mailing lists, and leaving them',
        words: 'words that subscribers are found by, and the search',
        'opt-outs': 'the opt-out list; recognising erased people',
        subscribers: 'subscribers and their subscriptions',
        measuring: 'who may be measured: answers of people, and the rule for who was not asked',
        'quiet-hours': 'hours in which nothing is sent, of an account and its lists',
        'program-events': 'events that programs post about people, for triggers',
        feeds: 'feeds (RSS, Atom, JSON Feed): fetched, read, and which of their items are new',
        'program-events/sources': 'addresses that shops post events to, signed',
      },
    },
    {
      name: 'content',
      folders: {
        'test-groups': 'addresses that test emails go to',
        filters: 'conditions on subscribers: read, written, as SQL',
        html: 'HTML of emails, with its pictures taken in',
        media: 'the library of pictures',
        brand: 'how newsletters of blocks look, and who sends them',
        'newsletters/pictures': 'pictures of designs, and icons of blocks',
        'newsletters/blocks': 'newsletters of blocks: their shape, their texts, their MJML',
        'newsletters/content':
          'the content of newsletters and templates: its kinds, and its columns',
        'newsletters/designs': 'emails of blocks to begin with',
        'newsletters/saved-blocks': 'blocks that newsletters and templates share',
        templates: 'templates: of blocks, or with slots',
        newsletters: 'newsletters, their versions, and how they are frozen to be sent',
        'newsletters/working': 'working copies, and what differs between versions',
      },
    },
    {
      name: 'ledger',
      folders: {
        deliveries: 'the ledger: the outcome of each email to one person',
        'deliveries/providers': 'what mailbox providers said, by day',
      },
    },
    {
      name: 'actions',
      folders: {
        'sendings/audience': 'who gets a sending, and when: counted and planned',
        'sendings/variants':
          'the variants of an A/B test: what each says in place of the newsletter',
        sendings: 'a newsletter to a list: planned, paused, cancelled, its progress',
        'sendings/live': 'a sending as it is watched',
        transactions: 'single emails from other programs, and their projects',
        'transactions/batches': 'files of transactions',
        'transactions/checks': 'emails validated, with all violations',
        'transactions/emails': 'emails whose content comes with the call',
        'transactions/planned': 'emails cancelled before their hand-over, or sent at another time',
        forms: 'sign-up forms: their lists, fields and words, and the confirmation email',
        'sign-ups': 'sign-ups: kept, mailed, confirmed or expired; proofs of consent',
        'link-requests': 'the link of one’s preferences, by a typed address',
        published: 'published lists: their newsletters as anybody may read them',
        'sms/credits': 'the ledger of credits, and prices',
        'sms/checks': 'values of an SMS validated: its text, sender and number',
        'sms/receipts': 'the outcome of each SMS: states, delivery receipts',
        sms: 'SMS: planned, held, confirmed, cancelled; replies that opt out',
        imports: 'imports: queued, leased, undone, their progress',
        'imports/inspect': 'the beginning of a file: its form, its first rows, its columns',
        'imports/apply': 'rows of a file into the store, a batch at a time',
        'imports/call': 'rows that come as a text in a call, applied before its answer',
        'triggers/language': 'the language of triggers: read, checked, drawn; without the store',
        'triggers/feeds': 'feeds that triggers start by: looked at, and what was new of them',
        'triggers/entries': 'entries into triggers, and wake-ups in them',
        'triggers/drawing': 'the steps of a trigger as codes with values, and as a drawing in text',
        'triggers/emails': 'the emails of triggers: whether they can be sent, what they read',
        triggers: 'triggers: checked against the store, saved, changed',
        'triggers/people': 'the people at each step of a trigger, and the durations of their stays',
        'triggers/engine': 'the execution of steps',
        'triggers/recipes': 'triggers to begin with, and their emails in each language',
      },
    },
    {
      name: 'results',
      folders: {
        tracking: 'views, clicks and conversions',
        'tracking/machines': 'detection of hits by machines',
        'tracking/declined': 'removal of the hits of people who declined',
        'receiver-reports': 'reports of receivers on domains: DMARC and TLS',
        'bounces/messages': 'incoming messages, and mailboxes they are fetched from',
        bounces: 'the effects of bounces and complaints on emails, subscribers and sendings',
        'bounces/suppression': 'the suppression list: read, imported, released, expired',
        'bounces/holds': 'the brake on suppression: replies that many people got',
        programs: 'programs that call: what they called, what failed, and which fell silent',
        deliverability: 'whether emails arrive: what providers and complaints tell',
        reports: 'reports on sendings, triggers, projects and subscribers',
        'reports/emails': 'search of single emails',
        'reports/projects': 'results of projects, counted by day',
        'reports/sendings': 'the report of a sending, its recipients, the winner of an A/B test',
        sample: 'the sample: a list, subscribers, a newsletter and its sending; the first steps',
      },
    },
    {
      name: 'privacy',
      folders: {
        shadow: 'two services behind one host: who answers, and what differed',
        moves: 'the copy of an account from a former service: its state, and what it brings',
        installation: 'what the installation knows of itself: processes, load, growth',
        alarms: 'alarms that are told by email: when each began, ended, and was told',
        retention: 'the rows of people of sendings that ended long ago, removed',
        privacy: 'the data of one person: shown, exported, erased',
        'directory/order': 'pages of subscribers in another order than the usual one',
        directory: 'subscribers as people look at them: pages, one with what happened, edits',
        changes: 'what has changed since a moment, for copies elsewhere',
        preferences: 'the page of preferences: what it offers, and what a reader chose',
        'bulk-jobs': 'one change of many subscribers, in batches, and its undo',
      },
    },
  ],
  console: consoleFloors,
  wires: [
    { name: 'parts', folders: { parts: 'what a wire is made of: routes, values, ids, mailboxes' } },
    {
      name: 'providers',
      folders: {
        resend: 'the API of Resend',
        postmark: 'the API of Postmark',
        sendgrid: 'the API of SendGrid, v3',
        mailgun: 'the API of Mailgun, v3',
      },
    },
    { name: 'the edge', folders: { '.': 'routes, keys and bodies of all providers' } },
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
        'provider-events': 'webhooks of hosted relays: read, and whether they are genuine',
      },
    },
    {
      name: 'the network',
      folders: {
        smtp: 'handing over to a relay',
        'smtp-server': 'taking mail by SMTP: sessions, and who may send',
        dns: 'DNS checks of senders',
        mailbox: 'fetching from mailboxes',
      },
    },
  ],
}

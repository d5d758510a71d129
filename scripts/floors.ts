/** The order of the folders within a room; part of the floor plan (floor-plan.ts). */

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
        details: 'sentences of refusals, by code',
        '.': 'refusals, and checks of texts that all nouns share',
        work: 'due work: its marks in the store, and hints within the process',
        audit: 'the audit log: who changed what',
        keys: 'keys that links are signed with, and keyed hashes of addresses',
        'accounts/guessing': 'attempts to give a password: in turns, slower after wrong ones',
        accounts: 'accounts, signing in',
        members: 'what people and programs may do in an account',
        'members/entry': 'how people get in: invitations, sign-in, new passwords',
        idempotency: 'calls that must not be carried out twice',
        demographics: 'the data fields of an account',
        routes: 'relays, and the processes that send',
        dkim: 'keys that emails are signed with',
        hosts: 'the hosts of public pages, by account',
        sandbox: 'emails and SMS kept instead of sent',
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
        'program-events': 'events that programs post about people, for triggers',
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
      folders: { deliveries: 'the ledger: the outcome of each email to one person' },
    },
    {
      name: 'actions',
      folders: {
        'sendings/audience': 'who gets a sending, and when: counted and planned',
        sendings: 'a newsletter to a list: planned, paused, cancelled, its progress',
        'sendings/live': 'a sending as it is watched',
        transactions: 'single emails from other programs, and their projects',
        'transactions/batches': 'files of transactions',
        'transactions/emails': 'emails whose content comes with the call',
        forms: 'sign-up forms: their lists, fields and words, and the confirmation email',
        'sign-ups': 'sign-ups: kept, mailed, confirmed or expired; proofs of consent',
        'link-requests': 'the link of one’s preferences, by a typed address',
        published: 'published lists: their newsletters as anybody may read them',
        'sms/credits': 'the ledger of credits, and prices',
        'sms/receipts': 'the outcome of each SMS: states, delivery receipts',
        sms: 'SMS: planned, held, confirmed, cancelled; replies that opt out',
        imports: 'imports: queued, leased, undone, their progress',
        'imports/inspect': 'the beginning of a file: its form, its first rows, its columns',
        'imports/apply': 'rows of a file into the store, a batch at a time',
        'imports/call': 'rows that come as a text in a call, applied before its answer',
        'triggers/language': 'the language of triggers: read, checked, drawn; without the store',
        'triggers/entries': 'entries into triggers, and wake-ups in them',
        triggers: 'triggers: checked against the store, saved, changed',
        'triggers/engine': 'the execution of steps',
        'triggers/recipes': 'triggers to begin with, and their emails in each language',
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
        'reports/sendings': 'the report of a sending, its recipients, the winner of an A/B test',
        sample: 'the sample: a list, subscribers, a newsletter and its sending; the first steps',
      },
    },
    {
      name: 'privacy',
      folders: {
        shadow: 'two services behind one host: who answers, and what differed',
        moves: 'the copy of an account from a former service: its state, and what it brings',
        retention: 'the rows of people of sendings that ended long ago, removed',
        privacy: 'the data of one person: shown, exported, erased',
        'directory/order': 'pages of subscribers in another order than the usual one',
        directory: 'subscribers as people look at them: pages, one with what happened, edits',
        preferences: 'the page of preferences: what it offers, and what a reader chose',
        'bulk-jobs': 'one change of many subscribers, in batches, and its undo',
      },
    },
  ],
  console: [
    { name: 'theme', folders: { theme: 'colours and sizes, as CSS' } },
    {
      name: 'ground',
      folders: {
        texts: 'the chosen language',
        api: 'calls of the JSON API, kept answers',
        'parts/pasting': 'pasted HTML, cleaned: parts of an email',
      },
    },
    {
      name: 'parts',
      folders: {
        parts: 'what pages are made of; the only user of Mantine',
        'parts/rich-text': 'the text editor: its tools, tags as chips, pasting',
        'parts/charts': 'bars of outcomes, lines over time, funnels: SVG and CSS',
      },
    },
    {
      name: 'what several features show',
      folders: {
        'shared/audit': 'the history of one object, and the words of the audit log',
        'shared/drafts': 'a newsletter while it is edited: its blocks, undo, saving, merging',
        'shared/media': 'the choice of a picture',
        'shared/dragging': 'drag and drop of blocks, and their icons',
        'shared/blocks': 'blocks of an email: their order, and the fields of each',
        'shared/writing': 'texts written in the email itself, from block to block',
        'shared/composing': 'the panes of a composer: blocks, the email as somebody gets it',
        'shared/test-emails': 'whom test emails go to',
        'shared/designs': 'pictures of designs',
        'shared/fields': 'a new data field',
        'shared/findings': 'what checks of an email find, in words',
        'shared/flow': 'the steps of a trigger: on a canvas, or one below another',
        'shared/forms': 'sign-ups that are held back',
        'shared/lists': 'a new list, and a list edited',
        'shared/people': 'subscribers put back on a list',
        'shared/published': 'newsletters under published lists',
        'shared/measuring': 'the rule for people who were not asked; answers of one person',
        'shared/setup': 'the first steps',
        'shared/sendings': 'the head of a sending, its outcomes, and notes on it',
      },
    },
    {
      name: 'features',
      folders: {
        'features/audit': 'the audit log',
        'features/blocked': 'opt-outs and suppression',
        'features/brand': 'logo, colours, fonts, sender and footer of newsletters',
        'features/composer': 'a newsletter being written: panes, preview, check, versions',
        'features/fields': 'data fields: their names, kinds and contents',
        'features/filters': 'filters by rules and by words',
        'features/home': 'the first page: what needs attention now',
        'features/imports': 'files of people',
        'features/lists': 'mailing lists, and one of them',
        'features/forms': 'sign-up forms beside their page, and who signed up',
        'features/hosts': 'the hosts of the account’s public pages, and their records',
        'features/measuring': 'who may be measured: answers, and the rule',
        'features/media': 'the library of pictures',
        'features/new-newsletter': 'designs, templates and earlier newsletters to begin with',
        'features/newsletters': 'all newsletters, and the calendar',
        'features/own': 'what a person sets for themselves, and the password asked again',
        'features/palette': 'the command palette',
        'features/person': 'one subscriber',
        'features/preferences': 'what readers may choose by themselves',
        'features/recipients': 'who got a sending, and who did not',
        'features/report': 'the report of a sending',
        'features/reports': 'sendings over time',
        'features/send': 'sending a newsletter: who, how, when',
        'features/sendings': 'sendings: all of them, one as it goes on, and what can be done to it',
        'features/sign-in': 'sign-in',
        'features/subscribers': 'the table of subscribers, and changes of many',
        'features/team': 'members and API keys',
        'features/templates': 'templates, and saved blocks, with pictures',
        'features/test-emails': 'test groups',
        'features/triggers': 'triggers, and one of them beside its text',
      },
    },
    {
      name: 'languages',
      folders: {
        'languages/en': 'the catalogue: the English strings of all features',
        'languages/sv': 'strings in Swedish',
        'languages/de': 'strings in German',
      },
    },
    { name: 'start', folders: { '.': 'addresses of pages, the frame, and the start' } },
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
        dns: 'DNS checks of senders',
        mailbox: 'fetching from mailboxes',
      },
    },
  ],
}

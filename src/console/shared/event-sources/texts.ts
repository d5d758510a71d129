/** The strings of the pages of events, in English. */
import type { SourceAnswer, SourceRow } from './calls.ts'

type Outcome = SourceRow['outcomes'][number]['outcome']
type Scheme = SourceRow['scheme']
type Kind = NonNullable<SourceAnswer['outline']>[number]['kind']

const schemes: Record<Scheme, string> = {
  standard: 'Standard Webhooks',
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  github: 'as GitHub does',
}

const outcomes: Record<Outcome, string> = {
  recorded: 'Recorded',
  repeated: 'Posted again, recorded once',
  signature: 'The signature was wrong',
  clock: 'Its time was more than five minutes off',
  body: 'The body was no JSON object',
  'event-name': 'There was no name of an event where it should be',
  address: 'There was no email address where it should be',
  id: 'There was no id where it should be',
  values: 'The values were too long: choose some of them',
  nobody: 'The address is of no subscriber',
  'opted-out': 'The person has opted out',
  'names-full': 'There are too many names of events',
  conflict: 'The id was of an event of somebody else, or of another name',
  paused: 'The source was paused; the shop was asked to try again',
}

const kinds: Record<Kind, string> = {
  address: 'email address',
  text: 'text',
  number: 'number',
  'yes-no': 'yes or no',
  list: 'list',
  nothing: 'nothing',
}

export const events = {
  title: 'Events',
  about:
    'What a shop or another program posts about people: a cart, an order, a booking. Triggers start by it, and wait for it.',
  none: 'No program has posted an event yet',
  noneHint:
    'A shop posts them to a source, which you add here. A program of your own posts them with an API key, as the reference of the API says.',
  noneOthers:
    'A program posts them with an API key, as the reference of the API says. An owner of the account adds sources for shops.',
  name: 'Event',
  lately: 'In 30 days',
  last: 'Last',
  longAgo: 'longer ago than events are kept',
  first: (day: string) => `since ${day}`,
  starts: 'Starts',
  startsNone: 'No trigger starts by it.',
  entered: (count: number, shown: string) =>
    count === 1 ? '1 person entered' : `${shown} people entered`,
  paused: 'does not run',
  reference: 'Reference of the API',

  tabs: { events: 'Events', sources: 'Sources' },
  sourcesAbout:
    'A source is an address that a shop posts to, and a secret that signs each call. Shops that can post webhooks need no program of yours.',
  sourcesNone: 'There is no source yet',
  sourcesHint:
    'Add one for each kind of webhook, such as carts or orders. You get an address and a secret, and enter both in the settings of the shop.',
  add: 'Add source',
  source: 'Source',
  received: 'Last call',
  never: 'none yet',
  recordedTimes: 'Recorded',
  refusedTimes: 'Refused',
  eventIn: (path: string) => `the name stands at ${path}`,
  schemes,
  scheme: 'How it signs',
  schemeHint: 'Programs that you write sign best by Standard Webhooks, which has a time and an id.',
  sourceName: 'Name',
  sourceNameHint: 'What you call it, such as: Shop, orders.',
  ownSecret: 'Secret of the shop',
  ownSecretHint: 'Only if the shop has made one, 16 to 200 characters. Otherwise one is made here.',

  once: 'Enter both in the settings of the shop. The secret is shown this once.',
  onceRotated: 'Enter it in the settings of the shop. It is shown this once.',
  address: 'Address',
  secret: 'Secret',
  copy: 'Copy',
  copied: 'Copied',

  gone: 'There is no such source.',
  calls: 'Calls',
  callsNone: 'Nothing has come yet. The page shows the first call as it comes.',
  outcomes,
  times: (count: number, shown: string) => (count === 1 ? 'once' : `${shown} times`),
  atTime: (when: string) => `last ${when}`,

  where: 'Where things stand',
  whereHint:
    'A path such as customer.email or items.0.name, or a JSON pointer such as /customer/email.',
  naming: 'Its events have',
  oneName: 'one name',
  nameInBody: 'a name that stands in the body',
  eventName: 'Name of the events',
  eventNameHint: 'The triggers start by it: cart, order.',
  eventAt: 'Where the name stands',
  emailAt: 'Where the address of the person stands',
  idAt: 'Where the id stands',
  idAtHint: 'The same id again is the same event. Leave it empty to take what is signed.',
  values: 'Values for tags and conditions',
  valuesAll: 'None is chosen: the whole body is kept, up to 16,000 characters.',
  valueName: 'Value',
  valuePath: 'Where it stands',
  addValue: 'Add value',
  removeValue: (name: string) => `Remove ${name}`,
  save: 'Save',
  saved: 'The source is saved.',
  undone: 'The source is as before.',

  outline: 'What a call has',
  outlineLast: 'Of the last call; values are not kept. Choose one to add it to the values.',
  outlineTried: 'Of your example. Choose one to add it to the values.',
  outlineNone: 'Once a call has come, or you have tried an example, its paths are listed here.',
  kinds,
  addAsValue: (path: string) => `Add ${path} to the values`,

  tryTitle: 'Try an example',
  tryHint:
    'Paste a body as the shop posts it. It is read with the paths above; nothing is recorded.',
  tryBody: 'Body in JSON',
  try: 'Try it',
  tried: 'It would be an event:',
  lacking: 'It would be refused:',
  triedEmail: 'Address',
  triedId: 'Id',
  triedIdMade: 'of what is signed',
  triedValues: 'Values',

  keys: 'Secrets',
  key: (id: string) => `Secret ${id}`,
  made: (when: string) => `made ${when}`,
  ends: (when: string) => `holds until ${when}`,
  rotate: 'Make a new secret',
  rotateTells: 'The shop goes on with its present secret until that one ends.',
  keep: 'The present secret holds for',
  keepHours: { '0': 'no longer: it ends now', '24': '24 hours', '168': '7 days', '720': '30 days' },

  pause: 'Pause source',
  pauseAsks: (name: string) => `Pause ${name}?`,
  pauseTells:
    'What has come stays, and triggers go on with it. Whatever the shop posts from then on is refused with the request to try again later, and is lost if the shop gives up: some try for some hours, and WooCommerce switches its webhook off after five refusals. To stop only the emails, pause the triggers instead.',
  pausedSource: (name: string) => `${name} is paused.`,
  pausedSince: (when: string) =>
    `Paused since ${when}. Its shop is asked to try again later, and nothing is recorded.`,
  pausedBadge: 'Paused',
  resume: 'Take events again',
  resumed: (name: string) => `${name} takes events again.`,

  remove: 'Remove source',
  removeAsks: (name: string) => `Remove ${name}?`,
  removeTells:
    'Its address answers nothing from then on, and a shop that goes on posting gets an error. Its events stay.',
  removed: (name: string) => `${name} is removed.`,
}

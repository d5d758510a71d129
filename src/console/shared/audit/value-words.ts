/**
 * Values in entries of the audit log that are names of the service's own, in words: by the name of
 * the value, then by the value. Others are shown as they stand.
 */
import { wordsOfField } from './field-words.ts'

export interface ValueWords {
  yes: string
  no: string
  none: string
  of: Record<string, Record<string, string>>
}

const en: ValueWords = {
  yes: 'yes',
  no: 'no',
  none: 'none',
  of: {
    do: {
      ...{ join: 'put on a list', leave: 'take off a list', set: 'set a field' },
      ...{ 'opt out': 'opt out' },
    },
    maker: { person: 'a member', account: 'the account', command: 'a command' },
    role: { owner: 'owner', editor: 'editor', writer: 'writer', viewer: 'viewer' },
    rights: {
      ...{ read: 'see', content: 'write', people: 'change people', send: 'send' },
      ...{ own: 'change keys and members', operate: 'change relays' },
    },
    state: {
      ...{ scheduled: 'planned', unconfirmed: 'not confirmed', held: 'held', running: 'running' },
      ...{ sending: 'being sent', paused: 'paused', finished: 'finished' },
      ...{ cancelled: 'cancelled', waiting: 'waiting', failed: 'failed' },
    },
    type: { text: 'text', number: 'number', date: 'date' },
    kind: {
      ...{ newsletter: 'newsletters', test: 'tests', trigger: 'triggers' },
      ...{ transaction: 'transactions', reply: 'replies' },
    },
    by: { opens: 'opens', clicks: 'clicks', value: 'value' },
    changed: {
      ...{ name: 'name', email: 'address', format: 'format', country: 'country', phone: 'phone' },
    },
    kinds: {
      ...{ subscribed: 'joined', unsubscribed: 'left', 'opted-out': 'opted out' },
      ...{ delivered: 'delivered', viewed: 'opened', clicked: 'clicked', bounced: 'bounced' },
      ...{ complained: 'complained', converted: 'bought', 'import-finished': 'import finished' },
      ...{ 'sending-finished': 'sending finished' },
    },
  },
}

const sv: ValueWords = {
  yes: 'ja',
  no: 'nej',
  none: 'ingen',
  of: {
    do: {
      ...{ join: 'sätt på en lista', leave: 'ta av en lista', set: 'ändra ett fält' },
      ...{ 'opt out': 'avanmäl' },
    },
    maker: { person: 'en medlem', account: 'kontot', command: 'ett kommando' },
    role: { owner: 'ägare', editor: 'redaktör', writer: 'skribent', viewer: 'läsare' },
    rights: {
      ...{ read: 'se', content: 'skriva', people: 'ändra personer', send: 'sända' },
      ...{ own: 'ändra nycklar och medlemmar', operate: 'ändra reläer' },
    },
    state: {
      ...{ scheduled: 'planerat', unconfirmed: 'inte bekräftat', held: 'väntar' },
      ...{ running: 'igång', sending: 'sänds', paused: 'pausat', finished: 'klart' },
      ...{ cancelled: 'avbrutet', waiting: 'väntar', failed: 'misslyckat' },
    },
    type: { text: 'text', number: 'tal', date: 'datum' },
    kind: {
      ...{ newsletter: 'nyhetsbrev', test: 'prov', trigger: 'utlösare' },
      ...{ transaction: 'transaktioner', reply: 'svar' },
    },
    by: { opens: 'öppningar', clicks: 'klick', value: 'värde' },
    changed: {
      ...{ name: 'namn', email: 'adress', format: 'format', country: 'land', phone: 'telefon' },
    },
    kinds: {
      ...{ subscribed: 'gått med', unsubscribed: 'lämnat', 'opted-out': 'avanmält' },
      ...{ delivered: 'levererat', viewed: 'öppnat', clicked: 'klickat', bounced: 'studsat' },
      ...{ complained: 'klagat', converted: 'köpt', 'import-finished': 'import klar' },
      ...{ 'sending-finished': 'utskick klart' },
    },
  },
}

const de: ValueWords = {
  yes: 'ja',
  no: 'nein',
  none: 'keine',
  of: {
    do: {
      ...{ join: 'auf eine Liste setzen', leave: 'von einer Liste nehmen' },
      ...{ set: 'ein Feld setzen', 'opt out': 'abmelden' },
    },
    maker: { person: 'ein Mitglied', account: 'das Konto', command: 'ein Kommando' },
    role: { owner: 'Inhaber', editor: 'Redakteur', writer: 'Autor', viewer: 'Leser' },
    rights: {
      ...{ read: 'sehen', content: 'schreiben', people: 'Personen ändern', send: 'senden' },
      ...{ own: 'Schlüssel und Mitglieder ändern', operate: 'Relays ändern' },
    },
    state: {
      ...{ scheduled: 'geplant', unconfirmed: 'nicht bestätigt', held: 'zurückgehalten' },
      ...{ running: 'läuft', sending: 'wird gesendet', paused: 'angehalten' },
      ...{ finished: 'beendet', cancelled: 'abgebrochen', waiting: 'wartet' },
      ...{ failed: 'fehlgeschlagen' },
    },
    type: { text: 'Text', number: 'Zahl', date: 'Datum' },
    kind: {
      ...{ newsletter: 'Newsletter', test: 'Tests', trigger: 'Auslöser' },
      ...{ transaction: 'Transaktionen', reply: 'Antworten' },
    },
    by: { opens: 'Öffnungen', clicks: 'Klicks', value: 'Wert' },
    changed: {
      ...{ name: 'Name', email: 'Adresse', format: 'Format', country: 'Land', phone: 'Telefon' },
    },
    kinds: {
      ...{ subscribed: 'beigetreten', unsubscribed: 'ausgetreten', 'opted-out': 'abgemeldet' },
      ...{ delivered: 'zugestellt', viewed: 'geöffnet', clicked: 'geklickt' },
      ...{ bounced: 'zurückgekommen', complained: 'beschwert', converted: 'gekauft' },
      ...{ 'import-finished': 'Import beendet', 'sending-finished': 'Sendung beendet' },
    },
  },
}

export const valueWords = { en, sv, de }

/** Words of the names of values, and of the values. */
interface AuditTexts {
  fields: Record<string, string>
  values: ValueWords
  time(moment: string): string
  /** Undefined: it is no more. */
  listName(id: number): string | undefined
}

const LISTS = ['list', 'listId', 'listIds']

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/

/** A value in words; of several below one name, those that differ from the `other` side. */
export function valueText(
  texts: AuditTexts,
  name: string,
  value: unknown,
  other?: unknown,
): string {
  const { yes, no, none, of } = texts.values
  if (value === null || value === undefined) return none
  if (typeof value === 'boolean') return value ? yes : no
  if (Array.isArray(value)) return value.map(one => valueText(texts, name, one)).join(', ') || none
  if (typeof value === 'object') {
    const rest = (other ?? {}) as Record<string, unknown>
    return Object.entries(value)
      .filter(([key, one]) => JSON.stringify(one) !== JSON.stringify(rest[key]))
      .map(([key, one]) => {
        return `${wordsOfField(texts.fields, key)}: ${valueText(texts, key, one, rest[key])}`
      })
      .join(', ')
  }
  if (LISTS.includes(name)) return texts.listName(Number(value)) ?? String(value)
  if (MOMENT.test(String(value))) return texts.time(String(value))
  const words = Object.hasOwn(of, name) ? of[name]! : {}
  return String(value)
    .split(', ')
    .map(one => (Object.hasOwn(words, one) ? words[one] : one))
    .join(', ')
}

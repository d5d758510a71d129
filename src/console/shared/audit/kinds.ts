/**
 * What the audit log calls each kind of object: a row for each kind, so that a new noun adds its
 * words in one file. Each language takes its column.
 */
import type { AuditedKind } from '../../../actions/audit/audit.ts'

interface KindWords {
  en: string
  sv: string
  de: string
}

const KINDS = {
  list: { en: 'List', sv: 'Lista', de: 'Liste' },
  filter: { en: 'Filter', sv: 'Filter', de: 'Filter' },
  newsletter: { en: 'Newsletter', sv: 'Nyhetsbrev', de: 'Newsletter' },
  template: { en: 'Template', sv: 'Mall', de: 'Vorlage' },
  brand: { en: 'Brand', sv: 'Varumärke', de: 'Marke' },
  'saved-block': { en: 'Saved block', sv: 'Sparat block', de: 'Gespeicherter Block' },
  media: { en: 'Picture', sv: 'Bild', de: 'Bild' },
  sending: { en: 'Sending', sv: 'Utskick', de: 'Sendung' },
  trigger: { en: 'Trigger', sv: 'Utlösare', de: 'Auslöser' },
  subscriber: { en: 'Subscriber', sv: 'Prenumerant', de: 'Abonnent' },
  field: { en: 'Field', sv: 'Fält', de: 'Feld' },
  'test-group': { en: 'Test group', sv: 'Testgrupp', de: 'Testgruppe' },
  'opt-out': { en: 'Opt-outs', sv: 'Avanmälningar', de: 'Abmeldungen' },
  suppression: { en: 'Suppression', sv: 'Spärrlista', de: 'Sperrliste' },
  'bounce-hold': { en: 'Held bounces', sv: 'Väntande studsar', de: 'Zurückgehaltene Bounces' },
  bounce: { en: 'Bounces', sv: 'Studsar', de: 'Bounces' },
  import: { en: 'Import', sv: 'Import', de: 'Import' },
  'bulk-job': { en: 'Change of many', sv: 'Ändring av många', de: 'Änderung vieler' },
  proposal: { en: 'Proposal', sv: 'Förslag', de: 'Vorschlag' },
  webhook: { en: 'Webhook', sv: 'Webhook', de: 'Webhook' },
  program: { en: 'Program', sv: 'Program', de: 'Programm' },
  'event-source': { en: 'Event source', sv: 'Händelsekälla', de: 'Ereignisquelle' },
  project: { en: 'Project', sv: 'Projekt', de: 'Projekt' },
  sms: { en: 'SMS', sv: 'SMS', de: 'SMS' },
  credits: { en: 'Credits', sv: 'Krediter', de: 'Guthaben' },
  'sms-gateway': { en: 'SMS gateway', sv: 'SMS-gateway', de: 'SMS-Gateway' },
  'link-key': { en: 'Key of links', sv: 'Länknyckel', de: 'Link-Schlüssel' },
  'shop-key': { en: 'Key of the shop', sv: 'Butiksnyckel', de: 'Shop-Schlüssel' },
  sample: { en: 'Sample', sv: 'Exempel', de: 'Beispiel' },
  route: { en: 'Relay', sv: 'Relä', de: 'Relay' },
  'route-rule': { en: 'Rule for relays', sv: 'Reläregel', de: 'Relay-Regel' },
  dkim: { en: 'DKIM key', sv: 'DKIM-nyckel', de: 'DKIM-Schlüssel' },
  inbox: { en: 'Inbox of bounces', sv: 'Inkorg för studsar', de: 'Postfach für Bounces' },
  'quiet-hours': { en: 'Quiet hours', sv: 'Tysta timmar', de: 'Ruhezeiten' },
  measuring: { en: 'Measuring', sv: 'Mätning', de: 'Messung' },
  utm: { en: 'UTM parameters', sv: 'UTM-parametrar', de: 'UTM-Parameter' },
  form: { en: 'Sign-up form', sv: 'Formulär', de: 'Formular' },
  published: { en: 'Published list', sv: 'Publicerad lista', de: 'Veröffentlichte Liste' },
  host: {
    en: 'Host',
    sv: 'Värdnamn',
    de: 'Hostname',
  },
  'bounce-domain': {
    en: 'Return path',
    sv: 'Returadress',
    de: 'Rückadresse',
  },
  preferences: {
    en: 'Page of preferences',
    sv: 'Sidan med inställningar',
    de: 'Seite der Einstellungen',
  },
  'api-key': { en: 'API key', sv: 'API-nyckel', de: 'API-Schlüssel' },
  session: { en: 'Session', sv: 'Session', de: 'Sitzung' },
  call: { en: 'Call', sv: 'Anrop', de: 'Aufruf' },
  tool: {
    en: 'Tool of an AI assistant',
    sv: 'Verktyg för en AI-assistent',
    de: 'Werkzeug eines KI-Assistenten',
  },
  export: { en: 'Export', sv: 'Export', de: 'Export' },
  member: { en: 'Member', sv: 'Medlem', de: 'Mitglied' },
  account: { en: 'Account', sv: 'Konto', de: 'Konto' },
} satisfies Record<AuditedKind, KindWords>

export const kindsIn = (language: keyof KindWords) =>
  Object.fromEntries(
    Object.entries(KINDS).map(([kind, words]) => [kind, words[language]]),
  ) as Record<AuditedKind, string>

/** What a column of a file may be, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'

export type ImportTarget =
  | ('email' | 'name' | 'first-name' | 'last-name' | 'format' | 'country-code' | 'phone' | 'id')
  | ('status' | 'unsubscribed' | 'opted-out' | 'bounced' | 'reason')
  | ('consent-source' | 'consent-date')

export const importTargets: Record<ConsoleLanguage, Record<ImportTarget, string>> = {
  en: {
    email: 'Address',
    name: 'Name',
    format: 'Format',
    'country-code': 'Country code',
    phone: 'Phone',
    'first-name': 'First name',
    'last-name': 'Last name',
    id: 'Id, kept',
    status: 'Status: who left',
    unsubscribed: 'Unsubscribed from the list',
    'opted-out': 'Opted out of everything',
    bounced: 'Bounced',
    reason: 'Reason of leaving',
    'consent-source': 'Where they agreed',
    'consent-date': 'When they agreed',
  },
  sv: {
    email: 'Adress',
    name: 'Namn',
    format: 'Format',
    'country-code': 'Landskod',
    phone: 'Telefon',
    'first-name': 'Förnamn',
    'last-name': 'Efternamn',
    id: 'Id, behålls',
    status: 'Status: vilka som lämnat',
    unsubscribed: 'Avregistrerad från listan',
    'opted-out': 'Avböjer allt',
    bounced: 'Studsade',
    reason: 'Skäl att lämna',
    'consent-source': 'Var samtycket gavs',
    'consent-date': 'När samtycket gavs',
  },
  de: {
    email: 'Adresse',
    name: 'Name',
    format: 'Format',
    'country-code': 'Landesvorwahl',
    phone: 'Telefon',
    'first-name': 'Vorname',
    'last-name': 'Nachname',
    id: 'Id, bleibt',
    status: 'Status: wer gegangen ist',
    unsubscribed: 'Von der Liste abgemeldet',
    'opted-out': 'Von allem abgemeldet',
    bounced: 'Unzustellbar',
    reason: 'Grund der Abmeldung',
    'consent-source': 'Wo zugestimmt wurde',
    'consent-date': 'Wann zugestimmt wurde',
  },
}

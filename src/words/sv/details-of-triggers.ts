/** Findings of a check of a trigger, in Swedish. */
import type { ConditionObject, TrackingEffect } from '../../actions/problem.ts'
import type { DetailWords } from '../detail-words.ts'

const effects: Record<TrackingEffect, string> = {
  'all-enter': 'alla som får det kommer in',
  'nobody-enters': 'ingen kommer in',
  'all-else': 'alla går vägen ”else”',
  'all-idle': 'om alla gäller att de inte har gjort något',
  'nobody-opened': 'om ingen gäller att den har öppnat',
  'nobody-clicked': 'om ingen gäller att den har klickat',
}

const none: Record<ConditionObject, string> = {
  list: 'ingen lista',
  newsletter: 'inget nyhetsbrev',
  sending: 'inget utskick',
  import: 'ingen import',
  form: 'inget formulär',
}

type Value = (name: string) => string

const unknown = (value: Value): string =>
  'mäts inte: öppningar och klick är inte kända, och ' +
  `${effects[value('effect') as TrackingEffect] ?? value('effect')}.`

const people = (value: Value, number: Value): string =>
  value('people') === '1' ? '1 person' : `${number('people')} personer`

export const detailsOfTriggers = {
  'trigger-wrong': value => `Texten har fel, på rad ${value('lines')}.`,
  'steps-loop': value =>
    `Stegen ${value('steps')} leder till varandra utan väntan, i all oändlighet. Sätt ett ` +
    '”wait:” emellan, eller låt ett leda till ”end”.',
  'step-unreachable': value => `Till steget ”${value('step')}” kommer ingen: inget steg leder dit.`,
  'step-leaves': () =>
    'Det är utlösarens egen lista: den som lämnar den är vid slutet, och inget steg kan följa. ' +
    'Skriv ”then: end”.',
  'ways-same': () => '”then” och ”else” leder till samma steg: förgreningen gör ingen skillnad.',
  'opens-estimate': () =>
    'Öppningar är en uppskattning: program döljer dem, eller öppnar mejl av sig själva. Använd ' +
    'ett klick där det är viktigt.',
  'date-once': () =>
    'Datumet kommer varje år, och med ”again: never” kommer varje person in bara en gång.',
  'dates-none': value => `Ingen på listan har ett datum som 2026-01-31 i ${value('field')}.`,
  'dates-other': (value, number) =>
    `${people(value, number)} på listan har ett värde i ${value('field')} som inte är ett datum ` +
    'som 2026-01-31: de lämnas utanför.',
  'dates-alike': (value, number) =>
    `${people(value, number)} av ${number('days')} har samma dag i ${value('field')}, ` +
    `${value('day')}. Kanske står den för ett okänt datum.`,
  'email-unsendable': value =>
    `Nyhetsbrev ${value('newsletter')} kan inte skickas till lista ${value('list')}: ` +
    value('says'),
  'event-not-started': value =>
    `Nyhetsbrev ${value('newsletter')} läser {{ event.${value('value')} }}, men den här ` +
    'utlösaren börjar inte med en händelse: det blir tomt.',
  'feed-not-started': value =>
    `Nyhetsbrev ${value('newsletter')} visar inlägg ur ett flöde, men den här utlösaren börjar ` +
    'inte med ett flöde: de blir tomma.',
  'event-value-unseen': value =>
    `Nyhetsbrev ${value('newsletter')} läser {{ event.${value('value')} }}, men ingen händelse ` +
    `”${value('event')}” har haft ett värde med det namnet: det blir tomt.`,
  'object-none': value =>
    `Det finns ${none[value('kind') as ConditionObject] ?? value('kind')} ${value('id')}.`,
  'list-anonymous': value =>
    `Lista ${value('list')} mäts anonymt: vem som har öppnat eller klickat sparas inte, och inget ` +
    'steg kan gå efter det.',
  'list-untracked': value => `Lista ${value('id')} ${unknown(value)}`,
  'newsletter-untracked': value => `Nyhetsbrev ${value('id')} ${unknown(value)}`,
  'sending-untracked': value => `Utskick ${value('id')} ${unknown(value)}`,
  'unmeasured-end': () =>
    'Om personer som inte mäts vet ingen om de gör det: efter väntan är det slut för dem här. ' +
    'Med ”unmeasured: STEG” säger du vart de går.',
  'trigger-twin': value =>
    `Utlösare ${value('trigger')} heter redan så: ändra den, eller välj ett annat namn.`,
  'trigger-ring': value =>
    `Utlösare startar varandra, i all oändlighet: ${value('ring')}. Sätt ett ”wait:” i en av dem, ` +
    'eller ”again: never” eller ”again: after 30 days”.',
  'trigger-slow-ring': value =>
    `Utlösare startar varandra: ${value('ring')}. Det tar ändå slut, för alla släpper inte in ` +
    'igen genast.',
  'feed-none': () => 'Svaret är inget flöde: RSS, Atom och JSON Feed läses.',
  'feed-web-page': () =>
    'Adressen leder till en webbsida. Sidans flöde har en annan adress, ofta länkad som ”RSS”.',
  'feed-dtd': () => 'Flödet har egna entiteter (en DTD). De vecklas inte ut.',
  'feed-broken': value => `Flödet är inte giltig XML: rad ${value('line')}: ${value('what')}.`,
  'sms-controls': () => 'Sms:et innehåller styrtecken.',
  'sms-empty': () => 'Sms:et är tomt.',
  'sms-characters': (value, number) =>
    `Sms:et har ${number('characters')} tecken. Högst ${value('most')} delar är tillåtna.`,
  'sms-long': (value, number) =>
    `Sms:et har ${number('characters')} tecken: ${value('segments')} delar. Tillåtet är ` +
    `${value('most')}, upp till ${number('room')} tecken.`,
  'sms-long-ucs2': (value, number) =>
    'Sms:et har ett tecken som inte finns i sms-alfabetet, och räknas därför som ' +
    `${number('characters')} tecken: ${value('segments')} delar. Tillåtet är ${value('most')}, ` +
    `upp till ${number('room')} tecken.`,
} satisfies DetailWords

/** Why a sending, a trigger or a webhook stands still, in Swedish. */
import type { DetailWords } from '../detail-words.ts'

export const detailsOfStops = {
  'newsletter-none': value => `Det finns inget nyhetsbrev ${value('newsletter')}.`,
  'stopped-by-hand': () => 'En medlem har pausat.',
  restored: () =>
    'Lagret återställdes från en säkerhetskopia, och vad som har gått ut sedan dess är inte känt ' +
    'här. Bekräfta att det fortfarande ska skickas.',
  'nothing-ran': () => 'Ingenting kördes under lång tid. Bekräfta att det fortfarande ska skickas.',
  'sending-overdue': () =>
    'Det skulle ha gått när ingenting kördes. Bekräfta att det fortfarande ska skickas.',
  'sending-cancelled': () => 'En medlem har avbrutit det.',
  'sending-undone': () => 'Ångrat innan något skickades.',
  'sending-too-large': value =>
    `Reläet ${value('relay')} tar inte emot så stora mejl (${value('says')}). Använd ett relä som ` +
    'tar större och återuppta, eller avbryt och skicka ett mindre nyhetsbrev.',
  'sending-complaints': (value, number) =>
    `${number('people')} personer har klagat på de ${number('emails')} mejl som tagits emot ` +
    `hittills (${value('rate')}), mer än vad som tillåts här. Kontrollera vilka som får det ` +
    'innan du återupptar.',
  'trigger-not-started': () => 'Inte startad än.',
  'trigger-overdue': () =>
    'Det var dags för personer i den när ingenting kördes. Bekräfta att de ska fortsätta.',
  'trigger-list-gone': value => `Lista ${value('list')}, som utlösaren gäller, har tagits bort.`,
  'step-list-gone': value =>
    `Lista ${value('list')}, som steget ”${value('step')}” lägger till på, har tagits bort.`,
  'step-webhook-gone': value =>
    `Webhook ${value('webhook')}, som steget ”${value('step')}” anropar, har tagits bort.`,
  'step-filter-gone': value =>
    `Filter ${value('filter')}, som steget ”${value('step')}” frågar efter, har tagits bort.`,
  'step-people-removed': value =>
    `Steget ”${value('step')}” frågar vem som öppnade utskick ${value('asked')} eller klickade i ` +
    'det: dess mottagare har raderats.',
  'step-newsletter': value =>
    `Steget ”${value('step')}” kan inte skicka nyhetsbrev ${value('newsletter')}: ${value('says')}`,
  'step-sms': value => `Steget ”${value('step')}” kan inte skicka sitt sms: ${value('says')}`,
  'webhook-unwanted': value =>
    `Mottagaren vill inte ha fler händelser: den svarade ${value('answer')}.`,
  'webhook-failing': value =>
    `Ingenting har tagits emot på tre dagar. Det senaste svaret var: ${value('answer')}.`,
  'webhook-restored': () =>
    'Lagret återställdes från en säkerhetskopia. Återuppta om händelser ska skickas härifrån.',
} satisfies DetailWords

/** Why an email was not sent or not accepted, and what helps a relay that was paused. */
export const detailsOfDeliveries = {
  'email-content-gone': () =>
    'Innehållet har tagits bort, eller så är projektet pausat: mejlet kan inte skickas igen.',
  'email-on-its-way': () =>
    'Mejlet har redan lämnats över eller dragits tillbaka för alla mottagare: tiden går inte att ändra.',
  'address-unmailable': value =>
    `Det går inte att mejla till ”${value('address')}”: det är ingen adress.`,
  'address-domain': value =>
    `Domänen i ”${value('address')}” är inget namn som går att slå upp i DNS.`,
  'email-late': () => 'Försökt i 72 timmar.',
  'email-unwritable': value => `Mejlet gick inte att skapa: ${value('says')}`,
  'email-sender-stopped': () => 'Utskicket avbröts innan svaret kom.',
  'email-slowed': value =>
    `${value('route')} skickar just nu långsammare till ${value('provider')}.`,
  'email-over-quota': value =>
    `${value('route')} har förbrukat dagens kvot för ${value('provider')}.`,
  'relay-change-setting': () => 'Ändra sedan reläets adress, starta om och återuppta reläet.',
  'relay-change-address': () => 'Ändra sedan reläets adress och återuppta reläet.',
} satisfies DetailWords

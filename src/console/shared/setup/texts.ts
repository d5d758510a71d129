/** The strings of the first page, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'

export interface HomeTexts {
  home: string
  firstSteps: string
  doneOf(done: number, all: number): string
  done: string
  open: string
  relay: string
  relaySandbox: string
  relayInUse(names: string): string
  relayAdd: string
  relayName: string
  relayUrl: string
  relayUrlHint: string
  relayByOperator: string
  relayTest: string
  relayTestTo: string
  relayTook: string
  relayRefused(text: string): string
  domain: string
  domainNone: string
  domainHint: string
  signed: string
  notSigned: string
  makeKeys: string
  showRecords(domain: string): string
  hideRecords: string
  dnsAsking: string
  publish: string
  copy: string
  copied: string
  states: Record<'ok' | 'warn' | 'bad' | 'unknown', string>
  people: string
  peopleHint: string
  peopleThere: string
  importFile: string
  sampleAdd: string
  sampleAdded: string
  sampleRemove: string
  sampleRemoved: string
  sampleThere: string
  newsletter: string
  newsletterHint: string
  newsletterThere: string
  newsletterWrite: string
  newsletterOpen: string
  sent: string
  seeSandbox: string
  programs: string
  programsHint: string
  programsNone: string
  called(when: string): string
}

const en: HomeTexts = {
  home: 'Home',
  firstSteps: 'First steps',
  doneOf: (done, all) => `${done} of ${all} done`,
  done: 'Done',
  open: 'To do',
  relay: 'A relay that takes your emails',
  relaySandbox: 'There is none yet: the sandbox keeps all emails, so nothing can go wrong.',
  relayInUse: names => `Emails go by ${names}.`,
  relayAdd: 'Add a relay',
  relayName: 'Name',
  relayUrl: 'Address',
  relayUrlHint: 'smtp://user:password@relay.example.com:587. It is stored encrypted.',
  relayByOperator: 'Whoever runs this installation adds relays.',
  relayTest: 'Send a test email',
  relayTestTo: 'Test email to',
  relayTook: 'The relay took the email. Look into the mailbox.',
  relayRefused: text => `The relay did not take it: ${text}`,
  domain: 'A sender domain that receivers trust',
  domainNone: 'A list says who its emails come from. Add a list first.',
  domainHint:
    'Publish these records where the domain is managed. They are asked for by themselves.',
  signed: 'signed',
  notSigned: 'not signed',
  makeKeys: 'Make keys',
  showRecords: domain => `Check ${domain}`,
  hideRecords: 'Hide',
  dnsAsking: 'Asking the DNS …',
  publish: 'Publish:',
  copy: 'Copy',
  copied: 'Copied',
  states: { ok: 'well', warn: 'better done', bad: 'to be done', unknown: 'no answer' },
  people: 'People to write to',
  peopleHint: 'Import a file, or look around with made-up people.',
  peopleThere: 'There are subscribers.',
  importFile: 'Import a file',
  sampleAdd: 'Add the sample',
  sampleAdded: 'A list of 1,000 made-up people was made, and a newsletter sent to the sandbox.',
  sampleRemove: 'Remove the sample',
  sampleRemoved: 'The sample was removed, and nothing else.',
  sampleThere: 'The sample is here: 1,000 made-up people and a newsletter.',
  newsletter: 'The first newsletter',
  newsletterHint: 'Begin with blocks, a template or a copy. Nothing leaves before you send it.',
  newsletterThere: 'There is a newsletter, not yet sent. Open it, choose the lists, and send.',
  newsletterWrite: 'Write a newsletter',
  newsletterOpen: 'Open the newsletters',
  sent: 'A newsletter was sent.',
  seeSandbox: 'See the sandbox',
  programs: 'The programs that called the old service',
  programsHint: 'Change the host name in their settings to this one, and nothing else:',
  programsNone: 'None has called yet.',
  called: when => `The last call was on ${when}, to the hour.`,
}

const sv: HomeTexts = {
  home: 'Hem',
  firstSteps: 'Första stegen',
  doneOf: (done, all) => `${done} av ${all} klara`,
  done: 'Klart',
  open: 'Att göra',
  relay: 'Ett relä som tar emot din e-post',
  relaySandbox: 'Det finns inget än: sandlådan behåller all e-post, så inget kan gå fel.',
  relayInUse: names => `E-posten går via ${names}.`,
  relayAdd: 'Lägg till ett relä',
  relayName: 'Namn',
  relayUrl: 'Adress',
  relayUrlHint: 'smtp://användare:lösenord@rela.example.com:587. Den lagras krypterad.',
  relayByOperator: 'Den som driver installationen lägger till reläer.',
  relayTest: 'Skicka ett testbrev',
  relayTestTo: 'Testbrev till',
  relayTook: 'Reläet tog emot brevet. Titta i brevlådan.',
  relayRefused: text => `Reläet tog inte emot det: ${text}`,
  domain: 'En avsändardomän som mottagare litar på',
  domainNone: 'En lista säger vem dess e-post kommer från. Lägg till en lista först.',
  domainHint: 'Publicera posterna där domänen sköts. De frågas efter av sig själva.',
  signed: 'signerad',
  notSigned: 'inte signerad',
  makeKeys: 'Skapa nycklar',
  showRecords: domain => `Kontrollera ${domain}`,
  hideRecords: 'Dölj',
  dnsAsking: 'Frågar DNS …',
  publish: 'Publicera:',
  copy: 'Kopiera',
  copied: 'Kopierat',
  states: { ok: 'bra', warn: 'bör göras', bad: 'att göra', unknown: 'inget svar' },
  people: 'Personer att skriva till',
  peopleHint: 'Importera en fil, eller se dig om med påhittade personer.',
  peopleThere: 'Det finns prenumeranter.',
  importFile: 'Importera en fil',
  sampleAdd: 'Lägg till exemplet',
  sampleAdded: 'En lista med 1 000 påhittade personer skapades, och ett brev till sandlådan.',
  sampleRemove: 'Ta bort exemplet',
  sampleRemoved: 'Exemplet togs bort, och inget annat.',
  sampleThere: 'Exemplet finns här: 1 000 påhittade personer och ett nyhetsbrev.',
  newsletter: 'Det första nyhetsbrevet',
  newsletterHint: 'Börja med block, en mall eller en kopia. Inget går iväg innan du skickar det.',
  newsletterThere:
    'Det finns ett nyhetsbrev som inte är skickat. Öppna det, välj listor och skicka.',
  newsletterWrite: 'Skriv ett nyhetsbrev',
  newsletterOpen: 'Öppna nyhetsbreven',
  sent: 'Ett nyhetsbrev har skickats.',
  seeSandbox: 'Se sandlådan',
  programs: 'Programmen som anropade den gamla tjänsten',
  programsHint: 'Byt värdnamnet i deras inställningar till detta, och inget annat:',
  programsNone: 'Inget har anropat än.',
  called: when => `Senaste anropet var ${when}, på timmen när.`,
}

const de: HomeTexts = {
  home: 'Start',
  firstSteps: 'Erste Schritte',
  doneOf: (done, all) => `${done} von ${all} erledigt`,
  done: 'Erledigt',
  open: 'Offen',
  relay: 'Ein Relay, das Ihre E-Mails annimmt',
  relaySandbox: 'Es gibt noch keines: Die Sandbox behält alle E-Mails, nichts kann schiefgehen.',
  relayInUse: names => `E-Mails gehen über ${names}.`,
  relayAdd: 'Relay hinzufügen',
  relayName: 'Name',
  relayUrl: 'Adresse',
  relayUrlHint: 'smtp://user:passwort@relay.example.com:587. Sie wird verschlüsselt gespeichert.',
  relayByOperator: 'Wer diese Installation betreibt, fügt Relays hinzu.',
  relayTest: 'Test-E-Mail senden',
  relayTestTo: 'Test-E-Mail an',
  relayTook: 'Das Relay hat die E-Mail angenommen. Sehen Sie ins Postfach.',
  relayRefused: text => `Das Relay hat sie nicht angenommen: ${text}`,
  domain: 'Eine Absenderdomain, der Empfänger trauen',
  domainNone: 'Eine Liste sagt, von wem ihre E-Mails kommen. Legen Sie zuerst eine Liste an.',
  domainHint:
    'Veröffentlichen Sie die Einträge, wo die Domain verwaltet wird. Geprüft wird von selbst.',
  signed: 'signiert',
  notSigned: 'nicht signiert',
  makeKeys: 'Schlüssel erzeugen',
  showRecords: domain => `${domain} prüfen`,
  hideRecords: 'Ausblenden',
  dnsAsking: 'DNS wird gefragt …',
  publish: 'Veröffentlichen:',
  copy: 'Kopieren',
  copied: 'Kopiert',
  states: { ok: 'gut', warn: 'besser erledigen', bad: 'zu erledigen', unknown: 'keine Antwort' },
  people: 'Menschen, denen Sie schreiben',
  peopleHint: 'Importieren Sie eine Datei, oder sehen Sie sich mit erfundenen Personen um.',
  peopleThere: 'Es gibt Abonnenten.',
  importFile: 'Datei importieren',
  sampleAdd: 'Beispiel hinzufügen',
  sampleAdded:
    'Eine Liste mit 1.000 erfundenen Personen entstand, und ein Newsletter in der Sandbox.',
  sampleRemove: 'Beispiel entfernen',
  sampleRemoved: 'Das Beispiel wurde entfernt, und sonst nichts.',
  sampleThere: 'Das Beispiel ist da: 1.000 erfundene Personen und ein Newsletter.',
  newsletter: 'Der erste Newsletter',
  newsletterHint:
    'Mit Bausteinen, einer Vorlage oder einer Kopie. Nichts geht ab, bevor Sie es versenden.',
  newsletterThere:
    'Es gibt einen noch nicht versandten Newsletter: öffnen, Listen wählen und versenden.',
  newsletterWrite: 'Newsletter schreiben',
  newsletterOpen: 'Newsletter öffnen',
  sent: 'Ein Newsletter wurde gesendet.',
  seeSandbox: 'Sandbox ansehen',
  programs: 'Die Programme, die den alten Dienst riefen',
  programsHint: 'Ändern Sie in ihren Einstellungen den Hostnamen auf diesen, sonst nichts:',
  programsNone: 'Noch hat keines gerufen.',
  called: when => `Der letzte Aufruf war am ${when}, auf die Stunde genau.`,
}

export const homeTexts: Record<ConsoleLanguage, HomeTexts> = { en, sv, de }

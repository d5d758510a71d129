/** The texts of the pages for recipients, in all their languages. */
import type { FormLanguage } from '../domain/forms/form-words.ts'

export interface Texts {
  /** The sender in a sentence; '' if unknown. */
  from(sender: string): string
  unsubscribe: string
  messages(from: string, to: string): string
  what: string
  onlyList(list: string): string
  onlyListHint: string
  everything(from: string): string
  everythingHint: string
  reason: string
  optional: string
  choose: string
  done: string
  leftList(to: string, list: string): string
  leftAll(to: string, from: string): string
  onTheWay: string
  more(from: string): string
  mistake: string
  back: string
  backOnList(to: string, list: string): string
  backAll(to: string, from: string): string
  listGone(list: string): string
  test: string
  testHint: string
  noSubscriber: string
  noSubscriberHint: string
  unknown: string
  unknownHint: string
  failure: string
  failureHint: string
}

const en: Texts = {
  from: sender => (sender ? `from ${sender}` : 'from this sender'),
  unsubscribe: 'Unsubscribe',
  messages: (from, to) => `Emails ${from} go to ${to}.`,
  what: 'What should stop?',
  onlyList: list => `The list “${list}”`,
  onlyListHint: 'Emails from other lists continue.',
  everything: from => `Everything ${from}`,
  everythingHint: 'No more emails, from any list.',
  reason: 'Your reason',
  optional: 'optional',
  choose: 'Please choose what should stop.',
  done: 'You are unsubscribed',
  leftList: (to, list) => `${to} gets no more emails from the list “${list}”.`,
  leftAll: (to, from) => `${to} gets no more emails ${from}.`,
  onTheWay: 'An email that is on its way already may still arrive.',
  more: from => `Stop everything ${from}`,
  mistake: 'That was a mistake',
  back: 'You are subscribed again',
  backOnList: (to, list) => `${to} gets the emails from the list “${list}” again.`,
  backAll: (to, from) => `${to} gets emails ${from} again.`,
  listGone: list => `The list “${list}” is no longer there: nothing comes from it any more.`,
  test: 'This is a test email',
  testHint: 'Nothing was changed. In the emails that go to the list, this page unsubscribes.',
  noSubscriber: 'You get no emails from here',
  noSubscriberHint: 'This address is not kept here any more, so nothing is sent to it.',
  unknown: 'This link does not work',
  unknownHint:
    'It is not whole, or it was not made here. Please open it again from the email, or copy all of it.',
  failure: 'Not just now',
  failureHint: 'Nothing was changed. Please try again in a few minutes.',
}

const sv: Texts = {
  from: sender => (sender ? `från ${sender}` : 'från den här avsändaren'),
  unsubscribe: 'Avsluta prenumerationen',
  messages: (from, to) => `Utskick ${from} går till ${to}.`,
  what: 'Vad ska upphöra?',
  onlyList: list => `Listan ”${list}”`,
  onlyListHint: 'Utskick från andra listor fortsätter.',
  everything: from => `Allt ${from}`,
  everythingHint: 'Inga fler utskick, från någon lista.',
  reason: 'Din anledning',
  optional: 'frivilligt',
  choose: 'Välj vad som ska upphöra.',
  done: 'Du är avprenumererad',
  leftList: (to, list) => `${to} får inga fler utskick från listan ”${list}”.`,
  leftAll: (to, from) => `${to} får inga fler utskick ${from}.`,
  onTheWay: 'Ett utskick som redan är på väg kan ännu komma fram.',
  more: from => `Avsluta allt ${from}`,
  mistake: 'Det var ett misstag',
  back: 'Du prenumererar igen',
  backOnList: (to, list) => `${to} får utskick från listan ”${list}” igen.`,
  backAll: (to, from) => `${to} får utskick ${from} igen.`,
  listGone: list => `Listan ”${list}” finns inte längre: det kommer inget mer från den.`,
  test: 'Det här är ett testutskick',
  testHint:
    'Inget har ändrats. I de brev som går till listan avslutar den här sidan prenumerationen.',
  noSubscriber: 'Du får inga utskick härifrån',
  noSubscriberHint: 'Adressen finns inte kvar här, så inget skickas till den.',
  unknown: 'Länken fungerar inte',
  unknownHint:
    'Den är inte hel, eller så har den inte skapats här. Öppna den igen från brevet, eller kopiera hela.',
  failure: 'Inte just nu',
  failureHint: 'Inget har ändrats. Försök igen om några minuter.',
}

const de: Texts = {
  from: sender => (sender ? `von ${sender}` : 'von diesem Absender'),
  unsubscribe: 'Abmelden',
  messages: (from, to) => `Newsletter ${from} gehen an ${to}.`,
  what: 'Was soll aufhören?',
  onlyList: list => `Die Liste „${list}“`,
  onlyListHint: 'Newsletter anderer Listen kommen weiterhin.',
  everything: from => `Alles ${from}`,
  everythingHint: 'Keine Newsletter mehr, von keiner Liste.',
  reason: 'Ihr Grund',
  optional: 'freiwillig',
  choose: 'Bitte wählen Sie, was aufhören soll.',
  done: 'Sie sind abgemeldet',
  leftList: (to, list) => `${to} erhält keine Newsletter der Liste „${list}“ mehr.`,
  leftAll: (to, from) => `${to} erhält keine Newsletter ${from} mehr.`,
  onTheWay: 'Ein Newsletter, der schon unterwegs ist, kann noch ankommen.',
  more: from => `Alles ${from} abmelden`,
  mistake: 'Das war ein Versehen',
  back: 'Sie sind wieder angemeldet',
  backOnList: (to, list) => `${to} erhält die Newsletter der Liste „${list}“ wieder.`,
  backAll: (to, from) => `${to} erhält wieder Newsletter ${from}.`,
  listGone: list => `Die Liste „${list}“ gibt es nicht mehr: Von ihr kommt nichts mehr.`,
  test: 'Dies ist ein Testbrief',
  testHint:
    'Es wurde nichts geändert. In den Newslettern, die an die Liste gehen, meldet diese Seite ab.',
  noSubscriber: 'Sie erhalten von hier keine Newsletter',
  noSubscriberHint:
    'Diese Adresse ist hier nicht mehr gespeichert, es wird nichts an sie gesendet.',
  unknown: 'Dieser Link funktioniert nicht',
  unknownHint:
    'Er ist nicht vollständig oder wurde nicht hier erzeugt. Bitte öffnen Sie ihn noch einmal aus dem Newsletter oder kopieren Sie ihn ganz.',
  failure: 'Gerade nicht möglich',
  failureHint: 'Es wurde nichts geändert. Bitte versuchen Sie es in einigen Minuten noch einmal.',
}

const fr: Texts = {
  from: sender => (sender ? `de « ${sender} »` : 'de cet expéditeur'),
  unsubscribe: 'Se désabonner',
  messages: (from, to) => `Les lettres ${from} sont envoyées à ${to}.`,
  what: 'Que voulez-vous arrêter ?',
  onlyList: list => `La liste « ${list} »`,
  onlyListHint: 'Les lettres des autres listes continuent.',
  everything: from => `Toutes les lettres ${from}`,
  everythingHint: 'Plus aucune lettre, quelle que soit la liste.',
  reason: 'Votre raison',
  optional: 'facultatif',
  choose: 'Veuillez choisir ce que vous voulez arrêter.',
  done: 'Vous êtes désabonné(e)',
  leftList: (to, list) => `${to} ne reçoit plus les lettres de la liste « ${list} ».`,
  leftAll: (to, from) => `${to} ne reçoit plus de lettres ${from}.`,
  onTheWay: 'Une lettre déjà en chemin peut encore arriver.',
  more: from => `Arrêter toutes les lettres ${from}`,
  mistake: 'C’était une erreur',
  back: 'Vous êtes de nouveau abonné(e)',
  backOnList: (to, list) => `${to} reçoit de nouveau les lettres de la liste « ${list} ».`,
  backAll: (to, from) => `${to} reçoit de nouveau les lettres ${from}.`,
  listGone: list => `La liste « ${list} » n’existe plus : elle n’envoie plus rien.`,
  test: 'Ceci est une lettre d’essai',
  testHint: 'Rien n’a été changé. Dans les lettres envoyées à la liste, cette page désabonne.',
  noSubscriber: 'Vous ne recevez aucune lettre d’ici',
  noSubscriberHint: 'Cette adresse n’est plus conservée ici ; rien ne lui est envoyé.',
  unknown: 'Ce lien ne fonctionne pas',
  unknownHint:
    'Il est incomplet ou n’a pas été créé ici. Ouvrez-le de nouveau depuis la lettre, ou copiez-le en entier.',
  failure: 'Pas pour le moment',
  failureHint: 'Rien n’a été changé. Veuillez réessayer dans quelques minutes.',
}

const nb: Texts = {
  from: sender => (sender ? `fra ${sender}` : 'fra denne avsenderen'),
  unsubscribe: 'Meld av',
  messages: (from, to) => `Nyhetsbrev ${from} går til ${to}.`,
  what: 'Hva skal stoppe?',
  onlyList: list => `Listen «${list}»`,
  onlyListHint: 'Nyhetsbrev fra andre lister fortsetter.',
  everything: from => `Alt ${from}`,
  everythingHint: 'Ingen flere nyhetsbrev, uansett liste.',
  reason: 'Din grunn',
  optional: 'valgfritt',
  choose: 'Velg hva som skal stoppe.',
  done: 'Du er meldt av',
  leftList: (to, list) => `${to} får ingen flere nyhetsbrev fra listen «${list}».`,
  leftAll: (to, from) => `${to} får ingen flere nyhetsbrev ${from}.`,
  onTheWay: 'Et brev som allerede er på vei, kan fortsatt komme fram.',
  more: from => `Stopp alt ${from}`,
  mistake: 'Det var en feil',
  back: 'Du er påmeldt igjen',
  backOnList: (to, list) => `${to} får nyhetsbrev fra listen «${list}» igjen.`,
  backAll: (to, from) => `${to} får nyhetsbrev ${from} igjen.`,
  listGone: list => `Listen «${list}» finnes ikke lenger: det kommer ikke mer fra den.`,
  test: 'Dette er et testbrev',
  testHint: 'Ingenting er endret. I brevene som går til listen, melder denne siden av.',
  noSubscriber: 'Du får ingen nyhetsbrev herfra',
  noSubscriberHint: 'Adressen er ikke lenger lagret her, så ingenting sendes til den.',
  unknown: 'Lenken virker ikke',
  unknownHint:
    'Den er ikke hel, eller den er ikke laget her. Åpne den på nytt fra brevet, eller kopier hele.',
  failure: 'Ikke akkurat nå',
  failureHint: 'Ingenting er endret. Prøv igjen om noen minutter.',
}

const da: Texts = {
  from: sender => (sender ? `fra ${sender}` : 'fra denne afsender'),
  unsubscribe: 'Afmeld',
  messages: (from, to) => `Nyhedsbreve ${from} går til ${to}.`,
  what: 'Hvad skal stoppe?',
  onlyList: list => `Listen “${list}”`,
  onlyListHint: 'Nyhedsbreve fra andre lister fortsætter.',
  everything: from => `Alt ${from}`,
  everythingHint: 'Ingen flere nyhedsbreve, uanset liste.',
  reason: 'Din grund',
  optional: 'valgfrit',
  choose: 'Vælg, hvad der skal stoppe.',
  done: 'Du er afmeldt',
  leftList: (to, list) => `${to} får ikke flere nyhedsbreve fra listen “${list}”.`,
  leftAll: (to, from) => `${to} får ikke flere nyhedsbreve ${from}.`,
  onTheWay: 'Et brev, der allerede er på vej, kan stadig nå frem.',
  more: from => `Stop alt ${from}`,
  mistake: 'Det var en fejl',
  back: 'Du er tilmeldt igen',
  backOnList: (to, list) => `${to} får nyhedsbreve fra listen “${list}” igen.`,
  backAll: (to, from) => `${to} får nyhedsbreve ${from} igen.`,
  listGone: list => `Listen “${list}” findes ikke længere: der kommer ikke mere fra den.`,
  test: 'Dette er et testbrev',
  testHint: 'Intet er ændret. I de breve, der går til listen, afmelder denne side.',
  noSubscriber: 'Du får ingen nyhedsbreve herfra',
  noSubscriberHint: 'Adressen er ikke længere gemt her, så intet sendes til den.',
  unknown: 'Linket virker ikke',
  unknownHint:
    'Det er ikke helt, eller det er ikke lavet her. Åbn det igen fra brevet, eller kopiér det hele.',
  failure: 'Ikke lige nu',
  failureHint: 'Intet er ændret. Prøv igen om nogle minutter.',
}

const fi: Texts = {
  from: sender => (sender ? `lähettäjältä ${sender}` : 'tältä lähettäjältä'),
  unsubscribe: 'Peru tilaus',
  messages: (from, to) => `Viestit ${from} lähetetään osoitteeseen ${to}.`,
  what: 'Minkä haluat lopettaa?',
  onlyList: list => `Lista ”${list}”`,
  onlyListHint: 'Muiden listojen viestit jatkuvat.',
  everything: from => `Kaikki viestit ${from}`,
  everythingHint: 'Ei enää viestejä miltään listalta.',
  reason: 'Syy',
  optional: 'vapaaehtoinen',
  choose: 'Valitse, minkä haluat lopettaa.',
  done: 'Tilaus on peruttu',
  leftList: (to, list) => `Osoitteeseen ${to} ei enää lähetetä listan ”${list}” viestejä.`,
  leftAll: (to, from) => `Osoitteeseen ${to} ei enää tule viestejä ${from}.`,
  onTheWay: 'Jo matkalla oleva viesti voi vielä saapua.',
  more: from => `Lopeta kaikki viestit ${from}`,
  mistake: 'Se oli virhe',
  back: 'Tilaus on taas voimassa',
  backOnList: (to, list) => `Osoitteeseen ${to} lähetetään taas listan ”${list}” viestejä.`,
  backAll: (to, from) => `Osoitteeseen ${to} lähetetään taas viestejä ${from}.`,
  listGone: list => `Listaa ”${list}” ei enää ole, eikä siltä tule viestejä.`,
  test: 'Tämä on testiviesti',
  testHint: 'Mitään ei muutettu. Listalle lähetettävissä viesteissä tämä sivu peruu tilauksen.',
  noSubscriber: 'Et saa viestejä täältä',
  noSubscriberHint: 'Osoitetta ei enää säilytetä täällä, joten siihen ei lähetetä mitään.',
  unknown: 'Linkki ei toimi',
  unknownHint:
    'Se ei ole kokonainen tai sitä ei ole luotu täällä. Avaa se uudelleen viestistä tai kopioi se kokonaan.',
  failure: 'Ei juuri nyt',
  failureHint: 'Mitään ei muutettu. Yritä uudelleen muutaman minuutin kuluttua.',
}

export const TEXTS: Record<FormLanguage, Texts> = { en, sv, de, fr, nb, da, fi }

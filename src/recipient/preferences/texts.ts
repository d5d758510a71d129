/** The texts of the page of preferences, in all languages of the pages for readers. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'

export interface PreferenceTexts {
  title: string
  who(address: string): string
  emails: string
  /** Beside a list that was left, and can only be joined again by a new consent. */
  leftBefore: string
  noList: string
  pause: string
  pauseHint: string
  noPause: string
  days(days: number): string
  pausedUntil(day: string): string
  format: string
  html: string
  text: string
  language: string
  aboutYou: string
  name: string
  save: string
  saved: string
  savedHint: string
  undo: string
  undone: string
  wrong: string
  wrongValue: string
  leaveHint: string
  leave: string
  orders: string
  ended: string
  endedHint: string
  /** On the page of unsubscribing. */
  link: string
}

const en: PreferenceTexts = {
  title: 'What would you like from us?',
  who: address => `For ${address}`,
  emails: 'Emails',
  leftBefore: 'You left this. To join again, sign up once more.',
  noList: 'You are on no list.',
  pause: 'A pause',
  pauseHint: 'if it is too much just now',
  noPause: 'None',
  days: days => `${days} days`,
  pausedUntil: day => `Until ${day}`,
  format: 'Kind of email',
  html: 'With pictures',
  text: 'Text only',
  language: 'Language',
  aboutYou: 'About you',
  name: 'Name',
  save: 'Save',
  saved: 'Saved',
  savedHint: 'It holds for every email that has not left yet.',
  undo: 'Take it back',
  undone: 'Taken back',
  wrong: 'Nothing was saved yet. Something below can’t be taken.',
  wrongValue: 'This can’t be taken as it is.',
  leaveHint: 'Nothing more at all, from no list:',
  leave: 'Leave everything',
  orders: 'Emails about your orders still come.',
  ended: 'You get no emails from here',
  endedHint: 'This address wanted no more. To get emails again, sign up once more.',
  link: 'Rather less than nothing? Choose what comes',
}

const sv: PreferenceTexts = {
  title: 'Vad vill du ha från oss?',
  who: address => `För ${address}`,
  emails: 'Utskick',
  leftBefore: 'Du har lämnat den här. Anmäl dig på nytt för att få den igen.',
  noList: 'Du står inte på någon lista.',
  pause: 'En paus',
  pauseHint: 'om det är för mycket just nu',
  noPause: 'Ingen',
  days: days => `${days} dagar`,
  pausedUntil: day => `Till ${day}`,
  format: 'Slags utskick',
  html: 'Med bilder',
  text: 'Bara text',
  language: 'Språk',
  aboutYou: 'Om dig',
  name: 'Namn',
  save: 'Spara',
  saved: 'Sparat',
  savedHint: 'Det gäller för alla utskick som inte har lämnat oss än.',
  undo: 'Ångra',
  undone: 'Ångrat',
  wrong: 'Inget har sparats än. Något nedan går inte att ta emot.',
  wrongValue: 'Det här går inte att ta emot så.',
  leaveHint: 'Inget mer alls, från någon lista:',
  leave: 'Lämna allt',
  orders: 'Utskick om dina beställningar kommer ändå.',
  ended: 'Du får inga utskick härifrån',
  endedHint: 'Adressen ville inte ha något mer. Anmäl dig på nytt för att få utskick igen.',
  link: 'Hellre mindre än inget? Välj vad som kommer',
}

const de: PreferenceTexts = {
  title: 'Was möchten Sie von uns?',
  who: address => `Für ${address}`,
  emails: 'E-Mails',
  leftBefore: 'Sie haben sich hier abgemeldet. Melden Sie sich neu an, um sie wieder zu erhalten.',
  noList: 'Sie stehen auf keiner Liste.',
  pause: 'Eine Pause',
  pauseHint: 'wenn es gerade zu viel ist',
  noPause: 'Keine',
  days: days => `${days} Tage`,
  pausedUntil: day => `Bis ${day}`,
  format: 'Art der E-Mails',
  html: 'Mit Bildern',
  text: 'Nur Text',
  language: 'Sprache',
  aboutYou: 'Über Sie',
  name: 'Name',
  save: 'Speichern',
  saved: 'Gespeichert',
  savedHint: 'Es gilt für jede E-Mail, die noch nicht unterwegs ist.',
  undo: 'Rückgängig machen',
  undone: 'Rückgängig gemacht',
  wrong: 'Noch wurde nichts gespeichert. Etwas unten kann so nicht übernommen werden.',
  wrongValue: 'Das kann so nicht übernommen werden.',
  leaveHint: 'Gar nichts mehr, von keiner Liste:',
  leave: 'Alles abmelden',
  orders: 'E-Mails zu Ihren Bestellungen kommen weiterhin.',
  ended: 'Sie erhalten von hier keine E-Mails',
  endedHint:
    'Diese Adresse wollte nichts mehr. Melden Sie sich neu an, um wieder E-Mails zu erhalten.',
  link: 'Lieber weniger als nichts? Wählen Sie, was kommt',
}

const fr: PreferenceTexts = {
  title: 'Que souhaitez-vous recevoir ?',
  who: address => `Pour ${address}`,
  emails: 'Lettres',
  leftBefore: 'Vous avez quitté cette liste. Inscrivez-vous de nouveau pour la recevoir.',
  noList: 'Vous n’êtes sur aucune liste.',
  pause: 'Une pause',
  pauseHint: 'si c’est trop en ce moment',
  noPause: 'Aucune',
  days: days => `${days} jours`,
  pausedUntil: day => `Jusqu’au ${day}`,
  format: 'Genre de lettres',
  html: 'Avec images',
  text: 'Texte seul',
  language: 'Langue',
  aboutYou: 'À votre sujet',
  name: 'Nom',
  save: 'Enregistrer',
  saved: 'Enregistré',
  savedHint: 'Cela vaut pour toute lettre qui n’est pas encore partie.',
  undo: 'Annuler ce choix',
  undone: 'Choix annulé',
  wrong: 'Rien n’est encore enregistré. Quelque chose ci-dessous ne peut pas être repris.',
  wrongValue: 'Ceci ne peut pas être repris tel quel.',
  leaveHint: 'Plus rien du tout, d’aucune liste :',
  leave: 'Tout quitter',
  orders: 'Les lettres sur vos commandes arrivent toujours.',
  ended: 'Vous ne recevez aucune lettre d’ici',
  endedHint: 'Cette adresse ne voulait plus rien. Pour en recevoir, inscrivez-vous de nouveau.',
  link: 'Plutôt moins que rien ? Choisissez ce qui arrive',
}

const nb: PreferenceTexts = {
  title: 'Hva vil du ha fra oss?',
  who: address => `For ${address}`,
  emails: 'E-poster',
  leftBefore: 'Du har meldt deg av her. Meld deg på igjen for å få den.',
  noList: 'Du står ikke på noen liste.',
  pause: 'En pause',
  pauseHint: 'hvis det er for mye akkurat nå',
  noPause: 'Ingen',
  days: days => `${days} dager`,
  pausedUntil: day => `Til ${day}`,
  format: 'Type e-post',
  html: 'Med bilder',
  text: 'Bare tekst',
  language: 'Språk',
  aboutYou: 'Om deg',
  name: 'Navn',
  save: 'Lagre',
  saved: 'Lagret',
  savedHint: 'Det gjelder hver e-post som ikke er sendt ennå.',
  undo: 'Angre',
  undone: 'Angret',
  wrong: 'Ingenting er lagret ennå. Noe nedenfor kan ikke tas imot.',
  wrongValue: 'Dette kan ikke tas imot slik.',
  leaveHint: 'Ingenting mer, fra ingen liste:',
  leave: 'Meld av alt',
  orders: 'E-poster om bestillingene dine kommer fortsatt.',
  ended: 'Du får ingen e-post herfra',
  endedHint: 'Adressen ville ikke ha mer. Meld deg på igjen for å få e-post.',
  link: 'Heller mindre enn ingenting? Velg hva som kommer',
}

const da: PreferenceTexts = {
  title: 'Hvad vil du have fra os?',
  who: address => `Til ${address}`,
  emails: 'E-mails',
  leftBefore: 'Du har forladt denne. Tilmeld dig igen for at få den.',
  noList: 'Du er ikke på nogen liste.',
  pause: 'En pause',
  pauseHint: 'hvis det er for meget lige nu',
  noPause: 'Ingen',
  days: days => `${days} dage`,
  pausedUntil: day => `Indtil ${day}`,
  format: 'Slags e-mail',
  html: 'Med billeder',
  text: 'Kun tekst',
  language: 'Sprog',
  aboutYou: 'Om dig',
  name: 'Navn',
  save: 'Gem',
  saved: 'Gemt',
  savedHint: 'Det gælder for hver e-mail, der ikke er sendt endnu.',
  undo: 'Fortryd',
  undone: 'Fortrudt',
  wrong: 'Intet er gemt endnu. Noget nedenfor kan ikke modtages.',
  wrongValue: 'Det kan ikke modtages sådan.',
  leaveHint: 'Slet ikke mere, fra nogen liste:',
  leave: 'Afmeld alt',
  orders: 'E-mails om dine bestillinger kommer stadig.',
  ended: 'Du får ingen e-mails herfra',
  endedHint: 'Adressen ville ikke have mere. Tilmeld dig igen for at få e-mails.',
  link: 'Hellere mindre end intet? Vælg, hvad der kommer',
}

const fi: PreferenceTexts = {
  title: 'Mitä haluat meiltä?',
  who: address => `Osoitteelle ${address}`,
  emails: 'Viestit',
  leftBefore: 'Olet perunut tämän. Tilaa uudelleen, jos haluat sen takaisin.',
  noList: 'Et ole millään listalla.',
  pause: 'Tauko',
  pauseHint: 'jos juuri nyt on liikaa',
  noPause: 'Ei taukoa',
  days: days => `${days} päivää`,
  pausedUntil: day => `${day} asti`,
  format: 'Viestien muoto',
  html: 'Kuvien kanssa',
  text: 'Pelkkä teksti',
  language: 'Kieli',
  aboutYou: 'Sinusta',
  name: 'Nimi',
  save: 'Tallenna',
  saved: 'Tallennettu',
  savedHint: 'Se koskee kaikkia viestejä, jotka eivät ole vielä lähteneet.',
  undo: 'Peru muutos',
  undone: 'Muutos peruttu',
  wrong: 'Mitään ei tallennettu vielä. Jotain alla ei voi ottaa vastaan.',
  wrongValue: 'Tätä ei voi ottaa vastaan näin.',
  leaveHint: 'Ei enää mitään, miltään listalta:',
  leave: 'Peru kaikki',
  orders: 'Viestit tilauksistasi tulevat edelleen.',
  ended: 'Et saa viestejä täältä',
  endedHint: 'Tämä osoite ei halunnut enää mitään. Tilaa uudelleen, jos haluat viestejä.',
  link: 'Mieluummin vähemmän kuin ei mitään? Valitse, mitä tulee',
}

export const preferenceTexts: Record<FormLanguage, PreferenceTexts> = {
  en,
  sv,
  de,
  fr,
  nb,
  da,
  fi,
}

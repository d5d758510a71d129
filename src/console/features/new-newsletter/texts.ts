/** The strings of the gallery, in every language. */
import type { DesignAnswer } from '../../../actions/newsletters/designs.ts'
import type { ConsoleLanguage } from '../../texts/language.tsx'

type DesignTexts = Record<DesignAnswer['design'], readonly [name: string, hint: string]>

interface NewNewsletterTexts {
  title: string
  above: string
  cancel: string
  search: string
  designs: string
  designsHint: string
  names: DesignTexts
  blank: string
  blankHint: string
  mjml: string
  mjmlHint: string
  html: string
  htmlHint: string
  templates: string
  templatesHint: string
  sent: string
  sentHint: string
  nothingFound: string
  pictureOf(name: string): string
  subject: string
  subjectHint: string
  list: string
  noList: string
  beginWith(name: string): string
  untitled: string
  copyOf(name: string): string
}

const en: NewNewsletterTexts = {
  title: 'New newsletter',
  above: 'Newsletters',
  cancel: 'Cancel',
  search: 'Design, template, title',
  designs: 'Designs',
  designsHint: 'in the colours and fonts of your brand; every block can be changed',
  names: {
    welcome: ['Welcome', 'Who you are, what comes, where to begin'],
    monthly: ['Monthly news', 'One story first, two more, the rest in brief'],
    launch: ['Product launch', 'One thing, why it is good, where to get it'],
    event: ['Event invitation', 'What, when, where, and one button'],
    sale: ['Sale', 'How much, on what, until when'],
    letter: ['Plain letter', 'Words from one person, nothing else'],
    survey: ['Survey', 'One question, a click is the answer'],
    digest: ['Digest', 'Five things, each in two lines'],
    thanks: ['Thank you', 'For what, and what happens now'],
    products: ['Product row', 'Three things side by side, with prices'],
  },
  blank: 'Blank',
  blankHint: 'Logo and footer only',
  mjml: 'MJML',
  mjmlHint: 'Source, for who writes it',
  html: 'HTML',
  htmlHint: 'Your own, taken as it is',
  templates: 'Your templates',
  templatesHint: 'your own designs, to begin with',
  sent: 'From one that you have',
  sentHint: 'a copy, without its numbers',
  nothingFound: 'Nothing has these words.',
  pictureOf: name => `Picture of ${name}`,
  subject: 'Subject',
  subjectHint: 'It can be changed later.',
  list: 'For the list',
  noList: 'None yet',
  beginWith: name => `Begin with “${name}”`,
  untitled: 'Untitled',
  copyOf: name => `Copy of ${name}`,
}

const sv: NewNewsletterTexts = {
  title: 'Nytt nyhetsbrev',
  above: 'Nyhetsbrev',
  cancel: 'Avbryt',
  search: 'Design, mall, titel',
  designs: 'Designer',
  designsHint: 'i ditt varumärkes färger och typsnitt; varje block går att ändra',
  names: {
    welcome: ['Välkommen', 'Vilka ni är, vad som kommer, var man börjar'],
    monthly: ['Månadens nytt', 'En artikel först, två till, resten i korthet'],
    launch: ['Produktnyhet', 'En sak, varför den är bra, var den finns'],
    event: ['Inbjudan', 'Vad, när, var och en knapp'],
    sale: ['Rea', 'Hur mycket, på vad, hur länge'],
    letter: ['Enkelt brev', 'Ord från en person, inget annat'],
    survey: ['Enkät', 'En fråga, ett klick är svaret'],
    digest: ['Lästips', 'Fem saker, var och en på två rader'],
    thanks: ['Tack', 'För vad, och vad som händer nu'],
    products: ['Produktrad', 'Tre saker bredvid varandra, med priser'],
  },
  blank: 'Tomt',
  blankHint: 'Bara logotyp och sidfot',
  mjml: 'MJML',
  mjmlHint: 'Källkod, för den som skriver det',
  html: 'HTML',
  htmlHint: 'Egen, som den är',
  templates: 'Dina mallar',
  templatesHint: 'egna designer att börja med',
  sent: 'Från ett som finns',
  sentHint: 'en kopia, utan siffrorna',
  nothingFound: 'Inget har de orden.',
  pictureOf: name => `Bild av ${name}`,
  subject: 'Ämne',
  subjectHint: 'Det kan ändras senare.',
  list: 'För listan',
  noList: 'Ingen än',
  beginWith: name => `Börja med ”${name}”`,
  untitled: 'Namnlöst',
  copyOf: name => `Kopia av ${name}`,
}

const de: NewNewsletterTexts = {
  title: 'Neuer Newsletter',
  above: 'Newsletter',
  cancel: 'Abbrechen',
  search: 'Gestaltung, Vorlage, Titel',
  designs: 'Gestaltungen',
  designsHint: 'in den Farben und Schriften Ihrer Marke; jeder Block lässt sich ändern',
  names: {
    welcome: ['Willkommen', 'Wer Sie sind, was kommt, womit man anfängt'],
    monthly: ['Neues im Monat', 'Zuerst eine Geschichte, dann zwei, der Rest in Kürze'],
    launch: ['Neuheit', 'Eine Sache, warum sie gut ist, wo es sie gibt'],
    event: ['Einladung', 'Was, wann, wo, und ein Knopf'],
    sale: ['Angebot', 'Wie viel, worauf, bis wann'],
    letter: ['Schlichter Brief', 'Worte von einem Menschen, sonst nichts'],
    survey: ['Umfrage', 'Eine Frage, ein Klick ist die Antwort'],
    digest: ['Lesetipps', 'Fünf Dinge, jedes in zwei Zeilen'],
    thanks: ['Danke', 'Wofür, und was jetzt geschieht'],
    products: ['Produktreihe', 'Drei Dinge nebeneinander, mit Preisen'],
  },
  blank: 'Leer',
  blankHint: 'Nur Logo und Fußzeile',
  mjml: 'MJML',
  mjmlHint: 'Quelltext, für alle, die es schreiben',
  html: 'HTML',
  htmlHint: 'Eigenes, so wie es ist',
  templates: 'Ihre Vorlagen',
  templatesHint: 'eigene Gestaltungen für den Anfang',
  sent: 'Aus einem, den es gibt',
  sentHint: 'eine Kopie, ohne die Zahlen',
  nothingFound: 'Nichts hat diese Wörter.',
  pictureOf: name => `Bild von ${name}`,
  subject: 'Betreff',
  subjectHint: 'Er lässt sich später ändern.',
  list: 'Für die Liste',
  noList: 'Noch keine',
  beginWith: name => `Mit „${name}“ beginnen`,
  untitled: 'Ohne Titel',
  copyOf: name => `Kopie von ${name}`,
}

export const newNewsletterTexts: Record<ConsoleLanguage, NewNewsletterTexts> = { en, sv, de }

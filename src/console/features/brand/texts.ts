/** The strings of the brand, in every language. */
import type { ConsoleLanguage } from '../../texts/language.tsx'

interface BrandTexts {
  title: string
  hint: string
  save: string
  saved: string
  meanwhile: string
  loadAgain: string
  logo: string
  noLogo: string
  chooseLogo: string
  removeLogo: string
  alt: string
  logoWidth: string
  leadsTo: string
  colours: Record<'background' | 'paper' | 'text' | 'muted' | 'accent' | 'onAccent', string>
  colourTitle: string
  contrast: string
  pairs: Record<'text' | 'muted' | 'links' | 'buttons', string>
  verdicts: Record<'ok' | 'look' | 'wrong', string>
  fonts: string
  heading: string
  body: string
  width: string
  sender: string
  senderName: string
  senderEmail: string
  senderHint: string
  replyTo: string
  address: string
  addressHint: string
  footer: string
  footerHint: string
  language: string
}

const en: BrandTexts = {
  title: 'Brand',
  hint: 'How newsletters of blocks look. They take it when they are saved next.',
  save: 'Save brand',
  saved: 'The brand is saved.',
  meanwhile: 'Somebody else has changed the brand meanwhile. What you wrote is still here.',
  loadAgain: 'Keep mine',
  logo: 'Logo',
  noLogo: 'None: newsletters begin with their first block.',
  chooseLogo: 'Choose logo',
  removeLogo: 'Without logo',
  alt: 'What the logo says',
  logoWidth: 'Width in px',
  leadsTo: 'Leads to',
  colours: {
    background: 'Around the email',
    paper: 'Behind the text',
    text: 'Text',
    muted: 'Text of the footer',
    accent: 'Links and buttons',
    onAccent: 'Words on buttons',
  },
  colourTitle: 'Colours',
  contrast: 'Contrast',
  pairs: { text: 'Text', muted: 'Footer', links: 'Links', buttons: 'Buttons' },
  verdicts: { ok: 'readable', look: 'weak', wrong: 'not readable: it is not saved' },
  fonts: 'Fonts',
  heading: 'Headings',
  body: 'Text',
  width: 'Width of the email in px',
  sender: 'Sender of new newsletters',
  senderName: 'Name',
  senderEmail: 'Address',
  senderHint: 'Empty: the sender of the list.',
  replyTo: 'Replies go to',
  address: 'Postal address',
  addressHint: 'Many laws ask for it.',
  footer: 'Footer, as HTML',
  footerHint: 'With {{ unsubscribe_url }} and {{ web_version_url }}.',
  language: 'Language of the newsletters',
}

const sv: BrandTexts = {
  title: 'Varumärke',
  hint: 'Hur nyhetsbrev av block ser ut. De tar det när de sparas nästa gång.',
  save: 'Spara varumärke',
  saved: 'Varumärket är sparat.',
  meanwhile: 'Någon annan har ändrat varumärket under tiden. Det du skrev finns kvar här.',
  loadAgain: 'Behåll mitt',
  logo: 'Logotyp',
  noLogo: 'Ingen: nyhetsbrev börjar med sitt första block.',
  chooseLogo: 'Välj logotyp',
  removeLogo: 'Utan logotyp',
  alt: 'Vad logotypen säger',
  logoWidth: 'Bredd i px',
  leadsTo: 'Leder till',
  colours: {
    background: 'Runt e-brevet',
    paper: 'Bakom texten',
    text: 'Text',
    muted: 'Sidfotens text',
    accent: 'Länkar och knappar',
    onAccent: 'Ord på knappar',
  },
  colourTitle: 'Färger',
  contrast: 'Kontrast',
  pairs: { text: 'Text', muted: 'Sidfot', links: 'Länkar', buttons: 'Knappar' },
  verdicts: { ok: 'läsbar', look: 'svag', wrong: 'inte läsbar: sparas inte' },
  fonts: 'Teckensnitt',
  heading: 'Rubriker',
  body: 'Text',
  width: 'E-brevets bredd i px',
  sender: 'Avsändare av nya nyhetsbrev',
  senderName: 'Namn',
  senderEmail: 'Adress',
  senderHint: 'Tomt: listans avsändare.',
  replyTo: 'Svar går till',
  address: 'Postadress',
  addressHint: 'Många lagar kräver den.',
  footer: 'Sidfot, som HTML',
  footerHint: 'Med {{ unsubscribe_url }} och {{ web_version_url }}.',
  language: 'Nyhetsbrevens språk',
}

const de: BrandTexts = {
  title: 'Marke',
  hint: 'Wie Newsletter aus Blöcken aussehen. Sie übernehmen es beim nächsten Speichern.',
  save: 'Marke speichern',
  saved: 'Die Marke ist gespeichert.',
  meanwhile: 'Jemand anderes hat die Marke inzwischen geändert. Ihre Eingaben stehen noch hier.',
  loadAgain: 'Meine behalten',
  logo: 'Logo',
  noLogo: 'Keines: Newsletter beginnen mit ihrem ersten Block.',
  chooseLogo: 'Logo wählen',
  removeLogo: 'Ohne Logo',
  alt: 'Was das Logo sagt',
  logoWidth: 'Breite in px',
  leadsTo: 'Führt zu',
  colours: {
    background: 'Um die E-Mail',
    paper: 'Hinter dem Text',
    text: 'Text',
    muted: 'Text der Fußzeile',
    accent: 'Links und Knöpfe',
    onAccent: 'Worte auf Knöpfen',
  },
  colourTitle: 'Farben',
  contrast: 'Kontrast',
  pairs: { text: 'Text', muted: 'Fußzeile', links: 'Links', buttons: 'Knöpfe' },
  verdicts: { ok: 'lesbar', look: 'schwach', wrong: 'nicht lesbar: wird nicht gespeichert' },
  fonts: 'Schriften',
  heading: 'Titel',
  body: 'Text',
  width: 'Breite der E-Mail in px',
  sender: 'Absender neuer Newsletter',
  senderName: 'Name',
  senderEmail: 'Adresse',
  senderHint: 'Leer: der Absender der Liste.',
  replyTo: 'Antworten gehen an',
  address: 'Postanschrift',
  addressHint: 'Viele Gesetze verlangen sie.',
  footer: 'Fußzeile, als HTML',
  footerHint: 'Mit {{ unsubscribe_url }} und {{ web_version_url }}.',
  language: 'Sprache der Newsletter',
}

export const brandTexts: Record<ConsoleLanguage, BrandTexts> = { en, sv, de }

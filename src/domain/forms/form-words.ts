/** The texts of a form, in each of its languages, and the defaults of a new form. */
import { z } from 'zod'

/** The languages that public pages exist in. */
export const FORM_LANGUAGES = ['en', 'sv', 'de', 'fr', 'nb', 'da', 'fi'] as const

export type FormLanguage = (typeof FORM_LANGUAGES)[number]

export const isFormLanguage = (text: string): text is FormLanguage =>
  (FORM_LANGUAGES as readonly string[]).includes(text)

/** `name`, or a data field as `DD3`. */
export const askedField = z.string().regex(/^(?:name|DD(?:[1-9]\d?|100))$/)

const line = (most: number) => z.string().trim().max(most)

export const formTexts = {
  title: line(200).min(1).describe('The heading of the page.'),
  intro: line(2000).describe('What people get, and how often.'),
  consent: line(1000).min(1).describe('What they agree to. It is kept with each proof.'),
  measuring: line(1000).describe(
    'Of a second box: they may be measured. Empty: nobody is asked. Kept with each proof.',
  ),
  button: line(60).describe('On the button. Empty: usual words.'),
  thanks: line(1000).describe('After the form. Empty: usual words.'),
}

export const FormTexts = z.object({
  ...formTexts,
  // Versions of earlier days have none.
  measuring: formTexts.measuring.default(''),
  labels: z
    .record(askedField, line(200))
    .describe('Of fields; without one, the name of the field.'),
})

/** The texts of a form in one language. */
export type FormTexts = z.output<typeof FormTexts>

export const FormWords = z.partialRecord(z.enum(FORM_LANGUAGES), FormTexts)

export type FormWords = z.output<typeof FormWords>

/** The words that are there before anybody writes others. `sender`: empty if it has no name. */
export const firstTexts = (language: FormLanguage, sender: string): FormTexts => ({
  ...FIRST[language](sender),
  intro: '',
  measuring: '',
  button: '',
  thanks: '',
  labels: {},
})

type First = (sender: string) => Pick<FormTexts, 'title' | 'consent'>

const FIRST: Record<FormLanguage, First> = {
  en: sender => ({
    title: 'Get our newsletter',
    consent: `I want emails${sender && ` from ${sender}`}. I can end this at any time, by a link in each email.`,
  }),
  sv: sender => ({
    title: 'Få vårt nyhetsbrev',
    consent: `Jag vill få utskick${sender && ` från ${sender}`}. Jag kan avsluta när som helst, med en länk i varje utskick.`,
  }),
  de: sender => ({
    title: 'Unseren Newsletter erhalten',
    consent: `Ich möchte E-Mails${sender && ` von ${sender}`} erhalten. Das kann ich jederzeit beenden, mit einem Link in jeder E-Mail.`,
  }),
  fr: sender => ({
    title: 'Recevez notre lettre d’information',
    consent: `Je souhaite recevoir des e-mails${sender && ` de ${sender}`}. Je peux y mettre fin à tout moment, par un lien dans chaque e-mail.`,
  }),
  nb: sender => ({
    title: 'Få nyhetsbrevet vårt',
    consent: `Jeg vil ha e-poster${sender && ` fra ${sender}`}. Jeg kan avslutte når som helst, med en lenke i hver e-post.`,
  }),
  da: sender => ({
    title: 'Få vores nyhedsbrev',
    consent: `Jeg vil gerne have e-mails${sender && ` fra ${sender}`}. Jeg kan stoppe når som helst med et link i hver e-mail.`,
  }),
  fi: sender => ({
    title: 'Tilaa uutiskirjeemme',
    consent: `Haluan sähköposteja${sender && ` lähettäjältä ${sender}`}. Voin lopettaa milloin tahansa jokaisessa viestissä olevalla linkillä.`,
  }),
}

/** The brand of an account: how its newsletters of blocks look, and who sends them. */
import { z } from 'zod'

const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Write a colour as #2F5D47.')
  .meta({ examples: ['#2F5D47'] })

/** Web-safe fonts, each with its fallback stack. */
export const FONTS = {
  Arial: 'Arial, Helvetica, sans-serif',
  Helvetica: 'Helvetica, Arial, sans-serif',
  Verdana: 'Verdana, Geneva, sans-serif',
  Tahoma: 'Tahoma, Verdana, sans-serif',
  'Trebuchet MS': "'Trebuchet MS', Tahoma, sans-serif",
  Georgia: "Georgia, 'Times New Roman', serif",
  'Times New Roman': "'Times New Roman', Times, serif",
  Palatino: "'Palatino Linotype', Palatino, Georgia, serif",
  'Courier New': "'Courier New', Courier, monospace",
} as const

export type FontName = keyof typeof FONTS

const font = z.enum(Object.keys(FONTS) as [FontName, ...FontName[]])

export const Brand = z.strictObject({
  logo: z
    .strictObject({
      src: z.string().max(2000).describe('The address of a picture of the library, or https://.'),
      alt: z.string().max(200),
      width: z.int().min(20).max(600),
      href: z.string().max(2000),
    })
    .nullable(),
  colours: z.strictObject({
    background: colour.describe('Around the email.'),
    paper: colour.describe('Behind the text.'),
    text: colour,
    muted: colour.describe('Text of the footer.'),
    accent: colour.describe('Links, and the fill of buttons.'),
    onAccent: colour.describe('Text of buttons.'),
  }),
  fonts: z.strictObject({ heading: font, body: font }),
  width: z.int().min(480).max(700).describe('Of the email, in pixels.'),
  sender: z.strictObject({
    name: z.string().max(200),
    email: z.string().max(320).describe('For new newsletters; empty: the sender of the list.'),
    replyTo: z.string().max(320),
  }),
  address: z.string().max(500).describe('The postal address, which many laws demand.'),
  links: z
    .strictObject({ imprint: z.string().max(2000), privacy: z.string().max(2000) })
    .default({ imprint: '', privacy: '' })
    .describe('Pages of yours, with https://; on the pages of forms, and in their emails.'),
  footer: z.string().max(10_000).describe('HTML like that of text blocks, with tags.'),
  language: z.enum(['en', 'sv', 'de']).describe('Of its newsletters, for screen readers.'),
})

export type Brand = z.output<typeof Brand>

const WORDS = {
  en: ['Read in the browser', 'Preferences', 'Do not measure me', 'Unsubscribe'],
  sv: ['Läs i webbläsaren', 'Inställningar', 'Mät inte mig', 'Avsluta prenumerationen'],
  de: ['Im Browser lesen', 'Einstellungen', 'Mich nicht messen', 'Abmelden'],
} as const

/** The footer that a brand begins with, in the language of its newsletters until it is changed. */
function footerIn(language: Brand['language']): string {
  const tags = ['web_version_url', 'preferences_url', 'measuring_url', 'unsubscribe_url']
  const links = WORDS[language].map((words, i) => `<a href="{{ ${tags[i]} }}">${words}</a>`)
  return `<p>${links.join(' · ')}</p>`
}

/** With the default footer if it was not edited, in the language of the brand. */
export function withFooterInLanguage(brand: Brand): Brand {
  const languages = Object.keys(WORDS) as Brand['language'][]
  const isFirst = languages.some(language => brand.footer === footerIn(language))
  return isFirst ? { ...brand, footer: footerIn(brand.language) } : brand
}

/** For a version in another language. A footer that was edited stays, unless one is given. */
export function brandIn(brand: Brand, language: string, footer = ''): Brand {
  const known = (Object.keys(WORDS) as Brand['language'][]).find(one => one === language)
  const spoken = known ? withFooterInLanguage({ ...brand, language: known }) : brand
  return footer.trim() === '' ? spoken : { ...spoken, footer }
}

/** The words of the link to unsubscribe, where a newsletter has none of its own. */
export const unsubscribeWords = (language: string | undefined): string | undefined =>
  Object.entries(WORDS).find(([one]) => one === language)?.[1][3]

export const FIRST_BRAND: Brand = {
  logo: null,
  colours: {
    background: '#F1EFE8',
    paper: '#FFFFFF',
    text: '#24302A',
    muted: '#62675F',
    accent: '#2F5D47',
    onAccent: '#FFFFFF',
  },
  fonts: { heading: 'Georgia', body: 'Arial' },
  width: 600,
  sender: { name: '', email: '', replyTo: '' },
  address: '',
  links: { imprint: '', privacy: '' },
  footer: footerIn('en'),
  language: 'en',
}

/** The strings of the gallery, in English. */
import type { DesignAnswer } from '../../../actions/newsletters/designs.ts'

type DesignTexts = Record<DesignAnswer['design'], readonly [name: string, hint: string]>

export const newNewsletter = {
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
  } satisfies DesignTexts,
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
  pictureOf: (name: string): string => `Picture of ${name}`,
  subject: 'Subject',
  subjectHint: 'It can be changed later.',
  list: 'For the list',
  noList: 'None yet',
  beginWith: (name: string): string => `Begin with “${name}”`,
  untitled: 'Untitled',
  copyOf: (name: string): string => `Copy of ${name}`,
}

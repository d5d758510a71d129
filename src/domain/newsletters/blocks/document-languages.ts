/** The texts of a newsletter of blocks in further languages, beside those of the blocks. */
import { z } from 'zod'
import { RIGHT_FORM } from '../../../lib/language-words.ts'

const MOST_VERSIONS = 20

const language = z.string().regex(RIGHT_FORM, 'Write a language as en, sv or de.')

const Origin = z.strictObject({
  hash: z.string().max(30),
  changed: z.iso.date().optional().describe('The day on which the base changed since.'),
})

const LanguageVersion = z.strictObject({
  language,
  subject: z.string().max(500).describe('Empty: as in the next language.'),
  preheader: z.string().max(500).describe('Empty: as in the next language.'),
  footer: z.string().max(10_000).optional().describe('Instead of the footer of the brand.'),
  texts: z
    .record(z.string().max(40), z.record(z.string().max(40), z.string().max(100_000)))
    .describe(
      'By id of the block and part: { "b1": { "html": "<p>Hej</p>" } }. Parts are the texts and ' +
        'addresses of a block, those of lists as items.0 and links.0.text. What is absent or ' +
        'empty is not translated.',
    ),
  madeFrom: z
    .record(z.string().max(40), z.record(z.string().max(40), Origin))
    .optional()
    .describe(
      'By block and part, "" for subject and preheader: the words of the base that a text was ' +
        'translated from, as a hash. Absent: the present ones; leave out what you translate anew.',
    ),
})

export const DocumentLanguages = z
  .strictObject({
    base: language.describe('The language of the blocks themselves, and of the subject.'),
    fallback: z
      .array(language)
      .max(MOST_VERSIONS + 1)
      .default([])
      .describe(
        'Languages in the order in which they stand in for a text that is not translated, and ' +
          'for the language of a person that has no version; then the base.',
      ),
    versions: z.array(LanguageVersion).max(MOST_VERSIONS),
  })
  .superRefine(({ base, fallback, versions }, context) => {
    const known = [base, ...versions.map(one => one.language)]
    if (new Set(known).size < known.length) context.addIssue('Each language is there once.')
    if (new Set(fallback).size < fallback.length || fallback.some(one => !known.includes(one)))
      context.addIssue('The order names languages of the newsletter, each once.')
  })

export type LanguageVersion = z.output<typeof LanguageVersion>
export type DocumentLanguages = z.output<typeof DocumentLanguages>

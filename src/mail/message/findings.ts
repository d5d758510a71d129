/**
 * What checks of an email find: a code with values, in words for the command line. The console has
 * its own words for each code, in each language.
 */

type Values = Record<string, string | number>

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`
const quoted = (text: string): string => JSON.stringify(text.slice(0, 200))

interface Contrast {
  ink: string
  ground: string
  ratio: number
  least: number
}

/** `cause`: of LinkCause. `said`: the status that the server answered, or ''. */
interface Unanswered extends Values {
  address: string
  reason: string
  answer: string
  cause: string
  said: string
}

const WORDS = {
  'subject-empty': () => 'The subject is empty for a subscriber without data.',
  'subject-long': ({ length, most }: { length: number; most: number }) =>
    `The subject has ${length} characters; phones show about 40, most programs ${most}.`,
  'subject-fine': ({ length }: { length: number }) => `The subject has ${length} characters.`,
  'size-clipped': ({ kind, kilobytes }: { kind: 'HTML' | 'text'; kilobytes: number }) =>
    `The ${kind} has ${kilobytes} kB: Gmail clips emails at 102 kB, so that the end is hidden.`,
  'size-near': ({ kind, kilobytes }: { kind: 'HTML' | 'text'; kilobytes: number }) =>
    `The ${kind} has ${kilobytes} kB; Gmail clips emails at 102 kB.`,
  'size-fine': ({ kind, kilobytes }: { kind: 'HTML' | 'text'; kilobytes: number }) =>
    `The ${kind} has ${kilobytes} kB.`,
  'unsubscribe-own': () => 'The newsletter has an unsubscribe link.',
  'unsubscribe-added': () => 'An unsubscribe link is added at the end, as the newsletter has none.',
  'characters-utf8': () => 'Emails of this list are written in UTF-8, which has all characters.',
  'characters-fit': ({ charset }: { charset: string }) =>
    `Everything fits the list's character set, ${charset}.`,
  'characters-outside': ({ charset, characters }: { charset: string; characters: string }) =>
    `Not in the list's character set, ${charset}, so the emails are sent in UTF-8: ${characters}.`,
  'link-bad': ({ address }: { address: string }) =>
    `${address === '' ? 'A link without an address' : quoted(address)} does not work in an ` +
    'email: write https:// and the whole address.',
  'tag-encoded': ({ tag, meant }: { tag: string; meant: string }) =>
    `${JSON.stringify(tag)} is no tag: an editor has encoded its braces, so everybody gets it as ` +
    `it is. Write ${JSON.stringify(meant)}.`,
  'tag-without-values': ({ tag, people }: { tag: string; people: number }) =>
    `${people === 0 ? 'Nobody' : `None of ${people.toLocaleString('en')} people`} on the list ` +
    `has a value for the tag ${JSON.stringify(tag)}.`,
  'sender-provider': ({ domain }: { domain: string }) =>
    `${domain} allows no other server to send in its name: emails from its addresses will be ` +
    'rejected or delivered as spam. Use an address of your own domain.',
  'sender-signed': ({ domain }: { domain: string }) =>
    `Emails are signed for ${domain}, the domain of the sender.`,
  'sender-unsigned': ({ domain }: { domain: string }) =>
    `Emails are not signed for ${domain}, unless the relay does it.`,
  'sender-none': () => 'There is no sender yet.',
  'pictures-none': () => 'There are no pictures.',
  'pictures-described': ({ pictures }: { pictures: number }) =>
    `${count(pictures, 'picture')}, all described.`,
  'pictures-silent': ({ pictures, all }: { pictures: number; all: number }) =>
    `${count(pictures, 'picture')} of ${all} without alt="", the text that is read aloud, and ` +
    'shown while pictures are off. Use an empty one for decorative pictures.',
  'pictures-http': ({ pictures }: { pictures: number }) =>
    `${count(pictures, 'picture')} by http://, which some programs don't show: use https://.`,
  'pictures-data': ({ pictures }: { pictures: number }) =>
    `${count(pictures, 'picture')} by data:, which Gmail and Outlook don't show: add the ` +
    'picture to the newsletter or to the library.',
  'picture-bad': ({ address }: { address: string }) =>
    `${address === '' ? 'A picture without an address' : `The picture ${quoted(address)}`} is ` +
    'seen by nobody: write https:// and the whole address.',
  'link-unanswered': ({ address, reason }: Unanswered) => `${address}: ${reason}.`,
  'links-untried': ({ links }: { links: number }) =>
    `This machine finds no host by its name: ${links} links were not tried.`,
  'links-answer': ({ links }: { links: number }) =>
    links === 1 ? 'One link answers.' : `${links} links answer.`,
  'links-left': ({ links }: { links: number }) => `${links} further links were not requested.`,
  'spam-capitals': () => 'The subject is in capitals.',
  'spam-marks': () => 'The subject has several exclamation or question marks.',
  'spam-shown': ({ shown, host }: { shown: string; host: string }) =>
    `A link shows ${shown} and leads to ${host}, as those of frauds do.`,
  'spam-shortener': ({ host }: { host: string }) => `A link leads through ${host}.`,
  'spam-number': ({ host }: { host: string }) => `A link leads to the number ${host}.`,
  'spam-pictures': () => 'Nearly all of it is pictures: with pictures off nothing can be read.',
  'spam-none': () => 'Nothing in it looks like spam.',
  'subject-none': () => 'There is no subject.',
  'languages-no-field': () =>
    'No data field is named for the language of a person: everybody gets the base language.',
  'untranslated-subject': ({ language }: { language: string }) =>
    `The subject is not translated (${language}).`,
  'untranslated-preheader': ({ language }: { language: string }) =>
    `The preheader is not translated (${language}).`,
  untranslated: ({ language }: { language: string }) =>
    `A block is not translated, or not all of it (${language}).`,
  'untranslated-more': ({ language, left }: { language: string; left: number }) =>
    `${count(left, 'further block')} not translated (${language}).`,
  'translation-old': ({ language }: { language: string }) =>
    `The base has changed since this was translated (${language}).`,
  'blocks-none': () => 'There are no blocks.',
  'block-empty': () => 'A block is empty.',
  'button-unlinked': ({ text }: { text: string }) =>
    `No link is given for the button ${JSON.stringify(text)}.`,
  'video-unlinked': () => 'No link is given for the video.',
  'entry-unlinked': ({ text }: { text: string }) => `No link is given for ${JSON.stringify(text)}.`,
  'feed-unsent': () =>
    'It shows items of a feed, and no trigger that starts by a feed sends it: nothing would be shown.',
  'picture-none': () => 'No picture is chosen.',
  'picture-undescribed': () => 'A picture has no alternative text.',
  'linked-picture-undescribed': () =>
    'A picture has no alternative text. It is a link, which nobody can follow who does not see it.',
  'access-fine': () => 'Language, headings and links can be followed by all.',
  'access-language': () =>
    'The email does not say its language: screen readers may read it in another.',
  'access-title': () =>
    'The email has no title, which says in a browser, and to who listens, what it is.',
  'access-table': () => 'A table without headings is read aloud cell by cell, as if it held data.',
  'heading-none': () =>
    'There is no heading of the first level, which says what the email is about.',
  'heading-several': () => 'There are several headings of the first level.',
  'heading-skipped': ({ level, above }: { level: number; above: number }) =>
    `A heading of level ${level} follows one of level ${above}.`,
  'link-wordless': () => 'A link has no words: nobody who listens knows where it leads.',
  'link-vague': ({ text }: { text: string }) => `A link says only ${JSON.stringify(text)}.`,
  contrast: ({ ink, ground, ratio, least }: Contrast) =>
    `The contrast of a text, ${ink} on ${ground}, is ${ratio} : 1; ${least} : 1 is read by all.`,
} as const

export type FindingCode = keyof typeof WORDS

export const FINDING_CODES = Object.keys(WORDS) as [FindingCode, ...FindingCode[]]

export interface SaidFinding {
  code: FindingCode
  values: Values
  /** In English. */
  says: string
}

type ValuesOf<Code extends FindingCode> = Parameters<(typeof WORDS)[Code]>[0]

export function findingOf<Code extends FindingCode>(
  code: Code,
  ...[values]: ValuesOf<Code> extends undefined ? [] : [values: ValuesOf<Code>]
): SaidFinding {
  const say = WORDS[code] as (values: unknown) => string
  return { code, values: (values ?? {}) as Values, says: say(values) }
}

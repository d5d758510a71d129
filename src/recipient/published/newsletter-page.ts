/**
 * The page of one newsletter: the document of its email, as in the web version, with a bar above
 * and below. The bars lie in shadow roots, so that neither style reaches the other; there is no
 * script.
 */
import type { FormLanguage } from '../../domain/forms/form-words.ts'
import { framed } from '../../domain/published/email-document.ts'
import type { PublicList, PublicNewsletter } from '../../domain/published/public-pages.ts'
import { type Html, html, trusted } from '../../lib/html.ts'
import { coloursOf } from '../sign-up/brand-style.ts'
import type { PageLook } from '../sign-up/shown-form.ts'
import { dayIn } from './index-page.ts'
import { type Alternates, addressOfVersion, languageLinks } from './languages.ts'
import { addressOf, linkTags } from './link-tags.ts'
import { BAR_RULES } from './style.ts'
import { publishedTexts } from './texts.ts'

export interface NewsletterView {
  list: PublicList
  newsletter: PublicNewsletter
  language: FormLanguage
  look: PageLook
  origin: string
  formPath: string | undefined
}

export function newsletterPage(view: NewsletterView): string {
  const { list, newsletter, origin } = view
  const { number, title, summary, picture, published, corrected, content } = newsletter
  const address = addressOfVersion(addressOf(list, origin, String(number)), newsletter)
  const tags = linkTags(list, origin, {
    kind: 'article',
    title,
    description: summary,
    picture,
    address,
    published,
    corrected,
    alternates: alternatesOf(view),
  })
  const head = html`<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${list.title}</title>
${tags}`
  const parts = { head: head.html, top: topBar(view).html, end: endBar(view).html }
  return framed(content.html ?? textDocument(content.text), parts)
}

function alternatesOf({ list, newsletter, origin }: NewsletterView): Alternates {
  const { number, language, languages } = newsletter
  const address = addressOf(list, origin, String(number))
  return { address, languages, base: languages[0], shown: language }
}

/** The page with all newsletters, in the language of this one. */
const indexAddress = ({ list, newsletter: { language }, origin }: NewsletterView): string =>
  addressOf(list, origin) + (language === undefined ? '' : `?lang=${language}`)

const textDocument = (text: string): string =>
  html`<pre style="white-space:pre-wrap;font:1rem/1.6 sans-serif;max-width:40em;margin:2em auto;\
padding:0 1em">${text}</pre>`.html

const bar = ({ language, look }: NewsletterView, content: Html): Html =>
  html`<published-bar lang="${language}"><template shadowrootmode="open"><style>\
${trusted(coloursOf(look.brand, ':host'))}${trusted(BAR_RULES)}</style>${content}</template>\
</published-bar>`

function topBar(view: NewsletterView): Html {
  const { list, newsletter, language } = view
  const { published, corrected } = newsletter
  const texts = publishedTexts[language]
  return bar(
    view,
    html`<header><a href="${indexAddress(view)}">${list.title}</a>\
<time datetime="${published.toISOString()}">${dayIn(language, published)}</time>${
      corrected !== null &&
      html`<time datetime="${corrected.toISOString()}">${texts.corrected(
        dayIn(language, corrected),
      )}</time>`
    }${languageLinks(alternatesOf(view), texts.languages)}</header>`,
  )
}

function endBar(view: NewsletterView): Html {
  const { newsletter, language, origin, formPath } = view
  const texts = publishedTexts[language]
  return bar(
    view,
    html`<footer>${
      formPath !== undefined &&
      html`<h2>${texts.join}</h2>
<p><small>${texts.joinHint}</small></p>
<a class="button" href="${origin}${formPath}\
${newsletter.language !== undefined && `?lang=${language}`}">${texts.joinButton}</a>`
    }<p class="all"><a href="${indexAddress(view)}">${texts.all}</a></p></footer>`,
  )
}

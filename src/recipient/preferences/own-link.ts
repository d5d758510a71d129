/** The way to the page that sends people their own link; no page knows whether they have one. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'
import { type Html, html } from '../../lib/html.ts'
import type { PageLook } from '../sign-up/shown-form.ts'

interface OwnLinkTexts {
  already: string
  way: string
}

const ownLinkTexts: Record<FormLanguage, OwnLinkTexts> = {
  en: {
    already: 'Already subscribed?',
    way: 'Have the link sent to you by which you choose what comes',
  },
  sv: {
    already: 'Prenumererar du redan?',
    way: 'Få länken skickad där du väljer vad som kommer',
  },
  de: {
    already: 'Schon angemeldet?',
    way: 'Lassen Sie sich den Link schicken, mit dem Sie wählen, was kommt',
  },
  fr: {
    already: 'Déjà inscrit ?',
    way: 'Faites-vous envoyer le lien pour choisir ce que vous recevez',
  },
  nb: {
    already: 'Abonnerer du allerede?',
    way: 'Få tilsendt lenken der du velger hva som kommer',
  },
  da: {
    already: 'Er du allerede tilmeldt?',
    way: 'Få tilsendt linket, hvor du vælger, hvad der kommer',
  },
  fi: {
    already: 'Oletko jo tilaaja?',
    way: 'Pyydä linkki, jolla valitset, mitä saat',
  },
}

/** Nothing where the account has no host. `asks`: of readers who may have signed up before. */
export function wayToOwnLink(
  { ownLink }: Pick<PageLook, 'ownLink'>,
  language: FormLanguage,
  asks = false,
): Html | false {
  const { already, way } = ownLinkTexts[language]
  return (
    ownLink !== '' &&
    html`\n<p class="fine">${asks && `${already} `}<a href="${ownLink}?lang=${language}">${way}</a></p>`
  )
}

/** The page for leaving the lists of a form, in all languages. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'

export interface LeaveTexts {
  title: string
  /** Before the names of the lists. */
  lists: string
  button: string
  done: string
  /** The same for an address that was on no list. */
  doneHint: string
  tooMany: string
  tooManyHint: string
}

export const leaveTexts: Record<FormLanguage, LeaveTexts> = {
  en: {
    title: 'Unsubscribe',
    lists: 'This address gets no more of:',
    button: 'Unsubscribe',
    done: 'Done',
    doneHint: 'If this address was on these lists, it gets nothing more from them.',
    tooMany: 'Not now',
    tooManyHint:
      'Too many were unsubscribed from your network. Try again in an hour, or use the link in any of the emails.',
  },
  sv: {
    title: 'Avsluta prenumerationen',
    lists: 'Den här adressen får inget mer av:',
    button: 'Avsluta',
    done: 'Klart',
    doneHint: 'Om adressen fanns på de här listorna får den inget mer från dem.',
    tooMany: 'Inte just nu',
    tooManyHint:
      'För många har avslutats från ditt nätverk. Försök igen om en timme, eller använd länken i något av utskicken.',
  },
  de: {
    title: 'Abmelden',
    lists: 'Diese Adresse erhält nichts mehr von:',
    button: 'Abmelden',
    done: 'Erledigt',
    doneHint: 'Falls diese Adresse auf diesen Listen stand, erhält sie nichts mehr davon.',
    tooMany: 'Gerade nicht',
    tooManyHint:
      'Aus Ihrem Netz kamen zu viele Abmeldungen. Versuchen Sie es in einer Stunde wieder, oder nehmen Sie den Link in einer der E-Mails.',
  },
  fr: {
    title: 'Se désabonner',
    lists: 'Cette adresse ne recevra plus :',
    button: 'Me désabonner',
    done: 'C’est fait',
    doneHint: 'Si cette adresse figurait sur ces listes, elle n’en recevra plus rien.',
    tooMany: 'Pas maintenant',
    tooManyHint:
      'Trop de désabonnements viennent de votre réseau. Réessayez dans une heure, ou utilisez le lien d’un des e-mails.',
  },
  nb: {
    title: 'Avslutt abonnementet',
    lists: 'Denne adressen får ikke mer av:',
    button: 'Avslutt',
    done: 'Ferdig',
    doneHint: 'Hvis adressen sto på disse listene, får den ikke mer fra dem.',
    tooMany: 'Ikke akkurat nå',
    tooManyHint:
      'For mange er avsluttet fra nettverket ditt. Prøv igjen om en time, eller bruk lenken i en av e-postene.',
  },
  da: {
    title: 'Afmeld',
    lists: 'Denne adresse får ikke mere af:',
    button: 'Afmeld',
    done: 'Færdig',
    doneHint: 'Hvis adressen stod på disse lister, får den ikke mere fra dem.',
    tooMany: 'Ikke lige nu',
    tooManyHint:
      'For mange er blevet afmeldt fra dit netværk. Prøv igen om en time, eller brug linket i en af e-mailene.',
  },
  fi: {
    title: 'Peruuta tilaus',
    lists: 'Tähän osoitteeseen ei enää lähetetä:',
    button: 'Peruuta tilaus',
    done: 'Valmis',
    doneHint: 'Jos osoite oli näillä listoilla, siihen ei enää lähetetä mitään niiltä.',
    tooMany: 'Ei juuri nyt',
    tooManyHint:
      'Verkostasi on tullut liian monta peruutusta. Yritä tunnin kuluttua uudelleen tai käytä jonkin viestin linkkiä.',
  },
}

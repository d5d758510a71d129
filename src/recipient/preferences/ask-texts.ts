/** The page where people ask for the link of their preferences, in all languages. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'

export interface AskTexts {
  title: string
  hint: string
  button: string
  sent: string
  /** The same for an unknown address. */
  sentHint: string
}

export const askTexts: Record<FormLanguage, AskTexts> = {
  en: {
    title: 'Your preferences',
    hint: 'Which emails you get, a pause, your data: the way there is a link of your own. Give your address, and it is sent to you.',
    button: 'Send me the link',
    sent: 'Look into your mailbox',
    sentHint:
      'If we send emails to this address, the link is on its way. It comes once an hour at most.',
  },
  sv: {
    title: 'Dina inställningar',
    hint: 'Vilka utskick du får, en paus, dina uppgifter: dit kommer du med en egen länk. Ange din adress, så skickas den till dig.',
    button: 'Skicka länken',
    sent: 'Titta i din inkorg',
    sentHint:
      'Om vi skickar e-post till den adressen är länken på väg. Den kommer högst en gång i timmen.',
  },
  de: {
    title: 'Ihre Einstellungen',
    hint: 'Welche E-Mails Sie erhalten, eine Pause, Ihre Daten: Dorthin führt ein eigener Link. Geben Sie Ihre Adresse an, dann wird er Ihnen geschickt.',
    button: 'Link schicken',
    sent: 'Sehen Sie in Ihr Postfach',
    sentHint:
      'Wenn wir E-Mails an diese Adresse senden, ist der Link unterwegs. Er kommt höchstens einmal in der Stunde.',
  },
  fr: {
    title: 'Vos préférences',
    hint: 'Les e-mails que vous recevez, une pause, vos données : on y accède par un lien personnel. Indiquez votre adresse et il vous sera envoyé.',
    button: 'M’envoyer le lien',
    sent: 'Consultez votre boîte de réception',
    sentHint:
      'Si nous envoyons des e-mails à cette adresse, le lien est en route. Il arrive au plus une fois par heure.',
  },
  nb: {
    title: 'Dine innstillinger',
    hint: 'Hvilke e-poster du får, en pause, opplysningene dine: dit kommer du med en egen lenke. Oppgi adressen din, så sendes den til deg.',
    button: 'Send meg lenken',
    sent: 'Se i innboksen din',
    sentHint:
      'Hvis vi sender e-post til denne adressen, er lenken på vei. Den kommer høyst én gang i timen.',
  },
  da: {
    title: 'Dine indstillinger',
    hint: 'Hvilke e-mails du får, en pause, dine oplysninger: dertil fører et link, som kun er dit. Skriv din adresse, så sendes det til dig.',
    button: 'Send mig linket',
    sent: 'Se i din indbakke',
    sentHint:
      'Hvis vi sender e-mails til denne adresse, er linket på vej. Det kommer højst én gang i timen.',
  },
  fi: {
    title: 'Asetuksesi',
    hint: 'Mitä sähköposteja saat, tauko, tietosi: sinne pääsee omalla linkillä. Anna osoitteesi, niin linkki lähetetään sinulle.',
    button: 'Lähetä linkki',
    sent: 'Katso sähköpostisi',
    sentHint:
      'Jos lähetämme sähköpostia tähän osoitteeseen, linkki on matkalla. Se tulee enintään kerran tunnissa.',
  },
}

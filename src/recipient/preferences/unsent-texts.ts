/** What is said where an email is to be sent, and the account has no sender. */
import type { FormLanguage } from '../../domain/forms/form-words.ts'

export const unsentTexts: Record<FormLanguage, { title: string; hint: string }> = {
  en: {
    title: 'This can’t be sent to you by itself',
    hint: 'No address is set up that it could come from. Answer one of the emails you get, and ask for it there.',
  },
  sv: {
    title: 'Det här kan inte skickas av sig självt',
    hint: 'Det saknas en adress som det kan skickas från. Svara på ett av breven du får och be om det där.',
  },
  de: {
    title: 'Das kann nicht von selbst gesendet werden',
    hint: 'Es ist keine Adresse eingerichtet, von der es kommen könnte. Antworten Sie auf eine der E-Mails, die Sie bekommen, und bitten Sie dort darum.',
  },
  fr: {
    title: 'L’envoi automatique n’est pas possible',
    hint: 'Aucune adresse d’expédition n’est configurée. Répondez à l’un des e-mails que vous recevez pour en faire la demande.',
  },
  nb: {
    title: 'Dette kan ikke sendes automatisk',
    hint: 'Det mangler en adresse som det kan sendes fra. Svar på en av e-postene du får, og be om det der.',
  },
  da: {
    title: 'Det kan ikke sendes automatisk',
    hint: 'Der mangler en adresse, som det kan sendes fra. Svar på en af de e-mails, du får, og bed om det dér.',
  },
  fi: {
    title: 'Tätä ei voi lähettää automaattisesti',
    hint: 'Lähettäjän osoitetta ei ole määritetty. Vastaa johonkin saamaasi viestiin ja pyydä sitä siinä.',
  },
}

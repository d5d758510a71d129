/** The email with the link of one's preferences: its project, and its texts in all languages. */
import type { Store } from '../../db/db.ts'
import { brandOf } from '../brand/keep-brand.ts'
import { addEmailProject, type ConfirmationTexts } from '../forms/confirmation-email.ts'
import type { FormLanguage } from '../forms/form-words.ts'
import { findProject, projectNamed } from '../transactions/projects.sql.ts'
import { senderOfLists } from './link-requests.sql.ts'

const NAME = 'Links of preferences'

/**
 * The guid of the project, which is made with the first request. Undefined: neither the brand nor a
 * list has a sender.
 */
export async function projectForLinks(db: Store, accountId: number): Promise<string | undefined> {
  const known = await projectNamed(db, { accountId, name: NAME })
  if (known) return (await findProject(db, { accountId, guid: null, id: known.id }))?.guid
  const { sender } = await brandOf(db, accountId)
  const list = await senderOfLists(db, { accountId })
  const email = sender.email || list?.fromEmail
  if (!email) return undefined
  const from = { name: sender.name || list?.fromName || '', email, replyTo: sender.replyTo }
  return (await addEmailProject(db, accountId, NAME, '{{ preferences_url }}', from)).guid
}

/** `sender`: empty if it has no name. */
export const linkTexts = (language: FormLanguage, sender: string): ConfirmationTexts =>
  TEXTS[language](sender)

const TEXTS: Record<FormLanguage, (sender: string) => ConfirmationTexts> = {
  en: sender => ({
    subject: sender ? `Your preferences at ${sender}` : 'Your preferences',
    title: 'Choose what comes',
    text: `The link to your preferences was asked for${sender && ` at ${sender}`}: which emails you get, a pause, your data.`,
    button: 'Open my preferences',
    otherwise:
      'If it was not you, do nothing: nothing changes. Do not pass the link on, it is yours alone.',
  }),
  sv: sender => ({
    subject: sender ? `Dina inställningar hos ${sender}` : 'Dina inställningar',
    title: 'Välj vad du får',
    text: `Någon bad om länken till dina inställningar${sender && ` hos ${sender}`}: vilka utskick du får, en paus, dina uppgifter.`,
    button: 'Öppna mina inställningar',
    otherwise:
      'Var det inte du behöver du inte göra något: ingenting ändras. Skicka inte länken vidare, den är bara din.',
  }),
  de: sender => ({
    subject: sender ? `Ihre Einstellungen bei ${sender}` : 'Ihre Einstellungen',
    title: 'Wählen Sie, was kommt',
    text: `Der Link zu Ihren Einstellungen wurde angefordert${sender && ` bei ${sender}`}: welche E-Mails Sie erhalten, eine Pause, Ihre Daten.`,
    button: 'Meine Einstellungen öffnen',
    otherwise:
      'Wenn Sie es nicht waren, tun Sie nichts: Es ändert sich nichts. Geben Sie den Link nicht weiter, er gehört nur Ihnen.',
  }),
  fr: sender => ({
    subject: sender ? `Vos préférences chez ${sender}` : 'Vos préférences',
    title: 'Choisissez ce que vous recevez',
    text: `Le lien vers vos préférences a été demandé${sender && ` chez ${sender}`} : les e-mails que vous recevez, une pause, vos données.`,
    button: 'Ouvrir mes préférences',
    otherwise:
      'Si ce n’était pas vous, ne faites rien : rien ne change. Ne transmettez pas ce lien, il n’est qu’à vous.',
  }),
  nb: sender => ({
    subject: sender ? `Dine innstillinger hos ${sender}` : 'Dine innstillinger',
    title: 'Velg hva du får',
    text: `Noen ba om lenken til innstillingene dine${sender && ` hos ${sender}`}: hvilke e-poster du får, en pause, opplysningene dine.`,
    button: 'Åpne innstillingene mine',
    otherwise:
      'Var det ikke deg, trenger du ikke gjøre noe: ingenting endres. Ikke del lenken, den er bare din.',
  }),
  da: sender => ({
    subject: sender ? `Dine indstillinger hos ${sender}` : 'Dine indstillinger',
    title: 'Vælg, hvad du får',
    text: `Nogen bad om linket til dine indstillinger${sender && ` hos ${sender}`}: hvilke e-mails du får, en pause, dine oplysninger.`,
    button: 'Åbn mine indstillinger',
    otherwise:
      'Var det ikke dig, skal du ikke gøre noget: intet ændres. Del ikke linket, det er kun dit.',
  }),
  fi: sender => ({
    subject: sender ? `Asetuksesi: ${sender}` : 'Asetuksesi',
    title: 'Valitse, mitä saat',
    text: `Linkki asetuksiisi pyydettiin${sender && ` (${sender})`}: mitä sähköposteja saat, tauko, tietosi.`,
    button: 'Avaa asetukseni',
    otherwise:
      'Jos se et ollut sinä, sinun ei tarvitse tehdä mitään: mikään ei muutu. Älä jaa linkkiä, se on vain sinun.',
  }),
}

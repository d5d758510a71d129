/** The texts of the page about measuring, in all languages of the pages for recipients. */
import type { FormLanguage } from '../domain/forms/form-words.ts'

export interface MeasuringTexts {
  title: string
  /** `from`: the sender in a sentence. */
  person(from: string, to: string): string
  total(from: string, to: string): string
  none(from: string, to: string): string
  same: string
  decline: string
  agree: string
  declined: string
  declinedHint: string
  agreed: string
  agreedHint: string
  testHint: string
}

const en: MeasuringTexts = {
  title: 'What we see',
  person: (from, to) => `We see whether ${to} opens emails ${from}, and what is clicked in them.`,
  total: (from, to) =>
    `We count how many open emails ${from} and click in them, but not whether ${to} does.`,
  none: (from, to) =>
    `We do not see whether ${to} opens emails ${from}, nor what is clicked in them.`,
  same: 'The same emails come either way.',
  decline: 'Do not measure me',
  agree: 'You may see it',
  declined: 'You are not measured',
  declinedHint: 'This holds from now on, also in the emails that you already have.',
  agreed: 'Thank you, we may see it',
  agreedHint: 'You can take it back here at any time.',
  testHint: 'Nothing was changed. In the emails that go to the list, this page is about measuring.',
}

const sv: MeasuringTexts = {
  title: 'Vad vi ser',
  person: (from, to) => `Vi ser om ${to} öppnar utskick ${from} och vad som klickas i dem.`,
  total: (from, to) =>
    `Vi räknar hur många som öppnar utskick ${from} och klickar i dem, men inte om ${to} gör det.`,
  none: (from, to) =>
    `Vi ser inte om ${to} öppnar utskick ${from}, och inte vad som klickas i dem.`,
  same: 'Du får samma utskick i båda fallen.',
  decline: 'Mät inte mig',
  agree: 'Ni får se det',
  declined: 'Du mäts inte',
  declinedHint: 'Det gäller från och med nu, även i de utskick som du redan har fått.',
  agreed: 'Tack, då får vi se det',
  agreedHint: 'Du kan ta tillbaka det här när som helst.',
  testHint: 'Inget har ändrats. I de brev som går till listan handlar den här sidan om mätning.',
}

const de: MeasuringTexts = {
  title: 'Was wir sehen',
  person: (from, to) =>
    `Wir sehen, ob ${to} Newsletter ${from} öffnet und was darin angeklickt wird.`,
  total: (from, to) =>
    `Wir zählen, wie viele Newsletter ${from} öffnen und darin klicken, aber nicht, ob ${to} das tut.`,
  none: (from, to) =>
    `Wir sehen nicht, ob ${to} Newsletter ${from} öffnet und was darin angeklickt wird.`,
  same: 'Die Newsletter sind in beiden Fällen dieselben.',
  decline: 'Mich nicht messen',
  agree: 'Sie dürfen es sehen',
  declined: 'Sie werden nicht gemessen',
  declinedHint: 'Das gilt ab sofort, auch in den Newslettern, die Sie schon haben.',
  agreed: 'Danke, wir dürfen es sehen',
  agreedHint: 'Sie können es hier jederzeit zurücknehmen.',
  testHint:
    'Es wurde nichts geändert. In den Newslettern, die an die Liste gehen, geht es auf dieser Seite um die Messung.',
}

const fr: MeasuringTexts = {
  title: 'Ce que nous voyons',
  person: (from, to) =>
    `Nous voyons si ${to} ouvre les lettres ${from} et les liens qui y sont suivis.`,
  total: (from, to) =>
    `Nous comptons les ouvertures et les clics des lettres ${from}, sans savoir si ${to} en fait partie.`,
  none: (from, to) =>
    `Nous ne voyons ni si ${to} ouvre les lettres ${from}, ni les liens qui y sont suivis.`,
  same: 'Les lettres sont les mêmes dans les deux cas.',
  decline: 'Ne pas me mesurer',
  agree: 'Vous pouvez le voir',
  declined: 'Vous n’êtes plus mesuré(e)',
  declinedHint: 'Cela vaut dès maintenant, aussi pour les lettres déjà reçues.',
  agreed: 'Merci, nous pouvons le voir',
  agreedHint: 'Vous pouvez revenir ici sur votre choix à tout moment.',
  testHint:
    'Rien n’a été changé. Dans les lettres envoyées à la liste, cette page concerne la mesure.',
}

const nb: MeasuringTexts = {
  title: 'Hva vi ser',
  person: (from, to) => `Vi ser om ${to} åpner utsendelser ${from}, og hva som klikkes i dem.`,
  total: (from, to) =>
    `Vi teller hvor mange som åpner utsendelser ${from} og klikker i dem, men ikke om ${to} gjør det.`,
  none: (from, to) =>
    `Vi ser ikke om ${to} åpner utsendelser ${from}, og heller ikke hva som klikkes.`,
  same: 'Du får de samme utsendelsene uansett.',
  decline: 'Ikke mål meg',
  agree: 'Dere kan se det',
  declined: 'Du måles ikke',
  declinedHint: 'Det gjelder fra nå av, også i utsendelsene du allerede har fått.',
  agreed: 'Takk, da kan vi se det',
  agreedHint: 'Du kan når som helst trekke det tilbake her.',
  testHint: 'Ingenting er endret. I utsendelsene til listen handler denne siden om måling.',
}

const da: MeasuringTexts = {
  title: 'Hvad vi ser',
  person: (from, to) => `Vi ser, om ${to} åbner mails ${from}, og hvad der klikkes på i dem.`,
  total: (from, to) =>
    `Vi tæller, hvor mange der åbner mails ${from} og klikker i dem, men ikke om ${to} gør det.`,
  none: (from, to) =>
    `Vi ser ikke, om ${to} åbner mails ${from}, og heller ikke, hvad der klikkes på.`,
  same: 'Du får de samme mails i begge tilfælde.',
  decline: 'Mål mig ikke',
  agree: 'I må gerne se det',
  declined: 'Du måles ikke',
  declinedHint: 'Det gælder fra nu af, også i de mails, du allerede har fået.',
  agreed: 'Tak, så må vi se det',
  agreedHint: 'Du kan til enhver tid trække det tilbage her.',
  testHint: 'Intet er ændret. I de mails, der går til listen, handler denne side om måling.',
}

const fi: MeasuringTexts = {
  title: 'Mitä näemme',
  person: (from, to) =>
    `Näemme, avaako ${to} viestejä ${from} ja mitä linkkejä niissä napsautetaan.`,
  total: (from, to) =>
    `Laskemme, montako kertaa viestejä ${from} avataan ja napsautetaan, mutta emme näe, tekeekö niin ${to}.`,
  none: (from, to) =>
    `Emme näe, avaako ${to} viestejä ${from}, emmekä mitä linkkejä niissä napsautetaan.`,
  same: 'Viestit ovat samat kummassakin tapauksessa.',
  decline: 'Älkää mitatko minua',
  agree: 'Saatte nähdä sen',
  declined: 'Sinua ei mitata',
  declinedHint: 'Tämä on voimassa heti, myös jo saamissasi viesteissä.',
  agreed: 'Kiitos, saamme nähdä sen',
  agreedHint: 'Voit perua sen täällä milloin tahansa.',
  testHint: 'Mitään ei muutettu. Listalle lähetettävissä viesteissä tämä sivu koskee mittaamista.',
}

/** By the code of the language of a page. */
export const MEASURING_TEXTS: Record<FormLanguage, MeasuringTexts> = { en, sv, de, fr, nb, da, fi }

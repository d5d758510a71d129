/** Strings of the drawing of a trigger, in Swedish. */
import type { drawn as English } from './texts.ts'

export const sv: typeof English = {
  hint: 'Dra ett steg till en linje. Med tangenter: pilar väljer, Alt med pilar flyttar, + lägger till, Delete tar bort.',
  moveUp: 'Flytta upp',
  moveDown: 'Flytta ner',
  movedBefore: (step, other) => `”${step}” står nu före ”${other}”.`,
  movedAfter: (step, other) => `”${step}” står nu efter ”${other}”.`,
  movedFirst: step => `”${step}” är nu det första steget.`,
  movedNowhere: step => `”${step}” kan inte stå där: vägen skulle leda tillbaka till det.`,
  noFurther: step => `”${step}” går inte att flytta längre.`,
  isDragged: step => `”${step}” dras. Släpp på en linje; Escape avbryter.`,
  leftStep: (step, people) => `”${step}” (${people} ${people === '1' ? 'person' : 'personer'})`,
  leftSteps: steps => `Finns inte längre, eller gör något annat nu: ${steps.join(', ')}.`,
  leftFates: {
    finish: 'De går klart enligt sin version, som alla.',
    move: 'Bara de går klart enligt sin version, med det steget.',
    end: 'De lämnar genast, som alla.',
  },
  removeStep: 'Ta bort steget',
  removeAsks: step => `Ta bort ”${step}”?`,
  removeLeads: 'De som kom hit går vidare till steget efter. Det kan ångras.',
  removeBranch:
    'Det har två vägar. Den första som leder vidare blir kvar; steg som bara den andra ledde till märks ut. Det kan ångras.',
  removeHere: people =>
    `${people === '1' ? '1 person' : `${people} personer`} står här. Du får frågan när du sparar.`,
  whoPauses: 'De som tar en paus',
  whoPausesHint:
    'Läsare kan ta en paus på 30 till 90 dagar. Tills pausen är slut får de inga mejl härifrån.',
  pausedSkip: 'Hoppa över mejlet',
  pausedWait: 'Vänta på att pausen tar slut',
  insideAsk: people =>
    people === '1'
      ? '1 person är inne. Vad händer med den i den nya versionen?'
      : `${people} personer är inne. Vad händer med dem i den nya versionen?`,
  fates: {
    finish: 'De går klart den version de kom in i',
    move: 'De fortsätter i den nya versionen',
    end: 'De går ur och får inget mer',
  },
  movesHint:
    'Den som står vid ett steg som inte finns kvar, eller som nu gör något annat, går klart sin version.',
}

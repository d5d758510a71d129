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
}

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
}

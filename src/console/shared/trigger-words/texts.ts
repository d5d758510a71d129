/**
 * Strings of the drawing of a trigger, in English. They are loaded with its page, not with the
 * catalogue.
 */
export const drawn = {
  hint: 'Drag a step onto a line. By keys: arrows choose, Alt with arrows moves, + adds, Delete removes.',
  moveUp: 'Move up',
  moveDown: 'Move down',
  movedBefore: (step: string, other: string): string => `“${step}” is now before “${other}”.`,
  movedAfter: (step: string, other: string): string => `“${step}” is now after “${other}”.`,
  movedFirst: (step: string): string => `“${step}” is now the first step.`,
  movedNowhere: (step: string): string => `“${step}” can’t go there: it would lead back to itself.`,
  noFurther: (step: string): string => `“${step}” can’t be moved further.`,
  isDragged: (step: string): string => `“${step}” is dragged. Let go on a line; Escape leaves it.`,
  leftStep: (step: string, people: string): string =>
    `“${step}” (${people} ${people === '1' ? 'person' : 'people'})`,
  leftSteps: (steps: readonly string[]): string =>
    `Not there any more, or something else now: ${steps.join(', ')}.`,
  leftFates: {
    finish: 'They finish the version they entered, as all do.',
    move: 'They alone finish the version they entered, with that step.',
    end: 'They leave at once, as all do.',
  } satisfies Record<'finish' | 'move' | 'end', string>,
}

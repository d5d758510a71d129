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
  removeStep: 'Remove step',
  removeAsks: (step: string): string => `Remove “${step}”?`,
  removeLeads: 'Whoever came to it goes on to the step after it. It can be undone.',
  removeBranch:
    'It has two ways. The first that leads on stays; steps that only the other led to are marked then. It can be undone.',
  removeHere: (people: string): string =>
    `${people === '1' ? '1 person stands' : `${people} people stand`} on it. You are asked about them when you save.`,
  whoPauses: 'People who pause',
  whoPausesHint:
    'Readers can pause for 30 to 90 days. Until their pause ends, they get no email from here.',
  pausedSkip: 'Leave the email out',
  pausedWait: 'Wait for the end of the pause',
  insideAsk: (people: string): string =>
    `${people === '1' ? '1 person is' : `${people} people are`} inside. What happens to them with the new version?`,
  fates: {
    finish: 'They finish the version they entered',
    move: 'They go on by the new version',
    end: 'They leave, and get nothing more',
  } satisfies Record<'finish' | 'move' | 'end', string>,
  movesHint:
    'Who is at a step that is there no more, or does something else now, finishes their version.',
}

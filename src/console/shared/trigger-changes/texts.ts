/** Strings about what differs between two texts of a trigger, in English. Loaded when shown. */
export const changes = {
  none: 'Nothing differs.',
  onlyBlanks: 'The steps are the same; only the text differs.',
  unread: 'One of the texts has mistakes: only its lines are compared.',
  lines: 'Lines of the text',
  added: 'new',
  gone: 'gone',
  leads: (step: string): string => `leads to “${step}”`,
  ends: 'leads to the end',
  nowhere: 'leads nowhere',
  // Versions.
  compared: (version: number): string => `Version ${version} compared with`,
  present: 'the present text',
  versionOf: (version: number): string => `version ${version}`,
  wholeText: (version: number): string => `Whole text of version ${version}`,
  insideHint: (people: string): string =>
    `${people === '1' ? '1 person is' : `${people} people are`} inside: what happens to them is asked before it is saved.`,
  // Two writers.
  conflict: 'Changed by two',
  conflictSays: (version: number): string =>
    `Somebody has saved version ${version} since you began. This is how yours differs from it:`,
  keepMine: 'Keep mine',
  keepMineSays: (version: number): string =>
    `Yours replaces version ${version} once you press “Save” again. Version ${version} stays in the list of versions.`,
  takeTheirs: 'Take theirs',
  takeTheirsSays: 'Yours is put away. Undo brings it back.',
  waits: 'Not saved: somebody else has saved meanwhile.',
  seeDifference: 'See what differs',
  theirsPut: 'Theirs stands. Undo brings yours back.',
}

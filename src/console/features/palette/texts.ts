/** The strings of the command palette, in English. */

export const palette = {
  open: 'Search or jump to',
  ask: 'A page, a newsletter, a list, a filter, or three letters of a person',
  nothing: 'Nothing found.',
  results: 'What was found',
  list: 'List',
  person: 'Person',
  newsletter: 'Newsletter',
  filter: 'Filter',
  act: 'Do',
  acts: { newsletter: 'New newsletter', import: 'Import a file' } satisfies Record<
    'newsletter' | 'import',
    string
  >,
  page: 'Page',
  chooses: 'chooses',
  opens: 'opens',
  keys: 'Keys',
  goTo: 'Go to',
  keyList: [
    { keys: ['J'], does: 'Next row or person' },
    { keys: ['K'], does: 'Row or person before' },
    { keys: ['X'], does: 'Choose the row' },
    { keys: ['Enter'], does: 'Open the row' },
    { keys: ['E'], does: 'Edit' },
    { keys: ['N'], does: 'Add, import, invite' },
    { keys: ['/'], does: 'Search of the page' },
    { keys: ['Ctrl', 'Z'], does: 'Undo, until the page is left' },
    { keys: ['Ctrl', 'K'], does: 'Search everything' },
    { keys: ['Esc'], does: 'Close what is on top, choose nobody' },
    { keys: ['?'], does: 'This list' },
  ] satisfies readonly { keys: readonly string[]; does: string }[],
  keysOn: 'Single keys work where nobody types.',
  keysOff: 'Single keys are off.',
  turnOff: 'Turn single keys off',
  turnOn: 'Turn single keys on',
}

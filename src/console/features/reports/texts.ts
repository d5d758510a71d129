/** The strings of reports over time, in English. */

export const overTime = {
  reports: 'Reports',
  list: 'List',
  allLists: 'All lists',
  span: 'Time',
  spans: { '90': '90 days', '365': 'A year', '1100': 'Three years' } satisfies Record<
    '90' | '365' | '1100',
    string
  >,
  curve: 'Opened and clicked',
  curveHint: 'of each sending, the oldest first; the average dashed',
  curveLabel: 'Share of people who opened and clicked, sending by sending.',
  sendingAt: 'Sending',
  opened: 'Opened',
  clicked: 'Clicked',
  hours: 'When people open',
  hoursHint: (zone: string): string => `people who opened for the first time, in ${zone}`,
  best: (day: string, hour: string): string => `Most on ${day} at ${hour}.`,
  hoursLabel: 'People who opened, by day of the week and hour.',
  hour: 'Hour',
  sources: 'Where people come from',
  sourcesHint: 'by imports and forms; not whom programs or people put on lists one by one',
  source: 'Source',
  import: (name: string): string => (name === '' ? 'An import' : `Import: ${name}`),
  form: (name: string): string => `Form: ${name}`,
  noSources: 'Nobody came by an import or a form in this time.',
  all: 'All sendings',
  allHint: (opened: string, clicked: string): string =>
    `average: ${opened} opened, ${clicked} clicked`,
  sending: 'Sending',
  people: 'People',
  left: 'Unsubscribed',
  complained: 'Complained',
  none: 'Nothing was sent in this time',
  noneHint: 'Each sending that has begun stands here, beside the average.',
}

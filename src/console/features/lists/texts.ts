/** The strings of the page of one list, in English. */

export const lists = {
  archivedCount: (count: number): string =>
    count === 1 ? 'One archived list' : `${count} archived lists`,
  archivedSince: (day: string): string => `archived on ${day}`,
  archive: 'Archive',
  restore: 'Take out of the archive',
  archived: (name: string): string => `${name} is archived: nothing is sent to it.`,
  restored: (name: string): string => `${name} is back.`,
  show: 'Show subscribers',
  export: 'Export list',
  counted: 'counted within the last minute',
  joined: 'Joined in 90 days',
  left: 'Left in 90 days',
  days: 'Joined and left, day by day',
  chart: (joined: string, left: string): string => `In 90 days ${joined} joined and ${left} left.`,
  day: 'Day',
  countedFrom: (day: string): string => `Leaves are counted from ${day} on.`,
  views: 'Views of the list',
  overview: 'Overview',
  back: 'Lists',
  byForm: 'By form, in 90 days',
  byFormChart: (form: string, people: string): string =>
    `In 90 days ${people} confirmed by the form ${form}.`,
}

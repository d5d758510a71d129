/** The strings of the page of quiet hours, in English. */

export const quietHours = {
  title: 'Quiet hours',
  about:
    'An email that is due in them waits for their end, on the clock of each person. They hold for sendings and triggers; transactional emails and tests go out at once.',
  of: 'For',
  account: 'The whole account',
  when: 'When nothing is sent',
  asAccount: 'As the whole account',
  anyHour: 'Never: emails may come at any hour',
  hours: 'At these hours',
  from: 'From',
  until: 'Until',
  zone: 'Zone of people whose own is not known',
  zoneField: 'Data field with the zone of a person',
  noField: 'None: the same zone for everybody',
  save: 'Save quiet hours',
  saved: 'The quiet hours are saved. Sendings that have not begun follow them.',
  undone: 'The quiet hours are as they were before.',
  narrowest:
    'The hours of a trigger hold before those of its list, and those of a list before those of the account.',
  now: 'As it is now',
  rule: (from: string, until: string, where: string): string =>
    `Nothing from ${from} to ${until}, ${where}`,
  inField: (field: string, zone: string): string => `by ${field}, else ${zone}`,
}

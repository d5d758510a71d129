/** The strings of test emails and test groups, in English. */

export const testEmails = {
  to: 'Addresses',
  group: 'Test group',
  noGroup: 'None',
  groupOf: (name: string, count: string): string => `${name} (${count})`,
  makeGroup: 'Make a test group',
  editGroups: 'Change test groups',
  tooMany: (count: string, most: string): string =>
    `At most ${most === '1' ? '1 address' : `${most} addresses`}. These are ${count}.`,
  noAddress: (text: string): string => `“${text}” is not an email address.`,
  testGroups: 'Test groups',
  newGroup: 'New test group',
  noGroups: 'There is no test group',
  noGroupsHint:
    'A test group is a name for the people who look at each newsletter before it goes out.',
  name: 'Name',
  addresses: 'Addresses',
  addressesHint: 'Typed or pasted, with a comma, a space or a new line between them.',
  count: 'People',
  more: (count: string): string => `and ${count} more`,
  actionsOf: (name: string): string => `Actions of ${name}`,
  edit: 'Change test group',
  save: 'Save test group',
  remove: 'Remove test group',
  removed: (name: string): string => `The test group ${name} was removed.`,
  taken: (name: string): string => `There is a test group “${name}” already.`,
}

/** The strings on feeds, in English: of the block, and of the start of a trigger. */

export const feeds = {
  picture: 'Picture',
  pictures: { beside: 'Beside the text', above: 'Above', none: 'None' },
  most: 'Items at most',
  words: 'Words of the text',
  dates: 'With the day',
  fromTrigger:
    'Filled by the trigger that sends this email: what is new in its feed. In other emails it shows nothing.',
  address: 'Address of the feed',
  addressHint: 'RSS, Atom or JSON Feed: https://…',
  tryNow: 'Try now',
  tryHint: 'Reads the feed and shows its items here. Nothing is sent or saved.',
  shownHere: (title: string, items: string) => `The email is shown with ${items} of “${title}”.`,
  examples: 'Show examples',
  items: (count: number, shown: string) => (count === 1 ? '1 item' : `${shown} items`),
  none: 'The feed has no items.',
  tagsOfFeed: 'Of the feed, in emails of its trigger',
  tags: { title: 'Title of the feed', count: 'How many are new', first: 'Title of the newest' },
  days: 'On these days',
  everyDay: 'No day chosen: every day.',
  hour: 'At',
  first: 'Items in the first email',
  firstHint: 'What the feed has when the trigger starts is not new, except so many.',
  scheduleInText: 'The time is written in a way that is changed in the text.',
  inNext: (count: number, shown: string) =>
    count === 0
      ? 'Nothing is new: no email would go out now.'
      : count === 1
        ? '1 item would be in the next email.'
        : `${shown} items would be in the next email.`,
  notBegun: 'The trigger has not read this feed yet: what it has now is where it begins.',
  fresh: 'in the next email',
  known: 'sent, or there before',
  lastRead: (at: string) => `Last read ${at}.`,
  nextRead: (at: string) => `Next ${at}.`,
  failed: (times: number) =>
    times === 1 ? 'The last try failed.' : `The last ${times} tries failed.`,
}

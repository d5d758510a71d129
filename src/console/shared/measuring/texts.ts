/** The strings about measuring: its page, and the page of a person, in English. */

export const measuring = {
  title: 'Measuring',
  agreedLine: (agreed: string, people: string, share: string): string =>
    `${agreed} of ${people === '1' ? '1 person' : `${people} people`} agreed to be measured, ${share}`,
  ofOpens: 'Opens',
  ofClicks: 'Clicks',
  agreed: 'Agreed',
  declined: 'Declined',
  notAsked: 'Not asked',
  declinedHint: 'Who declined is never measured, whatever the rule says.',
  rule: 'Who was not asked',
  ruleHint: (people: string): string =>
    `the rule for ${people === '1' ? '1 person' : `${people} people`}, opens and clicks apart`,
  choices: {
    person: 'Measure',
    total: 'In total only',
    none: 'Not at all',
  } satisfies Record<'person' | 'total' | 'none', string>,
  opensHints: {
    person: 'Each person’s opens are counted.',
    total: 'Opens are counted for the email, never for the person.',
    none: 'Their emails have no pixel, and no open is counted.',
  } satisfies Record<'person' | 'total' | 'none', string>,
  clicksHints: {
    person: 'Each person’s clicks are counted.',
    total: 'Clicks are counted for the link, never for the person.',
    none: 'Their links are as you wrote them, and no click is counted.',
  } satisfies Record<'person' | 'total' | 'none', string>,
  since: (day: string): string => `This rule holds since ${day}.`,
  always: 'This rule has held from the beginning.',
  fromNow: 'A new rule holds from the moment you save it. It never changes what a report says.',
  noAdvice:
    'Some countries ask for consent before marketing emails are measured. This is no legal ' +
    'advice: ask somebody who knows your countries.',
  firstAsk: 'How are people counted who were not asked?',
  firstNow: (opens: string, clicks: string): string => `Opens: ${opens}. Clicks: ${clicks}.`,
  declines: 'Who declines',
  removesHits: 'Remove the opens and clicks they had before, too',
  removesHitsHint:
    'Ten minutes after they decline, as if they had never been measured. Counts and rates of ' +
    'reports change with it.',
  removeHits: 'Remove their opens and clicks so far',
  removal: (time: string): string =>
    `Their opens and clicks so far are removed after ${time}, and the counts of reports change.`,
  keepHits: 'Keep them',
  removalAsked: 'Their opens and clicks are removed in ten minutes.',
  hitsKept: 'Their opens and clicks are kept.',
  asked: 'How people are asked',
  askedEmail:
    'The footer of each newsletter of blocks leads to a page with a switch. It takes effect at ' +
    'once, also for emails that are sent already.',
  askedForm:
    'A form asks with a second box, in words that you write: unticked it is a no, and people get ' +
    'the emails all the same.',
  askedFile: 'A file says it: columns “measuring”, “measuring-at” and “measuring-words”.',
  askedMember: 'On the page of a person a member notes what the person said.',
  byList: 'By list',
  byListHint: 'who is measured with the rule that holds now',
  list: 'List',
  people: 'People',
  opensMeasured: 'Opens',
  clicksMeasured: 'Clicks',
  few: 'too few for an A/B test',
  report: 'What a report says then',
  reportHint:
    'Rates are of the people who were measured, and say how many they were. Below a tenth there ' +
    'is no rate, and no variant of an A/B test wins.',
  save: 'Save the rule',
  saved: 'The rule is saved. It holds from now on.',
  undone: 'The rule is as it was before.',
  person: 'Measuring',
  opensOf: (answer: string): string => `Opens: ${answer}`,
  clicksOf: (answer: string): string => `Clicks: ${answer}`,
  answers: { agreed: 'agreed', declined: 'declined', 'not-asked': 'not asked' } satisfies Record<
    'agreed' | 'declined' | 'not-asked',
    string
  >,
  measuredAs: {
    person: 'measured',
    total: 'counted in total only, without their name',
    none: 'not measured',
  } satisfies Record<'person' | 'total' | 'none', string>,
  ways: {
    form: 'in a form',
    email: 'by an email',
    import: 'in an import',
    api: 'by a program',
    operation: 'by an operation',
    member: 'noted by a member',
    command: 'noted by a command',
  } satisfies Record<string, string>,
  saidAt: (time: string, way: string): string => `${time}, ${way}`,
  aboutBoth: (answer: string): string => `Opens and clicks: ${answer}`,
  noWords: 'No words were kept.',
  history: 'What they answered',
  decline: 'Do not measure',
  agree: 'They agreed',
  change: 'Change',
  dialog: 'What did this person say?',
  dialogHint: 'Note only what the person said. Their hits are kept by it, or not.',
  about: 'About',
  both: 'Opens and clicks',
  answer: 'Answer',
  words: 'In which words they were asked',
  wordsHint: 'Needed where somebody agrees who had declined.',
  when: 'When they said so',
  note: 'Note the answer',
  noted: 'The answer is noted.',
  answerUndone: 'It is as it was before.',
  older: 'This person has said something since, which stands.',
  same: 'That is what stands there already.',
  cancel: 'Cancel',
}

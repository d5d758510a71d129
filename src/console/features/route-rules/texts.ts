/** The strings of the page of rules, in English. */
import type { RuleTrial, TrialInput } from './calls.ts'

type Kind = NonNullable<TrialInput['kind']>

export const rules = {
  title: 'Rules for relays',
  hint:
    'They say which relay carries which emails: so what one account sends can pause its own ' +
    'relay and no other.',
  none: 'No rule yet',
  noneHint:
    'All relays take all emails, in their order. A rule reserves a relay for the emails of an ' +
    'account, a list, a kind or a sender.',
  add: 'Add a rule',
  change: 'Change the rule',
  changeAct: 'Change',
  remove: 'Remove',
  removed: 'The rule was removed. It holds within two seconds.',
  saved: 'The rule is saved. It holds within two seconds.',
  actionsOf: (rule: number): string => `Actions of rule ${rule}`,
  rule: 'Rule',
  emails: 'Emails',
  by: 'By',
  rest: 'Everything else',
  restNone: 'no relay is left: it waits',
  order:
    'The rule with the most criteria decides. Of several with as many, all their relays are ' +
    'used, in the order of the relays. A relay with rules takes nothing else; emails with a rule ' +
    'go by no other relay, and wait while theirs is paused.',
  relay: 'Relay',
  kind: 'Kind',
  anyKind: 'Any kind',
  kinds: {
    newsletter: 'Newsletter',
    test: 'Test email',
    trigger: 'Email of a trigger',
    transaction: 'Single email of a program',
    reply: 'Forwarded reply',
  } satisfies Record<Kind, string>,
  kindsOf: {
    newsletter: 'Newsletters',
    test: 'Test emails',
    trigger: 'Emails of triggers',
    transaction: 'Single emails of programs',
    reply: 'Forwarded replies',
  } as Record<string, string>,
  everything: 'All emails',
  ofAccount: (name: string): string => `account ${name}`,
  ofList: (name: string): string => `list ${name}`,
  fromDomain: (name: string): string => `from ${name}`,
  account: 'Account',
  anyAccount: 'Any account',
  list: 'List',
  anyList: 'Any list',
  noList: 'No list',
  domain: 'Domain of the sender',
  domainHint: 'Like news.example.com. Empty: any.',
  reserves: (relay: string): string =>
    `${relay} then takes only emails that have a rule for it, and these go by no other relay.`,
  save: 'Save',
  wantsOne: 'Choose at least one: kind, account, list or domain.',
  trial: 'Which way would it go?',
  trialHint: 'as relays and rules are now',
  trialDomainHint: 'Empty: that of the list.',
  takes: (relay: string): string => `It goes by ${relay}`,
  byRules: (rules: string): string => `by rule ${rules}`,
  byNone: 'no rule decides',
  waits: 'It waits: no relay takes it now',
  nobody: 'It waits: every relay has rules, and none is for it',
  sandbox: 'There is no relay: the sandbox keeps it.',
  obstacles: {
    'not-in-use': 'is not in use',
    paused: 'is paused',
    quota: 'has used up its quota',
    refuses: 'accepts nothing at the moment',
  } satisfies Record<NonNullable<RuleTrial['relays'][number]['obstacle']>, string>,
  ready: 'would take it',
  warms: 'It warms up: what is over a provider’s quota waits for the next day.',
}

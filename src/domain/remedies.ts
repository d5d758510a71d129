/** Remedies of a refusal for a command line. The command, or the option, follows. */
export const remedies = {
  see: 'To see them:',
  make: 'To make one:',
  remove: 'To remove it:',
  forget: 'To forget it:',
  allow: 'To allow it:',
  give: 'Give it with:',
  set: 'A setting:',
  or: 'Or:',
  anyway: 'To send it all the same:',
  'own-relay': "If the relay is that provider's own:",
  'behind-proxy': 'If a proxy with other addresses is in front:',
  'choose-yourself': 'To send it all the same, and to choose yourself:',
  'other-store': 'Make it in another store:',
  expected: 'Like this:',
  'after-all': 'To send them after all:',
  'change-trigger': 'By:',
  vouch: 'To hand them a link all the same:',
  'new-password': 'They ask for a new password by mail, or:',
} as const

export type Remedy = keyof typeof remedies

export const connect = {
  title: 'Let an assistant in',
  nobody: 'Nothing asks to be let in',
  nobodyHint: 'An assistant opens this page when it wants to sign in.',
  wants: (name: string) => `“${name}” wants to work with this account`,
  itsName: 'Calls itself',
  returnsTo: 'Goes back to',
  account: 'Account',
  actsFor: 'Acts for',
  may: 'What it may do',
  access: { read: 'Read', propose: 'Read and propose' },
  accessHint: {
    read: 'It sees lists, subscribers, newsletters and reports as you do.',
    propose:
      'It also saves drafts and filters, and proposes what to send or change. That waits until a ' +
      'member releases it.',
  },
  beware:
    'Let in only what you have just begun to connect yourself. Anybody can use any name; where it ' +
    'goes back to is what counts.',
  letIn: 'Let it in',
  deny: 'Do not let it in',
  ends: 'It stays until it is unused for 30 days, you leave the account, or it is removed at API keys.',
  wrong: 'The assistant has asked in a way that is not accepted. Go back, and it hears why.',
  back: 'Go back',
}

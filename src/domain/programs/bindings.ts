/** How programs call: a closed list. */

export const BINDINGS = [
  ...(['soap11', 'soap12', 'get', 'post', 'document'] as const),
  // With an API key: the JSON API, the Model Context Protocol, and the APIs of other providers.
  ...(['json', 'mcp', 'resend', 'postmark', 'sendgrid', 'mailgun'] as const),
] as const

export type ProgramBinding = (typeof BINDINGS)[number]

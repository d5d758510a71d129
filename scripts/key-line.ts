/** Which API keys may call an operation in place of the password, as a line of its description. */
import type { OperationName } from '../src/contract/index.ts'
import { KEY_RIGHTS } from '../src/operations/keys/key-rights.ts'

export function keyLine(name: string): string {
  const { right, impersonal, project, list } = KEY_RIGHTS[name as OperationName]
  if (right === 'nobody') return 'Refused to every API key.'
  const bound = project ? ', also bound to a project' : list ? ', also bound to a list' : ''
  const masked = impersonal ? '' : '; not one without personal data'
  return `An API key needs the right \`${right}\`${bound}${masked}.`
}

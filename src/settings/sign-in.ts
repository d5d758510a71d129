/** The settings of people who sign in: their emails, and a provider of OpenID Connect. */
import { isEmailAddress } from '../lib/email-address.ts'
import { isLoopback } from '../lib/loopback.ts'
import { entry, secret } from './entry.ts'
import { oneLine, optional, UnreadableSetting } from './values.ts'

export const signInSettings = {
  noticeFrom: entry(
    'NOTICE_FROM',
    'e-mail address',
    '',
    'The sender of invitations and of links for a new password; default: the sender of the ' +
      "account's first list, but no bounces go there.",
    optional(address),
  ),
  systemProject: entry(
    'SYSTEM_MAIL_PROJECT',
    'account/project',
    '',
    'The project that emails to members go through, as user name/project: in the ledger, tried ' +
      'again, with its sender unless NOTICE_FROM is set. Who may read the emails of the account ' +
      'reads the links in them. Default: they go to the first relay that can be used, once.',
    optional(projectOfAccount),
  ),
  issuer: entry(
    'OIDC_ISSUER',
    'address',
    '',
    'The issuer of a provider of OpenID Connect where members may sign in, like ' +
      'https://login.example.com; without it they sign in by password only.',
    optional(issuer),
  ),
  clientId: entry(
    'OIDC_CLIENT_ID',
    'text',
    'pennypost',
    'What the provider calls this service. Its redirect address there is ' +
      'PUBLIC_URL/console/provider/return.',
    oneLine,
  ),
  clientSecret: secret(
    entry(
      'OIDC_CLIENT_SECRET',
      'text',
      '',
      'The secret that the provider gave this service; none for a public client.',
      optional(oneLine),
    ),
  ),
  name: entry(
    'OIDC_NAME',
    'text',
    '',
    'What people call the provider, for the button of the sign-in; default: its host.',
    optional(oneLine),
  ),
}

/** After the last slash: a project with one in its name is given by its guid or id. */
function projectOfAccount(value: string) {
  const at = value.lastIndexOf('/')
  const [account, project] = [value.slice(0, at), value.slice(at + 1)]
  if (at < 1 || project === '' || value.length > 300)
    throw new UnreadableSetting('a user name and a project, like shop/Notices')
  return { account, project }
}

function address(value: string): string {
  if (!isEmailAddress(value)) throw new UnreadableSetting('an e-mail address')
  return value
}

function issuer(value: string): string {
  const url = URL.parse(value)
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.search || url.hash || url.username)
    throw new UnreadableSetting('an address like https://login.example.com')
  return value
}

/** Sentences of refusals about members, keys and domains. */
import type { DetailValues } from '../../lib/sentences.ts'

export const accountDetails = {
  'password-long': ({ most }: DetailValues<'most'>) => `A password has at most ${most} characters.`,
  'password-empty': () => 'A password has at least one character.',
  'password-zero': () => 'A password has no zero characters.',
  'password-short': ({ least }: DetailValues<'least'>) =>
    `A new password has at least ${least} characters.`,
  'password-common': () =>
    'This password is one of the first that are guessed: choose another one.',
  'codes-session-ended': () => 'Too many wrong codes: sign in again.',
  'codes-rest': () =>
    'Too many wrong codes: codes rest for an hour. Set a new password by a mailed link, ' +
    'or ask an owner.',
  'mailbox-unproven': () =>
    'The address is known here, and nobody has shown yet that the mailbox is theirs. Ask for an ' +
    'invitation by email, or have a link for a new password mailed first.',
  'provider-no-address': () => 'The provider tells no email address of you.',
  'provider-unverified': ({ email }: DetailValues<'email'>) =>
    `The provider has not verified the address ${email}.`,
  'provider-other-login': ({ email }: DetailValues<'email'>) =>
    `${email} belongs to another login at the provider. An owner makes it forget that one.`,
  'provider-stranger': ({ email }: DetailValues<'email'>) =>
    `${email} is neither a member nor invited.`,
  'links-none': () =>
    'No emails can be sent here: ask an owner for a link, or whoever runs the server.',
  'links-no-origin': () =>
    'Links in emails would lead nowhere: the public address of this installation is not set.',
  'links-no-relay': () => 'There is no relay.',
  'links-no-account': () => 'The account that emails to members go through is not there.',
  'links-no-project': ({ says }: DetailValues<'says'>) =>
    `The project that emails to members go through did not take the email: ${says}`,
  'links-no-sender': () => 'There is no sender: make a list that has one.',
  'email-not-taken': () => 'The relay did not take the email.',
  'email-refused': ({ says }: DetailValues<'says'>) => `The relay did not take the email: ${says}`,
  'links-many': () => 'Too many links were asked for. Try again later.',
  'address-confirmed': () => 'The address is confirmed.',
  'no-person': () => 'This is no session of a person.',
  'key-no-password': () => 'An API key has no password.',
  'right-missing': ({ right }: DetailValues<'right'>) => `This needs the right "${right}".`,
  masked: () => 'This shows or sends personal data, which the caller may not see.',
  'masked-grant': () => 'Who sees no personal data can not let others see it, nor themselves.',
  'masked-field': ({ field }: DetailValues<'field'>) =>
    `${field}: the caller may not see personal data, and not ask for people by it.`,
  'session-gone': () => 'There is no such session.',
  'group-gone': () => 'There is no such group, or no such address.',
  'links-for-people': () => 'Links are shown to people, not to API keys: let it be mailed.',
  'billing-operate': () => 'There are several accounts: this needs the right "operate", too.',
  'file-large': ({ setting, most }: DetailValues<'setting' | 'most' | 'megabytes'>) =>
    `The file is larger than ${setting} allows: ${most} bytes.`,
  'audit-filter': ({ what, given, known }: DetailValues<'what' | 'given' | 'known'>) =>
    `There is no ${what} ${given}. There are: ${known}.`,
  'dkim-selector': ({ domain, selector }: DetailValues<'domain' | 'selector'>) =>
    `${domain} has a key with the selector ${selector} already: take another.`,
  'dkim-gone': () => 'There is no key of that domain and selector.',
  'dkim-many': () => 'There are 27 pairs of today: name the selector.',
  'key-nameless': () => 'An API key needs a name.',
  'key-expired': () => 'An API key can not expire in the past.',
  'keys-many': ({ most }: DetailValues<'most'>) => `An account can have up to ${most} API keys.`,
  'key-test': () => 'This key is to try with: it reads, and sends emails that go nowhere.',
  'key-calls-many': () => 'The key has made as many calls as it may. Try again later.',
  'key-no-link': () => 'A key makes no login link, which opens the whole account.',
  'key-bound-twice': () => 'A key is bound to a project or to a list, not to both.',
  'key-bound-nowhere': () => 'There is no such project or list to bind the key to.',
  'key-networks-many': ({ most }: DetailValues<'most'>) =>
    `A key can be bound to up to ${most} networks.`,
  'key-network-wrong': ({ network }: DetailValues<'network'>) =>
    `${network} is no network: give an address, or one like 10.0.0.0/8.`,
  'key-network': () => 'This key takes no calls from the network that this one comes from.',
  'key-bound-other': () => 'This key is bound to another project or list.',
  'key-bound-all': () => 'This key is bound to a project or a list, and this is about more.',
  'key-calls': ({ most }: DetailValues<'most'>) => `Calls a minute are a number from 1 to ${most}.`,
  'right-unknown': ({ right }: DetailValues<'right'>) => `There is no right ${right}.`,
  'key-rightless': () => 'An API key needs at least one right.',
  'key-taker': () => 'Whoever takes a key over must have one of its rights.',
  'key-oauth': () => 'An assistant acts for who let it in: let it sign in again.',
  'assistant-by-person': () => 'A member lets an assistant in, not a key.',
  'assistant-unknown': () =>
    'The assistant is not registered here, or its registration is no longer known.',
  'assistant-return': () => 'The address to return to is none that the assistant has registered.',
  'assistant-request': () => 'The address of this page is no request that an assistant makes.',
  'assistants-many': ({ most }: DetailValues<'most'>) =>
    `${most} sign-ins of assistants wait already: try again in some minutes.`,
  'member-sees-more': () => 'They see personal data.',
  'member-none': () => 'There is no member with this address.',
  'owner-last': () => 'This is the last owner: make another member owner first.',
  'codes-there-remove': () => 'Codes are set up already: remove them first.',
  'codes-there': () => 'Codes are set up already.',
  'address-changed': () => 'What is known of the address has just changed. Try again.',
  'invited-address': () => 'This is no email address.',
  'member-there': () => 'There is a member with this address already.',
  'invitations-many': ({ most }: DetailValues<'most'>) =>
    `An account can have up to ${most} open invitations.`,
  'invited-nobody': () => 'Nobody with this address is invited.',
  'session-ended': () => 'The session has ended.',
  'key-by-person': () => 'A key is taken over by somebody who gives their password, not by a key.',
  'account-none': () => 'There is no such account.',
  'username-wrong': ({ most }: DetailValues<'most'>) =>
    `A user name has 1 to ${most} characters, none of them a control character, and no blanks ` +
    'around it.',
  'account-taken': ({ name }: DetailValues<'name'>) => `There is an account ${name} already.`,
  'domain-wrong': ({ domain }: DetailValues<'domain'>) =>
    `${JSON.stringify(domain)} is not a domain like example.com.`,
  'dkim-domain': ({ name }: DetailValues<'name'>) => `${JSON.stringify(name)} is not a domain.`,
  'dkim-selector-wrong': ({ name }: DetailValues<'name'>) =>
    `${JSON.stringify(name)} is not a selector: letters, digits and hyphens.`,
  'changed-by': ({ who }: DetailValues<'who'>) =>
    `${who} has changed it since you read it. Nothing of yours was overwritten.`,
  'changed-since': () =>
    'Somebody else has changed it since you read it. Nothing of yours was overwritten.',
  'link-unmailed': ({ says }: DetailValues<'says'>) => `The link was not mailed: ${says}`,
  'api-key-unknown': () => 'The API key is unknown, or has expired.',
  'api-key-stopped': () =>
    'The API key has stopped: who made it has none of its rights any more. An owner of the ' +
    'account can take it over.',
  'access-ended': () => 'The access token has expired or was revoked: sign in again.',
  'access-for-tools': () => 'An access token is for the tools at /mcp alone.',
  'api-key-needed': () => 'An API key is needed.',
  'console-header': () => 'A call with a cookie needs the header X-Pennypost-Console: 1.',
  'if-match-unread': () =>
    'This change can be made under no condition: leave If-Match out. The reference says ' +
    'which can.',
  'call-key-long': ({ most }: DetailValues<'most'>) => `At most ${most} characters.`,
  'live-streams': ({ most, all }: DetailValues<'most' | 'all'>) =>
    `There are ${most} streams of this session or key already, or ${all} of the account.`,
  'live-topics': ({ known }: DetailValues<'known'>) => `Topics: ${known}.`,
  'changed-by-other': ({ who }: DetailValues<'who'>) =>
    `${who} has changed it since you read it. Nothing of theirs was overwritten.`,
  'changed-by-somebody': () =>
    'Somebody else has changed it since you read it. Nothing of theirs was overwritten.',
  'call-number': ({ id }: DetailValues<'id'>) => `Reference number: ${id}.`,
}

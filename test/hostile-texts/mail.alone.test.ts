/**
 * Mails that come in, answers of servers, and emails that an account writes: their time grows with
 * their length and no faster.
 */
import { answersOfServers } from './answers-of-servers.ts'
import { type Entry, staysLinear } from './linear.ts'
import { mailsToUs } from './mails-to-us.ts'
import { messagesOfAccounts } from './messages.ts'

staysLinear([...mailsToUs, ...answersOfServers, ...messagesOfAccounts] satisfies Entry[])

/**
 * Mails that come in, answers of servers, and letters that an account writes: their time grows with
 * their length and no faster.
 */
import { answersOfServers } from './answers-of-servers.ts'
import { lettersOfAccounts } from './letters.ts'
import { type Entry, staysLinear } from './linear.ts'
import { mailsToUs } from './mails-to-us.ts'

staysLinear([...mailsToUs, ...answersOfServers, ...lettersOfAccounts] satisfies Entry[])

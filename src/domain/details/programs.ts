/** Sentences of refusals to programs: webhooks, events, transactions, ids, moving in. */
import { count, type DetailValues } from '../../lib/sentences.ts'

export const programDetails = {
  'webhook-nameless': () => 'A webhook needs a name.',
  'webhooks-many': ({ most }: DetailValues<'most'>) =>
    `An account can have up to ${most} webhooks.`,
  'webhook-twin': ({ name }: DetailValues<'name'>) => `There is a webhook ${name} already.`,
  'webhook-fragment': () => 'The part of a URL after # is never sent: remove it.',
  'event-kind': ({ kind }: DetailValues<'kind'>) =>
    `There is no event kind ${JSON.stringify(kind)}.`,
  'event-kind-format': ({ kind, format }: DetailValues<'kind' | 'format'>) =>
    `The format ${format} has no event of the kind ${kind}.`,
  'event-kinds-none': () => 'A webhook needs at least one kind of events.',
  'keys-overlap': ({ most }: DetailValues<'most'>) => `The overlap of keys is 0 to ${most} hours.`,
  'event-none': ({ event }: DetailValues<'event'>) => `There is no event ${JSON.stringify(event)}.`,
  'event-gone': ({ event }: DetailValues<'event'>) =>
    `There is no event ${event}, or it was deleted.`,
  'event-values-long': ({ most }: DetailValues<'most'>) =>
    `The values have more than ${most} characters.`,
  'event-names-many': ({ most }: DetailValues<'most'>) =>
    `The account has ${most} names of events already.`,
  'event-of-other': () => 'The id belongs to an event of another name or person.',
  'proposals-many': ({ most }: DetailValues<'most'>) =>
    `${most} proposals wait already: first a member has to decide on them.`,
  'proposal-ended': ({ state }: DetailValues<'state'>) =>
    `The proposal waits no more: it is ${state}.`,
  'proposal-changed': () =>
    'What the proposal rests on has changed. Look at it as it is now, and release that.',
  'proposal-people': ({ people }: DetailValues<'people'>) =>
    `${count(people)} people would get it. Give the number as expected.`,
  'proposal-by-key': () =>
    'An API key decides on no proposal: a member releases or refuses it in the console.',
  'transactions-of': () => 'Give projectId, email or identifier.',
  'project-none': ({ project }: DetailValues<'project'>) =>
    `There is no project ${JSON.stringify(project)}.`,
  'batch-none': ({ batch }: DetailValues<'batch'>) => `There is no batch ${JSON.stringify(batch)}.`,
  'project-nameless': () => 'A project needs a name.',
  'project-number': () =>
    'The name must not be a number or a guid, by which projects are found too.',
  'project-twin': ({ id }: DetailValues<'id'>) => `Project ${id} has that name already.`,
  'project-sender': () => 'The sender address is not an email address.',
  'project-reply': () => 'The reply address is not an email address.',
  'project-guid': () => 'That is no guid.',
  'project-guid-taken': ({ name }: DetailValues<'name'>) =>
    `The guid is taken: project ${JSON.stringify(name)} has it.`,
  'project-days': ({ most }: DetailValues<'most'>) => `Retention is 1 to ${most} days, or none.`,
  'project-senderless': ({ newsletter }: DetailValues<'newsletter'>) =>
    `Newsletter ${newsletter} has no sender, nor has its list: give the project a sender.`,
  'project-versions': ({ most }: DetailValues<'most'>) => `A project has ${most} versions at most.`,
  'version-name': () => 'The name of a version is 1 to 20 letters and digits, such as A.',
  'version-twice': ({ name }: DetailValues<'name'>) => `Version ${name} is given twice.`,
  'version-weight': ({ most }: DetailValues<'most'>) => `A weight is a whole number up to ${most}.`,
  'version-weights': () => 'At least one version needs a weight.',
  'cursor-wrong': () => 'The cursor is not valid.',
  'text-zero': () => 'The text has a zero character, which can not be stored.',
  'id-high': ({ id, kind, most }: DetailValues<'id' | 'kind' | 'most'>) =>
    `The id ${id} does not fit: the id of a ${kind} is a number from 1 to ${most}.`,
  'id-taken': ({ id, kind, name }: DetailValues<'id' | 'kind' | 'name'>) =>
    `The id ${id} is taken: ${kind} ${JSON.stringify(name)} has it.`,
  'id-used': ({ id, kind }: DetailValues<'id' | 'kind'>) =>
    `The id ${id} was given to a ${kind} before, which is gone or was never finished. Give ` +
    'another.',
  'move-unfinished': ({ url }: DetailValues<'url'>) =>
    `A copy from ${url} is not finished: finish it first, or forget it.`,
  'move-busy': ({ seconds }: DetailValues<'seconds'>) =>
    'Another process copies into this account. If it has lost its machine, try again in ' +
    `${seconds} s.`,
  'move-running': () => 'A process copies into this account: stop it first.',
  'webhook-inside': ({ says }: DetailValues<'host' | 'says'>) => `Nothing is sent there: ${says}.`,
  'webhook-unknown': ({ name, known }: DetailValues<'name' | 'known'>) =>
    `There is no webhook ${JSON.stringify(name)}.${known === '' ? '' : ` There are: ${known}.`}`,
}

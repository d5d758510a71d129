/** Sentences of refusals about newsletters, templates, pictures, forms and filters. */
import type { DetailValues } from '../../lib/sentences.ts'

type Placed = DetailValues<'part' | 'line' | 'column' | 'says'>

export const contentDetails = {
  'template-at': ({ part, line, column, says }: Placed) =>
    `${part === '' ? '' : `${part}, `}line ${line}, column ${column}: ${says}`,
  'variant-template': ({ says }: DetailValues<'says'>) => `In a variant: ${says}`,
  'test-group-none': ({ group }: DetailValues<'group'>) => `There is no test group ${group}.`,
  'one-language': () => 'The newsletter is in one language.',
  'fallback-languages': ({ languages }: DetailValues<'languages'>) =>
    `The order names languages of the newsletter, each once: ${languages}.`,
  'published-address': () => 'The address has small letters, digits and hyphens, up to 60.',
  'published-address-taken': ({ address }: DetailValues<'address'>) =>
    `The address ${address} belongs to another list, or did.`,
  'published-title': () => 'A published list needs a title.',
  'published-list': () => 'The list is not published.',
  'published-already': () => 'The same email stands under the list already.',
  'published-stale': () => "Its tags can't be filled in any more: correct it first.",
  'published-tags': ({ tags }: DetailValues<'tags'>) =>
    `Tags name a person and have no fallback: ${tags}. ` +
    'Write {{ name | default: "friend" }}, or publish it without them.',
  'answer-about-nothing': () => 'Say whether it is about opens, clicks or both.',
  'hits-not-declined': () => 'The person has not declined to be measured.',
  'hits-removed': () => 'Their hits are removed already, or nobody asked for it.',
  'answer-kept': () =>
    'Only the last answer can be taken back, within an hour, and if a member or a program noted it.',
  'utm-host': ({ host }: DetailValues<'host'>) => `${host} is no host: write shop.example.`,
  'utm-parameter': () => 'A parameter is written as utm_source=newsletter, each name once.',
  'utm-value': ({ name, tags }: DetailValues<'name' | 'tags'>) =>
    `The value of ${name} is a text, or one of: ${tags}.`,
  'text-long': ({ what, most }: DetailValues<'what' | 'most'>) =>
    `The ${what} has more than ${most} characters.`,
  'text-controls': ({ what }: DetailValues<'what'>) => `The ${what} holds control characters.`,
  'template-of-blocks': () => 'This template is of blocks: change its blocks, or save another one.',
  'template-of-source': () =>
    'This template is source: change its source, or save another one of blocks.',
  'sender-wrong': () => "The sender's address is not an address that mail can be sent to.",
  'reply-wrong': () => "The reply's address is not an address that mail can be sent to.",
  'slot-unknown': ({ slot, known }: DetailValues<'slot' | 'known'>) =>
    `The template has no slot ${slot}. ${known === '' ? 'It has none.' : `It has: ${known}.`}`,
  'newsletter-used': ({ id, by }: DetailValues<'id' | 'by'>) =>
    `Newsletter ${id} is used by ${by}. Give projects and triggers another newsletter ` +
    'or remove them, and wait for sendings or cancel them.',
  'saved-block-used': ({ id, by }: DetailValues<'id' | 'by'>) =>
    `Saved block ${id} is used by ${by}. Take it out there first.`,
  'picture-used': ({ by }: DetailValues<'by'>) =>
    `The picture is shown by ${by}: emails would lose it.`,
  'brand-contrast': ({
    pair,
    colour,
    on,
    ratio,
  }: DetailValues<'pair' | 'colour' | 'on' | 'ratio'>) =>
    `The contrast of ${pair}, ${colour} on ${on}, is ${ratio} : 1. It must be at least ` +
    '3 : 1, and should be 4.5 : 1.',
  'link-scheme': () => 'A link begins with https://, http://, mailto: or tel:, or is a tag.',
  'link-tag': () => 'A tag at the beginning of a link must be the whole link, or be followed by /.',
  'block-picture': () => 'It has no picture: choose one, or give its https:// address.',
  'block-saved-gone': ({ id }: DetailValues<'id'>) => `There is no saved block ${id}.`,
  'block-columns': () => "Columns can't hold columns: put the saved block below them.",
  'block-element': ({ name }: DetailValues<'name'>) =>
    `Mail programs don't allow the element ${name}.`,
  'block-runs': ({ name }: DetailValues<'name'>) => `Mail programs run nothing: take out ${name}.`,
  'block-attribute': () => 'The attribute data-block is taken by previews.',
  'form-nameless': () => 'A form needs a name.',
  'form-lists': ({ most }: DetailValues<'most'>) => `A form is for 1 to ${most} lists.`,
  'form-fields': ({ most }: DetailValues<'most'>) => `A form asks for ${most} fields at most.`,
  'form-required': () =>
    'A field that must be filled in is not among those that the form asks for.',
  'form-hosts': ({ most }: DetailValues<'most'>) => `A form has ${most} hosts at most.`,
  'form-host': () => 'A host is written as shop.example.com.',
  'form-address': () =>
    'The address after the form begins with https:// and one of the hosts of the form.',
  'form-former-id': () => 'The id at the former service has up to 64 hexadecimal digits.',
  'test-group-full': ({ most }: DetailValues<'most'>) =>
    `A test group has at most ${most} addresses.`,
  'test-group-empty': () => 'A test group needs an address.',
  'test-group-twin': ({ name }: DetailValues<'name'>) => `There is a test group ${name} already.`,
  'addresses-wrong': ({ addresses }: DetailValues<'addresses'>) =>
    `No mail can be sent to ${addresses}; nothing was done.`,
  'test-group-nameless': () => 'A test group needs a name.',
  'template-nameless': () => 'A template needs a name.',
  'template-empty': () => 'A template needs HTML or MJML.',
  'template-large': ({ millions }: DetailValues<'millions'>) =>
    `A template has at most ${millions} million characters.`,
  'template-version': ({ version }: DetailValues<'version'>) =>
    `There is no version ${version} of this template.`,
  'subject-missing': () => 'A newsletter needs a subject.',
  'content-missing': () => 'A newsletter needs HTML or text.',
  'newsletter-large': () =>
    'A newsletter has at most 10 MB: put pictures on a server and link to them.',
  'slots-none': () => 'This newsletter is not made from a template, so it has no slots.',
  'newsletter-version': ({ version }: DetailValues<'version'>) =>
    `There is no version ${version} of this newsletter.`,
  'saved-block-nameless': () => 'A saved block needs a name.',
  'saved-block-empty': () => 'It needs at least one block.',
  'saved-block-nested': () => "A saved block can't hold another one.",
  'pictures-large': ({ most, kilobytes }: DetailValues<'most' | 'kilobytes'>) =>
    `The pictures of an email have at most ${most} kB together, these have ${kilobytes}: ` +
    'put larger ones on a server and link to them.',
  'brand-sender': () => 'The address of the sender is not one for mail.',
  'brand-links': () => 'The links to imprint and privacy begin with https://.',
  'brand-logo': () => 'The logo is a picture of the library, or has https://.',
  'reader-list-none': () => 'There is no list yet.',
  'reader-list': () => 'Name a list: sender and character set come from it.',
  'reader-unknown': ({ address }: DetailValues<'address'>) =>
    `No subscriber has the address ${address}.`,
  'form-sender': () => 'Give the brand a sender: the confirmation email needs one.',
  'form-language': () => 'A form speaks at least one language.',
  'preference-twice': () => 'A list or a field is named twice.',
  'filter-nameless': () => 'A filter needs a name.',
  'filter-twin': ({ id }: DetailValues<'id'>) => `Filter ${id} has that name already.`,
  'filter-name-taken': () => 'There is a filter of that name already.',
  'filters-many': ({ most }: DetailValues<'most'>) => `A sending has at most ${most} filters.`,
  'filter-anonymous': ({ filter, list }: DetailValues<'filter' | 'list'>) =>
    `Filter ${filter} tests who opened or clicked, and list ${list} is tracked anonymously.`,
  'filter-sending-anonymous': ({ sending }: DetailValues<'sending'>) =>
    `Sending ${sending} went to a list that is tracked anonymously: who opened or ` +
    'clicked is not stored.',
  'filter-sending-old': ({ sending }: DetailValues<'sending'>) =>
    `Who opened sending ${sending} or clicked is not known.`,
}

/** Sentences of refusals about subscribers, their fields, and imports. */
import type { DetailValues } from '../../lib/sentences.ts'

export const peopleDetails = {
  'person-address': () => 'The email address is not an address that mail can be sent to.',
  'address-taken': () => 'Another subscriber has that address.',
  'value-long': ({ field, most }: DetailValues<'field' | 'most'>) =>
    `The value of ${field} has more than ${most} characters.`,
  'value-controls': ({ field }: DetailValues<'field'>) =>
    `The value of ${field} holds control characters.`,
  'sign-up-lists': () => 'Name the lists of the form that they are asked for.',
  'sign-up-address': () => 'The address is not valid.',
  'sign-up-value': ({ field }: DetailValues<'field'>) =>
    `The value of ${field} can't be stored: at most 500 characters, without control characters.`,
  'uploads-full': ({ stored, most }: DetailValues<'stored' | 'most'>) =>
    `The files that wait to be imported have ${stored} bytes; an account may have ` +
    `${most}. Start them, or upload again later: what is not started is removed after a ` +
    'day.',
  'uploads-many': ({ uploads }: DetailValues<'uploads'>) =>
    `${uploads} files wait to be started: start them, or upload again in an hour.`,
  'view-gone': () => 'There is no view with this name.',
  'search-fields-many': ({ most }: DetailValues<'most'>) =>
    `Subscribers are searched by ${most} fields at most.`,
  'person-unnamed': () => 'Give the id or the address of a subscriber.',
  'unsubscribed-kept': () => 'The person unsubscribed, and the account may not lift that.',
  'erase-disputed': () => 'The person is being opted out and released at the same time. Try again.',
  'erase-busy': () =>
    'Another transaction has been writing for too long. Nothing was erased: try again later.',
  'address-missing': () => 'Give the address.',
  'changes-forgotten': ({ days }: DetailValues<'days'>) =>
    `Changes are reported for ${days} days. Read all anew, without a cursor, and drop what does not come.`,
  'changes-twice': () => 'Give a moment or a cursor, not both.',
  'changes-of-others': () => 'The cursor is of other changes.',
  'address-wrong': () => 'The address is not valid.',
  'opt-out-kept': () => 'The person opted out, and the account may not lift that.',
  'measuring-declined': () =>
    'The person has declined. To measure them, say in which words they agreed since, and when.',
  'opted-out-address': () => 'The address of a person who opted out is kept as it is.',
  'opted-out-target': () => 'Nothing is sent to the new address.',
  'address-of-other': ({ id }: DetailValues<'id'>) => `Subscriber ${id} has that address.`,
  'page-ways': () => 'A page is asked for by one of after, before and skip.',
  'page-search': () => 'A search or a filter is read from its top, page by page.',
  'page-sorted': () => 'Sorted subscribers are read from the top, page by page.',
  'page-cursor': () => 'The cursor is not one of this order.',
  'view-nameless': () => 'A view needs a name.',
  'views-many': ({ most }: DetailValues<'most'>) => `A person can save up to ${most} views.`,
  'field-nameless': () => 'A field needs a name.',
  'fields-used': ({ fields }: DetailValues<'fields'>) => `All ${fields} fields are in use.`,
  'field-filled': () => 'People have values in this field: empty it for them first.',
  'field-imported': () => 'An import that has not ended writes this field.',
  'choices-of-texts': () => 'Only a field of texts has choices.',
  'field-number': ({ name }: DetailValues<'name'>) => `${name} is the number of another field.`,
  'field-marks': () => 'The name of a field must not contain a semicolon or a pipe.',
  'field-twin': ({ field }: DetailValues<'field'>) => `DD${field} has that name already.`,
  'choices-many': ({ most }: DetailValues<'most'>) => `A field has at most ${most} choices.`,
  'field-unknown': () => 'A demographic field is named DD1 to DD100.',
  'nobody-selected': () => 'Nobody is selected.',
  'selected-many': ({ most }: DetailValues<'most'>) =>
    `At most ${most} subscribers can be chosen one by one or by a search: use a filter.`,
  'search-short': () => 'The search has no word of three letters.',
  'job-ended': () => 'The job has ended already.',
  'job-opt-outs': () => 'Opt-outs are lifted one by one.',
  'job-undone': () => 'The job was undone before.',
  'job-old': () => 'The job is too old: what an undo needs is no longer kept.',
  'job-running': () => 'The job still runs. Cancel it first.',
  'selection-missing': () => 'Say who: ids, q, list, filter, where, recipients or everybody.',
  'selection-double': () => 'Give ids, recipients or a selection, only one of them.',
  'consent-unproven': () => 'Give the source and the time of the new consent.',
  'row-repeated': ({ row }: DetailValues<'row'>) => `Row ${row} has the same address.`,
  'import-started': () => 'The import has been started already, or its file is not whole.',
  'import-undone': () => 'The import was undone before.',
  'import-unfinished': () => 'The import is not finished yet.',
  'import-old': () => 'The import is too old: what an undo needs is no longer kept.',
  'headings-missing': () => 'A mapping needs headings, and the file has none.',
  'columns-many': ({ most }: DetailValues<'most'>) => `A file has at most ${most} columns.`,
  'column-twice': ({ column }: DetailValues<'column'>) => `Two columns are ${column}.`,
  'column-address': () => 'Say which column holds the addresses: email.',
  'suppression-none': ({ email }: DetailValues<'email'>) =>
    `No subscriber has the address ${email}.`,
  'opt-out-none': ({ email }: DetailValues<'email'>) => `${email} is not on the opt-out list.`,
  'people-of-sending': ({ sending, at, months }: DetailValues<'sending' | 'at' | 'months'>) =>
    `Those of sending ${sending} on ${at}; months after its end: ${months}.`,
  'bounce-message-none': ({ bounce }: DetailValues<'bounce'>) =>
    `There is no bounce ${bounce}, or its message is not kept: it was a reply at hand-over, ` +
    'or is too old.',
  'rejudge-none': ({ run }: DetailValues<'run'>) => `There is no run ${run}.`,
  'rejudge-undone': ({ run }: DetailValues<'run'>) => `Run ${run} was undone before.`,
  'hold-none': ({ hold }: DetailValues<'hold'>) => `No hold ${hold} is open.`,
  'mapping-none': ({ mapping, known }: DetailValues<'mapping' | 'known'>) =>
    `There is no mapping ${JSON.stringify(mapping)}. Give pairs such as ` +
    `"E-post=email,Stad=DD1", or one of ${known}.`,
  'mapping-pairs': ({ most }: DetailValues<'most'>) => `A mapping has at most ${most} pairs.`,
  'mapping-pair': ({ pair }: DetailValues<'pair'>) =>
    `${JSON.stringify(pair)} is no pair such as "E-post=email".`,
  'mapping-name': () =>
    'The name of a mapping has letters, digits, dots and dashes, and is not that of a preset.',
  'column-name': ({ known, fields }: DetailValues<'known' | 'fields'>) =>
    `A column is ${known}, DD1 to DD${fields}, a field by its name, or - for none.`,
  'rows-done': ({ says, rows }: DetailValues<'says' | 'rows'>) =>
    `${says} The ${rows} rows before that are done.`,
}

/** What is wrong with tags, slots and sources of emails: a closed table of sentences. */
import { type CodedSentence, type DetailValues, detailsOf } from '../../lib/sentences.ts'

export const templateWords = {
  'template-statement': () =>
    'Only {{ }} is supported here, not {% %}. To print it, write {{ "{%" }}.',
  'template-quote': () => 'A quote is opened and not closed.',
  'template-bracket-quote': () => 'A name in brackets must be quoted: {{ ["First name"] }}.',
  'template-bracket': () => 'The bracket is not closed.',
  'template-reserved': ({ name }: DetailValues<'name'>) => `${name} cannot be used here.`,
  'template-nameless': () => 'A tag needs a name.',
  'template-property': () => 'Values have no properties: only the name itself is supported here.',
  'template-unclosed': () => '{{ is opened and not closed. To print it, write {{ "{{" }}.',
  'template-default': () => 'default needs a value: {{ name | default: "friend" }}.',
  'template-filter-here': ({ filter }: DetailValues<'filter'>) =>
    `There is no filter ${JSON.stringify(filter)} here. There are: default, url_encode.`,
  'template-ends': () => 'The tag is not closed.',
  'template-typographic': () => 'Typographic quotes are not quotes: use " or \'.',
  'template-entity': () => 'The quote became an entity: use " or \' itself.',
  'template-character': ({ character }: DetailValues<'character'>) =>
    `${JSON.stringify(character)} is not expected here.`,
  'template-event': () => 'Name a value of the event: {{ event.total }}.',
  'template-data': () => 'Name a value of the data: {{ data.total }}.',
  'template-literal': () => 'A name must be written literally here.',
  'template-single': ({ name }: DetailValues<'name'>) =>
    `${name} is a single value without properties.`,
  'template-nested': () => 'It is nested too deeply.',
  'template-limit': ({ says }: DetailValues<'says'>) =>
    `It exceeds the limits for an email: ${says}.`,
  'template-filter': ({ filter }: DetailValues<'filter'>) =>
    `There is no filter ${JSON.stringify(filter)}.`,
  'template-tag': ({ tag }: DetailValues<'tag'>) => `There is no tag ${JSON.stringify(tag)} here.`,
  'template-open': ({ tag }: DetailValues<'tag'>) => `${tag} is not closed.`,
  'template-wrong': ({ says }: DetailValues<'says'>) => `${says}`,
  'slot-nested': ({ slot }: DetailValues<'slot'>) => `A slot can't be inside another one: ${slot}.`,
  'slot-name': () => 'The name of a slot has letters, digits, - and _, and at most 50 of them.',
  'slot-void': ({ name }: DetailValues<'name'>) =>
    `${name} can't have content, so it can't be a slot.`,
  'slot-picture': () => 'A slot for a picture needs src="" with the default picture.',
  'slot-end': () => 'A slot needs an end: write an opening and a closing tag.',
  'slot-unclosed': ({ slot }: DetailValues<'slot'>) => `The slot ${slot} is opened and not closed.`,
  'template-too-large': () => 'It is too large, or nested too deeply, to be processed.',
  'template-between': () =>
    'Liquid between the attributes of an element is not supported: put it into a value, ' +
    'class="{% if x %}a{% endif %}".',
  'template-lost': () => 'Nothing is allowed at this place: it would be lost.',
  'template-moved': () => 'This is not allowed at this place of a table: it would be moved.',
  'template-deep': ({ most }: DetailValues<'most'>) =>
    `Elements are nested more than ${most} deep, or are not closed.`,
  'mjml-long': ({ most }: DetailValues<'most'>) => `MJML has at most ${most} characters.`,
  'mjml-include': () =>
    'mj-include is not supported, as a newsletter has no other files: insert the content ' +
    'instead.',
  'mjml-closed': ({ name }: DetailValues<'name'>) => `${name} is closed here, but was not opened.`,
  'mjml-open': ({ name }: DetailValues<'name'>) => `${name} is opened and not closed.`,
  'mjml-begin': () => 'MJML begins with <mjml>.',
  'styles-large': ({ most }: DetailValues<'most'>) =>
    `HTML of more than ${most} MB can't have its styles inlined.`,
  'data-filter-ids': ({ attribute }: DetailValues<'attribute'>) =>
    `${attribute} must contain ids of filters, as in ${attribute}="5".`,
  'data-filter-comment': ({ attribute }: DetailValues<'attribute'>) =>
    `${attribute} can't be inside a comment, which some mail programs read: put it around ` +
    'the comment.',
  'data-filter-open': ({ name, attribute }: DetailValues<'name' | 'attribute'>) =>
    `The ${name} element with ${attribute} is not closed.`,
  'picture-beside': ({ path }: DetailValues<'path'>) =>
    `There is no picture ${JSON.stringify(path)} next to the newsletter. Put pictures in its ` +
    'folder, or link to them by https://.',
  'picture-type': ({ path }: DetailValues<'path'>) =>
    `${JSON.stringify(path)} is not a PNG, JPEG or GIF, which all mail programs show.`,
  'template-long': ({ millions }: DetailValues<'millions'>) =>
    `It grows beyond ${millions} million characters.`,
  'template-slow': ({ millis }: DetailValues<'millis'>) =>
    `It takes more than ${millis} ms of processor time per email.`,
  'template-name': ({ name, meant, known }: DetailValues<'name' | 'meant' | 'known'>) =>
    `There is no ${JSON.stringify(name)}.${meant === '' ? '' : ` Did you mean ${meant}?`} ` +
    `There are: ${known}.`,
}

export type TemplateSentence = CodedSentence<keyof typeof templateWords>

export const templateSentence = detailsOf(templateWords)

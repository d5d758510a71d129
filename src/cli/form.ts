/** `pennypost form ...`: sign-up forms, and who signed up. */

import type { Command } from 'commander'
import { forms } from '../actions/forms/forms.ts'
import { signUps } from '../actions/forms/sign-ups.ts'
import type { Context } from './context.ts'
import { derive } from './derived/derive.ts'
import { factsOf } from './derived/text.ts'
import { counted } from './long-work.ts'

export function register(group: Command, context: Context): void {
  derive(group, context, forms, {
    'form list': {
      examples: ['form list'],
      all: true,
      text({ items }, { print }) {
        if (items.length === 0)
          return print('There are no forms yet. To make one: pennypost form add NAME --list-ids 1')
        for (const { id, name, address, active, signedUp, confirmed, held } of items)
          print(
            `${String(id).padStart(4)}  ${name}${active ? '' : ' (closed)'}  ${address}  ` +
              `${signedUp} signed up, ${confirmed} confirmed` +
              `${held > 0 ? `, ${held} held back` : ''}`,
          )
      },
    },
    'form show': {
      examples: ['form show 1', 'form show 1 --json'],
      text({ words, ...form }, { print }) {
        factsOf(form, { print })
        for (const [language, { title, consent }] of Object.entries(words))
          print(`\n${language}: ${title}\n    ${consent}`)
      },
    },
    'form add <name>': {
      notes:
        'Before the first form give the brand a sender, or the list: confirmation emails need one.',
      examples: [
        'form add "Front page" --list-ids 1',
        'form add Shop --list-ids 1,2 --lists-chosen --asked name,DD3 --hosts shop.example.com',
      ],
      text: ({ id, name, address }, { print }) =>
        print(`The form ${name} was made. Its id is ${id}, and its page ${address}`),
    },
    'form edit': {
      examples: ['form edit 1 --asked name,DD3 --required name'],
      text: ({ name }, { print }) => print(`The form ${name} was changed.`),
    },
    'form words': {
      examples: ['form words 1 sv --title "Nyheter från trädgården" --labels DD3=Ort'],
      text: ({ name, wordsVersion }, { print }) =>
        print(`The form ${name} has version ${wordsVersion} of its words.`),
    },
    'form opt-in <kind>': {
      notes: 'With single opt-in bots fill a list, and nobody can prove that people agreed.',
      examples: ['form opt-in 1 single', 'form opt-in 1 double'],
      text: ({ name, singleOptIn }, { print }) =>
        print(
          singleOptIn
            ? `The form ${name} puts unknown addresses on its lists without asking them.`
            : `Who signs up by the form ${name} confirms by email.`,
        ),
    },
    'form drop-language': {
      examples: ['form drop-language 1 sv'],
      text: (_, { print, given: { params } }) =>
        print(`The form no longer speaks ${params.language}.`),
    },
    'form remove': {
      examples: ['form remove 1'],
      async ask({ call, given: { params } }) {
        const { name, signedUp } = await call('GET /forms/:formId', { params })
        return {
          facts: `${counted(signedUp, 'sign-up')} of the last 30 days.`,
          what: `Remove the form ${name}`,
          done: `The form ${name} is gone. Who confirmed stays, with the proofs.`,
        }
      },
    },
  })
  derive(group, context, signUps, {
    'form sign-ups': {
      examples: ['form sign-ups 1', 'form sign-ups 1 --state held --json'],
      text({ items }, { print }) {
        if (items.length === 0) print('There are no such sign-ups.')
        for (const { id, created, email, state, reason } of items)
          print(`${id}  ${created}  ${email}  ${state}${reason && `: ${reason}`}`)
      },
    },
    'form funnel': {
      examples: ['form funnel 1', 'form funnel 1 --days 7'],
      text({ signedUp, mailed, confirmed, reasons }, { print }) {
        print(`${signedUp} signed up, ${mailed} got an email, ${confirmed} confirmed.`)
        for (const { state, reason, people } of reasons)
          if (reason !== '') print(`${people} ${state}: ${reason}`)
      },
    },
    'form release': {
      examples: ['form release 1'],
      text: ({ signUps }, { print }) =>
        print(`${counted(signUps, 'sign-up')} released: their emails go out now.`),
    },
    'form stop': {
      examples: ['form stop 1'],
      text: ({ signUps }, { print }) => print(`${counted(signUps, 'sign-up')} refused.`),
    },
    'form ask': {
      notes: 'Rows of a file whose status is unconfirmed or pending are rejected by its import.',
      examples: ['form ask 1 --import-id 12 --per-day 300'],
      text: ({ people, until }, { print }) =>
        print(
          until === null
            ? 'The import has nobody who is to be asked.'
            : `${counted(people, 'person', 'people')} will be asked, the last one at ${until}.`,
        ),
    },
    'form asked': {
      examples: ['form asked 1'],
      text({ items }, { print }) {
        if (items.length === 0)
          print('No import of late had people whom its file calls unconfirmed.')
        for (const { importId, file, unconfirmed, asked, remaining, mailed, confirmed } of items)
          print(
            `${importId}  ${file}  ${unconfirmed} unconfirmed, ${asked} asked: ${mailed} got ` +
              `their email, ${confirmed} confirmed, ${remaining} to come`,
          )
      },
    },
    'form sign-up <email>': {
      examples: ['form sign-up ada@example.com --form-id 1'],
      text: (_, { print }) => print('They are asked by email, unless nothing may be sent to them.'),
    },
  })
}

/** Recipes: triggers to begin with, complete with their emails. */

import { z } from 'zod'
import { brandOf } from '../../domain/brand/keep-brand.ts'
import { LONGEST_LINK } from '../../domain/feeds/feed.ts'
import { programEventNames } from '../../domain/program-events/program-events.sql.ts'
import { violationsOfValues } from '../../domain/refusal.ts'
import { makeFromRecipe } from '../../domain/triggers/recipes/make-from-recipe.ts'
import { definitionOf, RECIPES, recipeOf } from '../../domain/triggers/recipes/recipes.ts'
import { checkZone } from '../../domain/zone.ts'
import { action, demand } from '../action.ts'
import { withRules } from '../value-problems.ts'
import { id } from '../values.ts'
import { oneTrigger, Trigger } from './triggers.ts'

const recipe = z.enum(RECIPES)

const Recipe = z
  .object({
    recipe,
    name: z.string().describe('Of the trigger, in the language of the brand.'),
    start: z.string().describe('What begins it: joined, date, event, ...'),
    steps: z.array(z.string()).describe('What its steps do, in order: send, wait, ...'),
    emails: z.array(z.string()).describe('Subjects of its emails, without tags.'),
    needsField: z.boolean().describe('It begins on a date in a data field.'),
    needsFeed: z.boolean().describe('It begins by a feed.'),
    events: z
      .array(z.object({ name: z.string(), seen: z.boolean() }))
      .describe('Events that a program has to post; seen: one has posted it.'),
  })
  .meta({ id: 'Recipe' })

export const recipes = [
  action({
    route: 'GET /recipes',
    right: 'read',
    about: 'Complete triggers to begin with: welcome series, birthday, win-back, and more.',
    command: 'trigger recipes',
    out: z.object({ items: z.array(Recipe) }),
    async run({ db, account }) {
      const { language } = await brandOf(db, account.id)
      const seen = (await programEventNames(db, { accountId: account.id })).map(row => row.name)
      return {
        items: RECIPES.map(one => {
          const { emails, events, ...rest } = recipeOf(one, language)
          const { start, steps } = definitionOf(one)
          return {
            ...rest,
            start: start.on,
            steps: steps.map(step => step.do),
            emails: emails.map(({ called }) => called),
            events: events.map(name => ({ name, seen: seen.includes(name) })),
          }
        }),
      }
    },
  }),
  action({
    route: 'POST /recipes/:recipe',
    right: 'send',
    about: 'Make the trigger of a recipe, paused, and its emails as newsletters of blocks.',
    command: 'trigger use',
    params: z.strictObject({ recipe }),
    body: withRules(
      z.strictObject({
        listId: id.describe('The list whose subscribers enter.'),
        field: z
          .int()
          .min(1)
          .max(100)
          .optional()
          .describe('Of a birthday: the field with the date.'),
        feed: z
          .string()
          .max(LONGEST_LINK)
          .optional()
          .describe('Of a digest of a blog: the address of its feed.'),
        zone: z
          .string()
          .max(100)
          .optional()
          .describe('Of its times: Europe/Stockholm; +01:00 without it.'),
      }),
      given => violationsOfValues(given, { zone: checkZone }),
    ),
    out: Trigger.extend({ newsletterIds: z.array(id).describe('Its emails, to be written on.') }),
    creates: true,
    async run({ db, account, caller }, { params, body }) {
      demand(caller, 'content')
      const made = await makeFromRecipe(db, account.id, { ...params, ...body })
      return { ...(await oneTrigger(db, account.id, made.id)), newsletterIds: made.newsletters }
    },
  }),
] as const

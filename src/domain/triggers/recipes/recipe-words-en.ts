/** English texts of the recipes. */

/** An email: its subject, the line after it, a heading, paragraphs, and a button. */
interface RecipeEmail {
  subject: string
  preheader: string
  heading: string
  text: readonly string[]
  button: string
  /** With the new items of the feed, between text and button. */
  feed?: boolean
}

/** The lines of a cart, as the event has them. */
export const ITEMS = '{% for item in event.items %}<br>{{ item.name }}{% endfor %}'

export interface RecipeWords {
  /** Of the trigger. */
  name: string
  emails: Record<string, RecipeEmail>
}

const email = (
  subject: string,
  preheader: string,
  text: readonly string[],
  button: string,
): RecipeEmail => ({ subject, preheader, heading: subject, text, button })

export const writeEmail = email

export const en = {
  welcome: {
    name: 'Welcome series',
    emails: {
      hello: email(
        'Good to have you here',
        'What comes, how often, and where to begin.',
        [
          'From now on you hear from us when there is something to tell. Each email has a link at its end by which you leave at once.',
          'Here is where most people begin.',
        ],
        'Begin here',
      ),
      question: email(
        'What would you like to read about?',
        'One question, one click.',
        ['Tell us what interests you, and we leave out the rest. It takes one click.'],
        'Choose what interests you',
      ),
      steps: email(
        'Three first steps',
        'What others found useful in their first week.',
        [
          'One: say here what to do first, and why.',
          'Two: the thing that people ask for most.',
          'Three: where to get help when something does not work.',
        ],
        'Show me how',
      ),
    },
  },
  birthday: {
    name: 'Birthday',
    emails: {
      greeting: email(
        'Something for your birthday',
        'It is waiting for you, for ten days.',
        [
          'All the best from us. There is something for you: say here what it is, and how to get it.',
        ],
        'Take a look',
      ),
      lastcall: email(
        'Your birthday present ends soon',
        'Three more days.',
        ['We have put something aside for your birthday. It is there for three more days.'],
        'Take it now',
      ),
    },
  },
  'win-back': {
    name: 'Win back',
    emails: {
      offer: email(
        'What is new since you were here',
        'Three things you have not seen yet.',
        ['It has been a while since your last order. Here is what has come since.'],
        'See what is new',
      ),
      question: email(
        'Did something go wrong?',
        'Two lines are enough, and somebody reads them.',
        [
          'You have not been back, and we would like to know why. Answer this email: somebody reads it, and answers.',
        ],
        'Visit the shop',
      ),
    },
  },
  cart: {
    name: 'Cart left behind',
    emails: {
      remind: email(
        'You left something in your cart',
        'It is still there.',
        [`Your cart is as you left it.${ITEMS}`, 'If something was unclear, answer this email.'],
        'Back to the cart',
      ),
    },
  },
  purchase: {
    name: 'After a purchase',
    emails: {
      thanks: email(
        'Thank you for your order',
        'How to get the most out of it.',
        ['It is good to know that you chose us. Here is how to care for what you bought.'],
        'Read the tips',
      ),
      question: email(
        'How is it going?',
        'What went well, and what did not?',
        ['You have had it for two weeks now. A few words help others to choose, and us to mend.'],
        'Write a review',
      ),
    },
  },
  're-permission': {
    name: 'Stay or go',
    emails: {
      ask: email(
        'Do you still want our emails?',
        'One click, and everything stays as it is.',
        [
          'You have not clicked anything for a while, which is fine. If you want to keep getting our emails, say so by one click.',
        ],
        'Yes, I want to stay',
      ),
      again: email(
        'We will stop writing to you',
        'Unless you click within two weeks.',
        [
          'We do not want to be in the way. Without an answer this was the last email of this list.',
        ],
        'No, I want to stay',
      ),
    },
  },
  'blog-digest': {
    name: 'From the blog',
    emails: {
      digest: {
        subject: 'New on the blog: {{ feed.items[0].title }}',
        preheader: 'New on the blog, in a few words each.',
        heading: 'What is new on the blog',
        text: ['This is what has come since the last email. Each title leads to the whole of it.'],
        button: 'All of the blog',
        feed: true,
      },
    },
  },
} satisfies Record<string, RecipeWords>

export type RecipeName = keyof typeof en

/** Of another language: the same emails. */
export type TranslatedRecipes = {
  [Name in RecipeName]: {
    name: string
    emails: Record<keyof (typeof en)[Name]['emails'], RecipeEmail>
  }
}

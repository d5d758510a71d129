/** Makes, changes and removes sign-up forms. */
import { atomically, type Db, type Store } from '../../db/db.ts'
import { takeId } from '../../db/ids.ts'
import { recordChange } from '../audit/record.ts'
import { brandOf } from '../brand/keep-brand.ts'
import { noSuch, refused } from '../refusal.ts'
import { tidied } from '../text.ts'
import { projectForConfirmations } from './confirmation-email.ts'
import { checkedForm, type Form, type FormFacts, formById } from './form.ts'
import { type FormLanguage, type FormTexts, type FormWords, firstTexts } from './form-words.ts'
import {
  addForm,
  addFormWords,
  changeForm,
  lockForm,
  namesOfLists,
  removeFormById,
  setSingleOptIn,
  useWords,
} from './forms.sql.ts'

/** Makes a form with usual words in a language, and returns its id. */
export async function makeForm(
  db: Store,
  accountId: number,
  given: Omit<FormFacts, 'active'>,
  language: FormLanguage,
): Promise<number> {
  const { active: _, ...facts } = await checked(db, accountId, { ...given, active: true })
  const projectId = await projectForConfirmations(db, accountId, facts.listIds[0]!)
  const { sender } = await brandOf(db, accountId)
  const words: FormWords = { [language]: firstTexts(language, sender.name) }
  const id = await takeId(db, accountId, 'form')
  const texts = JSON.stringify(words)
  await atomically(
    db,
    async tx => {
      await addForm(tx, { accountId, id, ...facts, projectId })
      await addFormWords(tx, { accountId, formId: id, version: 1, texts })
      await recordChange(tx, accountId, { action: 'form.add', id, after: facts })
    },
    { again: true },
  )
  return id
}

/** Changes the given facts. */
export async function editForm(
  db: Db,
  accountId: number,
  id: number,
  changes: Partial<FormFacts>,
): Promise<void> {
  await atomically(db, async tx => {
    const {
      id: _,
      projectId,
      singleOptIn,
      wordsVersion,
      words,
      created,
      ...before
    } = await held(tx, accountId, id)
    const after = await checked(tx, accountId, { ...before, ...changes })
    await changeForm(tx, { accountId, id, ...after })
    await recordChange(tx, accountId, { action: 'form.edit', id, before, after })
  })
}

/**
 * Sets the texts of a form in a language; null removes the language. Each change is a new version,
 * and proofs keep the words that were shown.
 */
export async function setFormTexts(
  db: Db,
  accountId: number,
  id: number,
  language: FormLanguage,
  given: Partial<FormTexts> | null,
): Promise<void> {
  await atomically(db, async tx => {
    const { words, wordsVersion } = await held(tx, accountId, id)
    const after = { ...words }
    if (given === null) delete after[language]
    else {
      const { sender } = await brandOf(tx, accountId)
      const before = words[language] ?? firstTexts(language, sender.name)
      after[language] = tidied({ ...before, ...given })
    }
    if (Object.keys(after).length === 0) throw refused('not-valid', 'form-language')
    if (JSON.stringify(after) === JSON.stringify(words)) return
    const version = wordsVersion + 1
    await addFormWords(tx, { accountId, formId: id, version, texts: JSON.stringify(after) })
    await useWords(tx, { accountId, id, version })
    await recordChange(tx, accountId, {
      action: 'form.words',
      id,
      before: { words: words[language] ?? null },
      after: { language, words: after[language] ?? null },
    })
  })
}

/** Whether unknown addresses get on the lists of the form without their confirmation. */
export async function setOptIn(
  db: Db,
  accountId: number,
  id: number,
  single: boolean,
): Promise<void> {
  await atomically(db, async tx => {
    const { singleOptIn } = await held(tx, accountId, id)
    if (singleOptIn === single) return
    await setSingleOptIn(tx, { accountId, id, single })
    const [before, after] = [{ singleOptIn }, { singleOptIn: single }]
    await recordChange(tx, accountId, { action: 'form.opt-in', id, before, after })
  })
}

/** Closes the form for sign-ups; confirmed subscriptions stay, with their proofs. */
export async function removeForm(db: Db, accountId: number, id: number): Promise<void> {
  await atomically(db, async tx => {
    const before = await held(tx, accountId, id)
    await removeFormById(tx, { accountId, id })
    await recordChange(tx, accountId, {
      action: 'form.remove',
      id,
      before: { name: before.name },
    })
  })
}

async function held(tx: Db, accountId: number, id: number): Promise<Form> {
  await lockForm(tx, { accountId, id })
  const form = await formById(tx, accountId, id)
  if (!form) throw noSuch('no-such-form', id)
  return form
}

async function checked(db: Db, accountId: number, given: FormFacts): Promise<FormFacts> {
  const facts = checkedForm(given)
  const { listIds } = facts
  const known = new Set((await namesOfLists(db, { accountId, listIds })).map(({ id }) => id))
  const missing = listIds.find(id => !known.has(id))
  if (missing !== undefined) throw noSuch('no-such-list', missing)
  return facts
}

/** The selection in the table: some, or all that match. */
export type PeopleChoice = { ids: ReadonlySet<number> } | 'everyone'

export const NOBODY_CHOSEN: PeopleChoice = { ids: new Set() }

export const isChosen = (choice: PeopleChoice, id: number): boolean =>
  choice === 'everyone' || choice.ids.has(id)

/** Chosen one by one; `everyone` becomes those who are loaded, without this one. */
export function toggled(choice: PeopleChoice, id: number, loaded: readonly number[]): PeopleChoice {
  const ids = new Set(choice === 'everyone' ? loaded : choice.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids }
}

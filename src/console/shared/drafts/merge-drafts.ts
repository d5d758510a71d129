/**
 * Three-way merge of a newsletter that two people have edited, with their common base. Parts that
 * one side changed are taken from it. A part that both changed is a conflict: the local edit is
 * kept, and the other one is listed for the user to decide.
 */
import type { EmailBlock, EmailDocument } from '../../api/email-blocks.ts'
import type { DraftSource, EmailDraft, EmailHead } from './email-draft.ts'

/** A part that both have changed. */
export type DisputedPart =
  | { part: 'head'; name: keyof EmailHead; theirs: EmailHead[keyof EmailHead] }
  | { part: 'block'; id: string; theirs: EmailBlock | undefined }
  | { part: 'source'; theirs: DraftSource }

export interface MergedDraft {
  draft: EmailDraft
  disputed: DisputedPart[]
}

const same = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

export function mergeDrafts(base: EmailDraft, mine: EmailDraft, theirs: EmailDraft): MergedDraft {
  const disputed: DisputedPart[] = []
  const draft = { ...mine }
  for (const name of Object.keys(mine) as (keyof EmailDraft)[]) {
    if (name === 'source') continue
    if (same(mine[name], theirs[name]) || same(theirs[name], base[name])) continue
    if (same(mine[name], base[name])) Object.assign(draft, { [name]: theirs[name] })
    else disputed.push({ part: 'head', name, theirs: theirs[name] })
  }
  draft.source = mergeSource(base.source, mine.source, theirs.source, disputed)
  return { draft, disputed }
}

function mergeSource(
  before: DraftSource,
  ours: DraftSource,
  others: DraftSource,
  disputed: DisputedPart[],
): DraftSource {
  if (same(ours, others) || same(others, before)) return ours
  if (same(ours, before)) return others
  if (before.kind === 'blocks' && ours.kind === 'blocks' && others.kind === 'blocks')
    return {
      kind: 'blocks',
      document: mergeBlocks(before.document, ours.document, others.document, disputed),
    }
  disputed.push({ part: 'source', theirs: others })
  return ours
}

function mergeBlocks(
  base: EmailDocument,
  mine: EmailDocument,
  theirs: EmailDocument,
  disputed: DisputedPart[],
): EmailDocument {
  const byId = ({ blocks }: EmailDocument) => new Map(blocks.map(block => [block.id, block]))
  const [before, ours, others] = [byId(base), byId(mine), byId(theirs)]
  const kept = new Map<string, EmailBlock>()
  for (const id of new Set([...ours.keys(), ...others.keys()])) {
    const [was, my, their] = [before.get(id), ours.get(id), others.get(id)]
    const [iChanged, theyChanged] = [!same(my, was), !same(their, was)]
    if (iChanged && theyChanged && !same(my, their))
      disputed.push({ part: 'block', id, theirs: their })
    // A block that one removed and the other changed stays.
    const chosen = iChanged ? (my ?? (theyChanged ? their : undefined)) : their
    if (chosen) kept.set(id, chosen)
  }
  const orderOf = ({ blocks }: EmailDocument) => blocks.map(({ id }) => id)
  const isMoved = (document: EmailDocument) => {
    const common = orderOf(document).filter(id => before.has(id))
    return !same(
      common,
      orderOf(base).filter(id => common.includes(id)),
    )
  }
  const first = !isMoved(mine) && isMoved(theirs) ? theirs : mine
  const order = orderOf(first).filter(id => kept.has(id))
  insertMissing(
    order,
    orderOf(first === mine ? theirs : mine).filter(id => kept.has(id)),
  )
  const {
    blocks: _,
    languages: __,
    ...settings
  } = same(settingsOf(mine), settingsOf(base)) ? theirs : mine
  const languages = mergeLanguages(base.languages, mine.languages, theirs.languages)
  const blocks = order.map(id => kept.get(id)!)
  return { ...settings, ...(languages && { languages }), blocks }
}

const settingsOf = ({ blocks: _, languages: __, ...settings }: EmailDocument) => settings

/** By block: two people translate different blocks, or into different languages. */
function mergeLanguages(
  base: EmailDocument['languages'],
  mine: EmailDocument['languages'],
  theirs: EmailDocument['languages'],
): EmailDocument['languages'] {
  if (same(mine, base)) return theirs
  if (same(theirs, base) || !mine || !theirs) return mine
  const named = (of: EmailDocument['languages'], language: string) =>
    of?.versions.find(one => one.language === language)
  const versions = mine.versions.map(version => {
    const [was, their] = [named(base, version.language), named(theirs, version.language)]
    if (!their) return version
    const texts = { ...their.texts }
    const madeFrom = { ...their.madeFrom }
    for (const [id, own] of Object.entries(version.texts))
      if (!same(own, was?.texts[id])) {
        texts[id] = own
        const origin = version.madeFrom?.[id]
        if (origin) madeFrom[id] = origin
      }
    const lines = { subject: version.subject, preheader: version.preheader }
    for (const part of ['subject', 'preheader'] as const)
      if (version[part] === was?.[part]) lines[part] = their[part]
    return { ...version, ...lines, texts, madeFrom }
  })
  const added = theirs.versions.filter(
    ({ language }) => !named(mine, language) && !named(base, language),
  )
  return { ...mine, versions: [...versions, ...added] }
}

/** Each behind the one that it follows where it comes from. */
function insertMissing(order: string[], from: readonly string[]): void {
  for (const [index, id] of from.entries()) {
    if (order.includes(id)) continue
    const before = from.slice(0, index).findLast(other => order.includes(other))
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
}

/** The draft with the part of the other person. */
export function withTheirs(draft: EmailDraft, disputed: DisputedPart): EmailDraft {
  if (disputed.part === 'head') return { ...draft, [disputed.name]: disputed.theirs }
  if (disputed.part === 'source') return { ...draft, source: disputed.theirs }
  const { source } = draft
  if (source.kind !== 'blocks') return draft
  const { theirs, id } = disputed
  const blocks = source.document.blocks.flatMap(block =>
    block.id === id ? (theirs ? [theirs] : []) : [block],
  )
  return { ...draft, source: { ...source, document: { ...source.document, blocks } } }
}

/**
 * The session of editing a newsletter: undo history, autosave (debounced by a second), an offline
 * copy in the browser, and a three-way merge after a conflict with another editor's save.
 */
import type { EmailDraft } from './email-draft.ts'
import { beginHistory, changed, type EditHistory, redone, undone } from './history.ts'
import { type DisputedPart, mergeDrafts } from './merge-drafts.ts'

/** As the service has it. */
export interface SavedDraft {
  draft: EmailDraft
  /** Changes with each save. */
  tag: string
  at: string
  /** Who saved it; empty: unknown. */
  by: string
  /** The newest version. */
  version: number
  /** It has what no version has. */
  unpublished: boolean
}

/** The result of saving. */
export type SavedOutcome =
  | { kind: 'saved'; tag: string; at: string }
  /** A conflict: another editor has saved since. */
  | { kind: 'changed' }
  /** Nothing answers. */
  | { kind: 'unreachable' }
  | { kind: 'refused'; error: unknown }

export interface DraftConnection {
  save(draft: EmailDraft, tag: string): Promise<SavedOutcome>
  load(): Promise<SavedDraft>
}

export interface DraftState {
  history: EditHistory<EmailDraft>
  saving: 'saved' | 'waiting' | 'saving' | 'offline' | 'refused'
  savedAt: string
  error: unknown
  /** Changes of another editor that were merged. */
  meanwhile: { by: string; at: string; disputed: DisputedPart[] } | undefined
}

interface KeptDraftInBrowser {
  draft: EmailDraft
  base: EmailDraft
  tag: string
}

const REST_MILLIS = 1_000
const AGAIN_MILLIS = 4_000
const KEEP_MILLIS = 200

export type DraftSession = ReturnType<typeof openDraftSession>

export function openDraftSession(key: string, saved: SavedDraft, connection: DraftConnection) {
  const listeners = new Set<() => void>()
  /** As it was saved last, which mine and theirs are compared with. */
  let base = saved
  let timer: ReturnType<typeof setTimeout> | undefined
  let keeping: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let ended = true
  let state: DraftState = {
    history: beginHistory(saved.draft),
    saving: 'saved',
    savedAt: saved.at,
    error: undefined,
    meanwhile: undefined,
  }
  const set = (change: Partial<DraftState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const keep = () => {
    clearTimeout(keeping)
    keeping = undefined
    if (state.saving === 'saved') localStorage.removeItem(key)
    else {
      const kept: KeptDraftInBrowser = {
        draft: state.history.now,
        base: base.draft,
        tag: base.tag,
      }
      try {
        localStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // No room: then it is in the window only.
      }
    }
  }
  const later = (millis: number) => {
    clearTimeout(timer)
    if (!ended) timer = setTimeout(() => void save(), millis)
  }
  const moved = (history: EditHistory<EmailDraft>) => {
    if (history.now === state.history.now) return
    set({ history, saving: state.saving === 'offline' ? 'offline' : 'waiting' })
    keeping ??= setTimeout(keep, KEEP_MILLIS)
    later(REST_MILLIS)
  }
  /** Merges another editor's save, as a change of its own in the history. */
  const takeIn = (theirs: SavedDraft, from: EmailDraft, mine: EmailDraft) => {
    const { draft, disputed } = mergeDrafts(from, mine, theirs.draft)
    base = theirs
    set({
      history: changed(state.history, draft, Date.now()),
      meanwhile: { by: theirs.by, at: theirs.at, disputed },
      saving: 'waiting',
      error: undefined,
    })
  }

  async function saveOnce(): Promise<void> {
    const draft = state.history.now
    set({ saving: 'saving' })
    const outcome = await connection.save(draft, base.tag)
    if (outcome.kind === 'saved') {
      base = { ...base, draft, tag: outcome.tag, at: outcome.at, by: '', unpublished: true }
      const current = state.history.now === draft
      set({ saving: current ? 'saved' : 'waiting', savedAt: outcome.at, error: undefined })
      if (!current) later(REST_MILLIS)
    } else if (outcome.kind === 'changed') {
      takeIn(await connection.load(), base.draft, state.history.now)
      later(0)
    } else if (outcome.kind === 'unreachable') {
      set({ saving: 'offline' })
      later(AGAIN_MILLIS)
    } else set({ saving: 'refused', error: outcome.error })
    keep()
  }
  function save(): Promise<void> {
    clearTimeout(timer)
    if (state.saving === 'saved') return Promise.resolve()
    running ??= saveOnce()
      .catch(() => {
        set({ saving: 'offline' })
        later(AGAIN_MILLIS)
      })
      .finally(() => {
        running = undefined
      })
    return running
  }

  const online = () => later(0)
  const kept = keptIn(key)
  if (kept && kept.tag === saved.tag)
    set({ history: changed(state.history, kept.draft, 0), saving: 'waiting' })
  else if (kept) takeIn(saved, kept.base, kept.draft)

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
    /** Typing in one `part` is one step of the history. */
    change: (change: (draft: EmailDraft) => EmailDraft, part = '') =>
      moved(changed(state.history, change(state.history.now), Date.now(), part)),
    undo: () => moved(undone(state.history)),
    redo: () => moved(redone(state.history)),
    /** Saves pending changes; false: not possible. */
    async flush(): Promise<boolean> {
      for (let tries = 0; tries < 5 && state.saving !== 'saved'; tries++) {
        await (running ?? save())
        if (state.saving === 'offline' || state.saving === 'refused') return false
      }
      return state.saving === 'saved'
    },
    tag: () => base.tag,
    /**
     * Loads the saved state. After the local draft was made the version `made` it is the local one,
     * as the service has cleaned it, with another tag: unless another editor has saved since.
     */
    async reload(made?: number) {
      const next = await connection.load()
      const isMine = next.version === made && !next.unpublished
      if (isMine) base = { ...next, draft: base.draft }
      else takeIn(next, base.draft, state.history.now)
      if (state.saving !== 'saved') later(0)
    },
    /** From now on it saves; also again after close(). */
    open() {
      ended = false
      addEventListener('online', online)
      addEventListener('pagehide', keep)
      if (state.saving !== 'saved') later(0)
    },
    forgetMeanwhile: () => set({ meanwhile: undefined }),
    close() {
      ended = true
      clearTimeout(timer)
      keep()
      removeEventListener('online', online)
      removeEventListener('pagehide', keep)
      void save()
    },
  }
}

function keptIn(key: string): KeptDraftInBrowser | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** The preview of what is written: one call at a time, always for the newest state. */
import { useEffect, useRef, useState } from 'react'
import type { ContentPreviewAnswer } from '../../../console-api/v1/routes/content-proofs.ts'
import { previewContent } from '../../api/newsletter-previews.ts'
import type { EmailDraft } from './email-draft.ts'

export interface ShownPreview {
  shown: ContentPreviewAnswer | undefined
  error: unknown
  /** True: something newer is on its way. */
  behind: boolean
}

/** Its size, which takes longer, is asked for when nothing was typed for so long. */
const REST_MILLIS = 500

export function usePreview(id: number, draft: EmailDraft, as: string | undefined): ShownPreview {
  const [state, setState] = useState<ShownPreview>({
    ...{ shown: undefined, error: undefined, behind: true },
  })
  const wanted = useRef({ draft, as })
  const running = useRef(false)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  useEffect(() => {
    wanted.current = { draft, as }
    async function ask(sized: boolean): Promise<void> {
      const asked = wanted.current
      const found = await previewContent(id, asked.draft, asked.as, sized).then(
        shown => ({ shown, error: undefined }),
        (error: unknown) => ({ error }),
      )
      if (!alive.current) return
      // With a mistake in it, the last one without stays, and the last size until the next.
      setState(last => ({
        ...{ ...last, ...found, behind: asked !== wanted.current },
        ...('shown' in found && {
          shown: { ...found.shown, bytes: found.shown.bytes ?? last.shown?.bytes ?? null },
        }),
      }))
      if (asked !== wanted.current) await ask(false)
    }
    async function run(sized: boolean): Promise<void> {
      if (running.current) return
      running.current = true
      await ask(sized)
      running.current = false
    }
    void run(false)
    const rested = setInterval(() => {
      if (running.current) return
      clearInterval(rested)
      void run(true)
    }, REST_MILLIS)
    return () => clearInterval(rested)
  }, [id, draft, as])
  return state
}

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
    async function run(): Promise<void> {
      if (running.current) return
      running.current = true
      for (let asked: typeof wanted.current | undefined; asked !== wanted.current; ) {
        asked = wanted.current
        const found = await previewContent(id, asked.draft, asked.as).then(
          shown => ({ shown, error: undefined }),
          (error: unknown) => ({ error }),
        )
        if (!alive.current) break
        // With a mistake in it, the last one without stays.
        setState(last => ({ ...last, ...found, behind: asked !== wanted.current }))
      }
      running.current = false
    }
    void run()
  }, [id, draft, as])
  return state
}

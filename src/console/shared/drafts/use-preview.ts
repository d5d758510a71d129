/** The live preview: one request in flight, then the latest state (coalesced). */
import { useEffect, useRef, useState } from 'react'
import type { PreviewAnswer } from '../../../actions/newsletters/newsletter-proofs.ts'
import type { CallBody } from '../../api/client.ts'
import { previewContent } from '../../api/newsletter-previews.ts'
import { isUnreachable } from './calls.ts'
import type { EmailDraft } from './email-draft.ts'

export interface ShownPreview {
  shown: PreviewAnswer | undefined
  error: unknown
  /** True: something newer is on its way. */
  behind: boolean
}

/** Debounce of its size, which takes longer to compute. */
const REST_MILLIS = 500
/** After a try that did not reach the service. */
const AGAIN_MILLIS = 2_000

/** `id`: of the newsletter; none for a template. */
export function usePreview(
  id: number | undefined,
  draft: EmailDraft,
  as: string | undefined,
  /** Of a newsletter in several. */
  language?: string,
  /** Items that it is shown with; by default those of its trigger, or examples. */
  feed?: CallBody<'POST /newsletters/preview'>['feed'],
): ShownPreview {
  const [state, setState] = useState<ShownPreview>({
    shown: undefined,
    error: undefined,
    behind: true,
  })
  const wanted = useRef({ draft, as, language, feed })
  const running = useRef(false)
  const alive = useRef(true)
  useEffect(() => {
    alive.current = true
    return () => {
      alive.current = false
    }
  }, [])
  useEffect(() => {
    wanted.current = { draft, as, language, feed }
    /** False: the service was not reached. */
    async function ask(sized: boolean): Promise<boolean> {
      const asked = wanted.current
      const found = await previewContent(id, asked.draft, asked, sized).then(
        shown => ({ shown, error: undefined }),
        (error: unknown) => ({ error }),
      )
      if (!alive.current) return true
      // With a mistake in it, the last one without stays, and the last size until the next.
      setState(last => ({
        ...last,
        ...found,
        behind: asked !== wanted.current,
        ...('shown' in found && {
          shown: { ...found.shown, bytes: found.shown.bytes ?? last.shown?.bytes ?? null },
        }),
      }))
      return asked === wanted.current ? !isUnreachable(found.error) : ask(false)
    }
    async function run(sized: boolean): Promise<boolean> {
      if (running.current) return false
      running.current = true
      const reached = await ask(sized)
      running.current = false
      return reached
    }
    let rested: number | undefined
    const rest = (millis: number) => {
      clearTimeout(rested)
      rested = window.setTimeout(async () => {
        const mine = rested
        const reached = navigator.onLine && (await run(true))
        if (!reached && rested === mine) rest(AGAIN_MILLIS)
      }, millis)
    }
    void run(false)
    rest(REST_MILLIS)
    return () => {
      clearTimeout(rested)
      rested = undefined
    }
  }, [id, draft, as, language, feed])
  return state
}

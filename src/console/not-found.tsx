/** An address without a page. */
import { PageHead } from './parts/frame.tsx'
import { EmptyState } from './parts/states.tsx'
import { useTexts } from './texts/language.tsx'

export function NotFoundPage() {
  const texts = useTexts('common')
  return (
    <>
      <PageHead title={texts.notFound} />
      <div className="page">
        <EmptyState title={texts.notFound} sentence={texts.notFoundHint}>
          <a className="btn primary" href="/console/lists">
            {texts.toLists}
          </a>
        </EmptyState>
      </div>
    </>
  )
}

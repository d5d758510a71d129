/** A page whose object is not there yet, or could not be read: its head stands already. */
import type { ReactNode } from 'react'
import { PageHead } from './frame.tsx'
import { Failure, LoadingRows } from './states.tsx'

export function UnreadPage(props: {
  title: string
  above?: ReactNode
  error: unknown
  onRetry(): unknown
}) {
  const again = () => void props.onRetry()
  return (
    <>
      <PageHead title={props.title} above={props.above} />
      <div className="page">
        {props.error ? (
          <Failure error={props.error} onRetry={again} />
        ) : (
          <LoadingRows onRetry={again} />
        )}
      </div>
    </>
  )
}

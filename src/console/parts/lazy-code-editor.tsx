/** The editor of source, loaded when one is shown first. */
import { type ComponentProps, lazy, Suspense } from 'react'
import type { CodeEditor } from './code-editor.tsx'

const Loaded = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }))

export function LazyCodeEditor(props: ComponentProps<typeof CodeEditor>) {
  return (
    <Suspense fallback={<div className="code-editor" aria-busy="true" />}>
      <Loaded {...props} />
    </Suspense>
  )
}

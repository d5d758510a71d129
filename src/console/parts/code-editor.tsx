/**
 * A code editor for the source of an email; errors are marked at their line. Tab leaves it (no
 * keyboard trap).
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef } from 'react'
import { pageNonce } from './nonce.ts'

export interface SourceProblem {
  line: number
  column: number
  message: string
}

interface CodeEditorProps {
  label: string
  value: string
  problem?: SourceProblem | undefined
  readOnly?: boolean
  /** HTML and MJML otherwise. */
  language?: 'yaml'
  onChange(value: string): void
}

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--accent)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--delivered-ink)' },
  { tag: [tags.attributeValue, tags.string, tags.number], color: 'var(--bounced-ink)' },
  { tag: [tags.comment, tags.processingInstruction], color: 'var(--ink-3)' },
  { tag: [tags.keyword, tags.atom], color: 'var(--complained-ink)' },
])

/** Colours only: keys, comments, quoted texts. */
const yaml = StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null
    if (stream.match(/^#.*/)) return 'comment'
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'[^']*'?/)) return 'string'
    if (stream.match(/^- /)) return 'punctuation'
    if (stream.match(/^[\p{L}\p{N} -]{1,50}(?=:(?:\s|$))/u)) return 'propertyName'
    stream.match(/^[^\s#]+/) || stream.next()
    return null
  },
})

const look = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--surface)', height: '100%' },
  '.cm-scroller': { font: '13px / 20px var(--mono)' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--paper)',
    color: 'var(--ink-3)',
    border: '0',
  },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--ink) 4%, transparent)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--accent-line)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line-2)',
  },
  // The pictures of the package are data: addresses, which the policy refuses.
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bounced)',
  },
  '.cm-lint-marker-error': {
    content: 'normal',
    width: '10px',
    height: '10px',
    margin: '5px 0',
    borderRadius: '50%',
    backgroundColor: 'var(--bounced)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bounced)' },
})

export function CodeEditor(props: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const naming = useRef(new Compartment())
  const onChange = useRef(props.onChange)
  onChange.current = props.onChange
  const { label, value, problem, language, readOnly = false } = props
  const first = useRef(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; changes follow below
  useEffect(() => {
    const editor = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          EditorView.cspNonce.of(pageNonce),
          lineNumbers(),
          history(),
          drawSelection(),
          indentOnInput(),
          bracketMatching(),
          highlightActiveLine(),
          lintGutter(),
          EditorView.lineWrapping,
          language === 'yaml' ? yaml : html(),
          syntaxHighlighting(colours),
          look,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          naming.current.of(named(label)),
          EditorState.readOnly.of(readOnly),
          EditorView.updateListener.of(update => {
            if (update.docChanged) onChange.current(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [])
  useEffect(() => {
    view.current?.dispatch({ effects: naming.current.reconfigure(named(label)) })
  }, [label])
  useEffect(() => {
    const editor = view.current!
    if (editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])
  useEffect(() => {
    const { state } = view.current!
    const found = problem ? [diagnosticAt(state, problem)] : []
    view.current!.dispatch(setDiagnostics(state, found))
  }, [problem])
  return <div className="code-editor" ref={place} />
}

const named = (label: string) =>
  // The keyboard scrolls it: a region that scrolls needs something with a tab stop inside.
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' })

/** The document may have become shorter since it was looked at. */
function diagnosticAt({ doc }: EditorState, problem: SourceProblem): Diagnostic {
  const line = doc.line(Math.min(Math.max(problem.line, 1), doc.lines))
  const from = Math.min(line.from + Math.max(problem.column - 1, 0), line.to)
  return { from, to: line.to, severity: 'error', message: problem.message }
}

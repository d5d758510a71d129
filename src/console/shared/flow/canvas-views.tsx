/** The boxes and lines of the canvas, and the buttons on it. */
import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
  Handle,
  type Node,
  type NodeProps,
  Panel,
  Position,
  useReactFlow,
} from '@xyflow/react'
import { memo } from 'react'
import { Button } from '../../parts/button.tsx'
import { IconButton } from '../../parts/icon-button.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { StepKind } from '../trigger-text/step-kinds.ts'
import { AddStep } from './add-step.tsx'
import { type ShownStep, StepCard } from './step-card.tsx'

type CardNode = Node<{ step: ShownStep; chosen: boolean }, 'card'>
type EndNode = Node<{ label: string }, 'end'>
export type FlowNode = CardNode | EndNode
export type WayEdge = Edge<
  { label: string; words: string; from: string; after: string; onAdd?: (kind: StepKind) => void },
  'way'
>

const CardNodeView = memo(function CardNode({ data: { step, chosen } }: NodeProps<CardNode>) {
  const look = `${step.isStart ? ' start' : ''}${step.finding ? ` ${step.finding.look}` : ''}`
  return (
    <div className={`step-card${look}${chosen ? ' chosen' : ''}`}>
      {!step.isStart && <Handle type="target" position={Position.Top} isConnectable={false} />}
      <StepCard step={step} />
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  )
})

const EndNodeView = memo(function EndNode({ data: { label } }: NodeProps<EndNode>) {
  return (
    <div className="step-end">
      <Handle type="target" position={Position.Top} isConnectable={false} />
      {label}
    </div>
  )
})

/** A line, in its middle its words and a button that adds a step. */
const WayEdgeView = memo(function WayEdge({ markerEnd, style, data, ...ends }: EdgeProps<WayEdge>) {
  const [path, x, y] = getBezierPath(ends)
  const { label = '', words = '', from, after = '', onAdd } = data ?? {}
  return (
    <>
      <BaseEdge path={path} markerEnd={markerEnd!} style={style!} />
      <EdgeLabelRenderer>
        <div
          className="way-middle nodrag nopan"
          data-from={from}
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {label !== '' && <span>{label}</span>}
          {onAdd && <AddStep after={after} way={words} onAdd={onAdd} />}
        </div>
      </EdgeLabelRenderer>
    </>
  )
})

export const NODE_TYPES = { card: CardNodeView, end: EndNodeView }
export const EDGE_TYPES = { way: WayEdgeView }

export function Zoom() {
  const texts = useTexts('triggers')
  const canvas = useReactFlow()
  return (
    <Panel position="bottom-right" className="flow-zoom">
      <button
        type="button"
        className="btn quiet icon"
        aria-label={texts.zoomOut}
        title={texts.zoomOut}
        onClick={() => void canvas.zoomOut()}
      >
        <Icon name="divider" />
      </button>
      <button
        type="button"
        className="btn quiet icon"
        aria-label={texts.zoomIn}
        title={texts.zoomIn}
        onClick={() => void canvas.zoomIn()}
      >
        <Icon name="plus" />
      </button>
      <Button look="quiet" onClick={() => void canvas.fitView({ maxZoom: 1, padding: 0.1 })}>
        {texts.fit}
      </Button>
    </Panel>
  )
}

export function UndoPanel(props: {
  onUndo: (() => void) | undefined
  onRedo: (() => void) | undefined
}) {
  const { onUndo, onRedo } = props
  const texts = useTexts('triggers')
  if (!onUndo && !onRedo) return null
  return (
    <Panel position="top-left" className="flow-zoom">
      <IconButton icon="undo" name={texts.undo} off={!onUndo} onClick={() => onUndo?.()} />
      <IconButton icon="redo" name={texts.redo} off={!onRedo} onClick={() => onRedo?.()} />
    </Panel>
  )
}
